extension Page {
    /// The script that displays and edits bodies.
    static let codeScript = #"""
        // Displays and edits bodies. The editor is a text area on top of the same text in color.

        import { el, fill, setText } from "./dom.js";
        import { firstError, pretty, tokens } from "./json.js";

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

        // Returns an element with a read-only body, or with the `part` of it that's known.
        export function shown(text, type, part) {
          const isJSON = looksLikeJSON(type, text);
          if (isJSON && text.length > foldLimit) return tree(text, part);
          return el("pre", { class: "code", tabindex: "0", role: "region", "aria-label": "Body" },
            el("code", {}, isJSON ? coloured(pretty(text)) : text));
        }

        let count = 0;

        // Returns an editor for a body. `isJSON(text)` returns whether to treat the text as JSON.
        export function editor({ value, label, isJSON }) {
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
            if (event.key !== "Enter" || event.metaKey || event.ctrlKey || event.isComposing) return;
            // Indent the next line like this one, or by two more spaces after a bracket.
            const before = area.value.slice(0, area.selectionStart);
            const indent = /^[ \t]*/.exec(before.slice(before.lastIndexOf("\n") + 1))[0] + (/[{[]\s*$/.test(before) ? "  " : "");
            if (!indent) return;
            event.preventDefault();
            replace(`\n${indent}`);
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
            element: el("div", { class: "sheet" }, numbers, el("div", { class: "paper" }, layer, area)),
            area, status,
            get text() { return area.value; },
            get error() { return error; },
            refresh,
            show: () => (error ? select(error.at) : area.focus()),
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

        // The number of values of a list in the tree to create at once.
        const step = 200;

        // Displays long JSON as a tree whose nodes are created when opened. The text may be cut off.
        function tree(text, part) {
          // Use tokens instead of values, so that numbers stay as written.
          const all = tokens(text).filter((token) => token.kind !== "space");
          const isOpening = (at) => all[at].text === "{" || all[at].text === "[";
          const ends = new Map();
          const open = [];
          all.forEach((token, at) => {
            if (isOpening(at)) open.push(at);
            else if ((token.text === "}" || token.text === "]") && open.length) ends.set(open.pop(), at);
          });
          const end = (at) => (isOpening(at) ? ends.get(at) ?? all.length : at);

          // Returns the values between two tokens, each with the index of its name, if any, and of its first token.
          function values(from, to) {
            const found = [];
            for (let at = from; at < to; at += 1) {
              if (all[at].text === ",") continue;
              const name = all[at].kind === "name" && at + 2 < to ? at : null;
              if (name !== null) at += 2;
              found.push({ name, at });
              at = end(at);
            }
            return found;
          }

          // The containers created so far, by the index of their opening bracket.
          const made = new Map();

          function row({ name, at }) {
            const label = name === null ? null : [el("span", { class: "t-name" }, all[name].text), ": "];
            if (!isOpening(at)) return el("div", { class: "leaf" }, label, el("span", { class: `t-${all[at].kind}` }, all[at].text));
            const inside = values(at + 1, end(at));
            const list = el("div", { class: "inside" });
            const shut = all[at].text === "{" ? "{…}" : "[…]";
            const element = el("details", { ontoggle: () => { if (element.open) rows.show(1); } },
              el("summary", {}, label, shut, el("span", { class: "muted" }, ` ${inside.length}${ends.has(at) ? "" : "+"}`)), list);
            const rows = grow(list, inside);
            made.set(at, { element, inside, rows });
            return element;
          }

          // Returns an initially empty list of rows for values.
          function grow(list, inside) {
            const rows = [];
            const more = el("button", { type: "button", class: "quiet", onclick: () => show(rows.length + 1) });
            function show(count) {
              if (count <= rows.length) return;
              const last = Math.min(inside.length, Math.ceil(count / step) * step);
              rows.push(...inside.slice(rows.length, last).map(row));
              setText(more, `${inside.length - rows.length} more`);
              fill(list, rows, rows.length < inside.length ? more : null);
            }
            return { show, at: (index) => rows[index] };
          }

          const top = values(0, all.length);
          const place = el("div", { class: "code", tabindex: "0", role: "region", "aria-label": "Body" });
          const roots = grow(place, top);
          roots.show(top.length);
          for (const { at } of top) if (isOpening(at)) made.get(at).element.open = true;

          // Opens everything around a place in the text, and marks the innermost value.
          function reveal(offset) {
            let [inside, rows, found] = [top, roots, null];
            while (true) {
              // Find the last value that begins at or before the place.
              let index = inside.length - 1;
              while (index >= 0 && all[inside[index].name ?? inside[index].at].at > offset) index -= 1;
              if (index < 0) break;
              rows.show(index + 1);
              found = rows.at(index);
              const next = made.get(inside[index].at);
              if (!next || all[inside[index].at].at >= offset) break;
              next.element.open = true;
              [inside, rows] = [next.inside, next.rows];
            }
            place.querySelector(".found")?.classList.remove("found");
            found?.classList.add("found");
            found?.scrollIntoView({ block: "nearest" });
          }

          const lowercased = text.toLowerCase();
          const count = el("span", { class: "muted", role: "status" });
          let [last, number] = [-1, 0];

          function search() {
            const wanted = input.value.toLowerCase();
            if (wanted === "") return setText(count, "");
            last = lowercased.indexOf(wanted, last + 1);
            number += 1;
            if (last < 0) [last, number] = [lowercased.indexOf(wanted), 1];
            if (last < 0) return setText(count, `not found${part ? ` in ${part}` : ""}`);
            setText(count, `${number} of ${lowercased.split(wanted).length - 1}`);
            reveal(last);
          }

          const input = el("input", {
            type: "search", placeholder: "Search the body (Enter for next)", "aria-label": "Search the body",
            oninput: () => { [last, number] = [-1, 0]; setText(count, ""); },
          });
          const form = el("form", { class: "tree-search", role: "search", onsubmit: (event) => {
            event.preventDefault();
            search();
          } }, input, count);
          return el("div", { class: "tree" }, form, place);
        }
        """#
}
