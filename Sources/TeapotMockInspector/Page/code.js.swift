extension Page {
    /// The script that displays and edits bodies.
    static let codeScript = #"""
        // Displays and edits bodies. The editor is a text area on top of the same text in color.

        import { el } from "./dom.js";
        import { firstError, pretty, tokens } from "./json.js";
        import { tree } from "./tree.js";

        // For longer texts, coloring makes typing slow.
        const colourLimit = 200_000;
        // Longer read-only JSON is folded.
        const foldLimit = 10_000;

        function coloured(text) {
          if (text.length > colourLimit) return [text];
          return tokens(text).map(({ kind, text }) =>
            (kind === "space" || kind === "mark" ? text : el("span", { class: `t-${kind}` }, text)));
        }

        export const looksLikeJSON = (type, text) =>
          /[/+]json\b/i.test(type ?? "") || (!type && /^\s*[[{]/.test(text));

        // Returns an element with a read-only body.
        export function shown(text, type) {
          const isJSON = looksLikeJSON(type, text);
          if (isJSON && text.length > foldLimit) return tree(text);
          return el("pre", { class: "code", tabindex: "0", role: "region", "aria-label": "Body" },
            el("code", {}, isJSON ? coloured(pretty(text)) : text));
        }

        let count = 0;

        // Returns an editor for a body. `isJSON(text)` returns whether to treat the text as JSON.
        export function editor({ value, label, isJSON, onchange }) {
          const id = `editor-${count += 1}`;
          const [colours, numbers] = [el("code"), el("div", { class: "numbers", "aria-hidden": "true" })];
          const layer = el("pre", { class: "layer", "aria-hidden": "true" }, colours);
          const area = el("textarea", {
            id, class: "area", "aria-label": label, "aria-describedby": `${id}-error`, spellcheck: "false",
            autocomplete: "off", autocapitalize: "off", wrap: "off",
            oninput: refresh, onscroll: follow, onkeydown: typed,
          });
          area.value = value;
          const message = el("button", {
            type: "button", class: "error-text", id: `${id}-error`, onclick: () => error && select(error.at),
          });
          const status = el("div", { class: "error-line", role: "status" }, message);
          let error = null;

          function refresh() {
            const text = area.value;
            const isRead = isJSON(text);
            error = isRead && text.trim() !== "" ? firstError(text) : null;
            // The last line has no height if it's empty.
            colours.replaceChildren(...(isRead ? coloured(text) : [text]), "\n");
            const lines = text.split("\n").length;
            if (numbers.childElementCount !== lines) {
              const shown = Array.from({ length: Math.min(lines, 20_000) }, (_, line) => el("div", {}, `${line + 1}`));
              numbers.replaceChildren(...shown);
            }
            numbers.querySelector(".wrong")?.classList.remove("wrong");
            if (error) numbers.children[error.line - 1]?.classList.add("wrong");
            area.setAttribute("aria-invalid", String(error !== null));
            message.textContent = error ? error.message : "";
            message.hidden = !error;
            follow();
            onchange?.(error);
          }

          function follow() {
            layer.scrollTop = area.scrollTop;
            layer.scrollLeft = area.scrollLeft;
            numbers.scrollTop = area.scrollTop;
          }

          function select(at) {
            area.focus();
            area.setSelectionRange(at, at);
            const line = area.value.slice(0, at).split("\n").length;
            const height = parseFloat(getComputedStyle(area).lineHeight) || 18;
            area.scrollTop = Math.max(0, (line - 4) * height);
          }

          function typed(event) {
            if (event.key === "Enter" && !event.metaKey && !event.ctrlKey && !event.isComposing) {
              // Indent the next line like this one, or by two more spaces after a bracket.
              const before = area.value.slice(0, area.selectionStart);
              const indent = /^[ \t]*/.exec(before.slice(before.lastIndexOf("\n") + 1))[0];
              const deeper = /[{[]\s*$/.test(before) ? "  " : "";
              if (indent || deeper) {
                event.preventDefault();
                replace(`\n${indent}${deeper}`);
              }
            }
          }

          // Inserts text as if typed, so that it can be undone.
          function replace(text) {
            area.focus();
            if (!document.execCommand("insertText", false, text)) {
              area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
              refresh();
            }
          }

          refresh();
          return {
            element: el("div", { class: "editor" },
              el("div", { class: "sheet" }, numbers, el("div", { class: "paper" }, layer, area)), status),
            area,
            get text() { return area.value; },
            get error() { return error; },
            refresh,
            replaceAll(text) {
              area.focus();
              area.select();
              replace(text);
              area.setSelectionRange(0, 0);
              area.scrollTop = 0;
            },
            layOut() { this.replaceAll(pretty(area.value)); },
          };
        }
        """#
}
