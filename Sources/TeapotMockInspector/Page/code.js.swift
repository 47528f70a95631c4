extension Page {
    /// The script that parses JSON, and displays and edits bodies.
    static let codeScript = #"""
        // Parses, displays and edits bodies. The editor is a text area on top of the same text in color.

        import { el, fill, setText } from "./store.js";

        // The pieces of JSON: the kind of each token, and the first error with its line and column.

        const pieces = /"(?:[^"\\\n]|\\.)*"?|-?\d[\d.eE+-]*|[A-Za-z_]+|[{}[\],:]|[ \t\r\n]+|[^]/g;
        const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
        const string = /^"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"$/;

        // Splits a text into tokens `{ kind, text, at }`, which together are the whole text.
        function tokens(text) {
          const found = Array.from(text.matchAll(pieces), ({ 0: text, index }) => ({ kind: kindOf(text), text, at: index }));
          // A string before a colon is a name.
          let previous = null;
          for (const token of found) {
            if (token.kind === "space") continue;
            if (token.text === ":" && previous?.kind === "string") previous.kind = "name";
            previous = token;
          }
          return found;
        }

        function kindOf(text) {
          if (/^\s/.test(text)) return "space";
          if (text[0] === '"') return string.test(text) ? "string" : "wrong";
          if (/^[-\d]/.test(text)) return number.test(text) ? "number" : "wrong";
          if (text === "true" || text === "false" || text === "null") return "word";
          return "{}[],:".includes(text) ? "mark" : "wrong";
        }

        // Returns the first error as `{ line, column, at, message }`, or null if the text is JSON.
        export function firstError(text) {
          const all = tokens(text).filter((token) => token.kind !== "space");
          // The closing brackets of the open values, what comes next, and the bracket that may come instead.
          let [stack, next, or] = [[], "a value", null];
          for (const token of [...all, null]) {
            const [kind, mark, close] = [token?.kind, token?.text, stack.at(-1)];
            const after = close ? `“,” or “${close}”` : "the end of the text";
            if (mark && (mark === or || next === "more" && mark === close)) [next, or] = ["more", void stack.pop()];
            else if (next === "a value" && (mark === "{" || mark === "[")) {
              or = mark === "{" ? "}" : "]";
              next = stack.push(or) && mark === "{" ? "a name in quotes" : next;
            } else if (next === "a value" && ["string", "number", "word"].includes(kind)) [next, or] = ["more", null];
            else if (next === "a name in quotes" && ["name", "string"].includes(kind)) [next, or] = ["“:”", null];
            else if (next === "“:”" && mark === ":") next = "a value";
            else if (next === "more" && close && mark === ",") next = close === "}" ? "a name in quotes" : "a value";
            else if (token || next !== "more" || close) return fault(token, next === "more" ? after : `${next}${or ? ` or “${or}”` : ""}`);
          }
          return null;

          function fault(token, expected) {
            const at = token ? token.at : text.length, lines = text.slice(0, at).split("\n");
            const found = token ? `“${token.text.trim().slice(0, 24)}”` : "the end of the text";
            const [line, column] = [lines.length, lines.at(-1).length + 1];
            const message = token && flaw(token) || `expected ${expected}, found ${found}`;
            return { line, column, at, message: `Line ${line}, column ${column}: ${message}.` };
          }
        }

        // Returns the error in a token by itself.
        function flaw(token) {
          const { kind, text } = token;
          if (kind !== "wrong") return null;
          if (text[0] !== '"') return /^[-\d]/.test(text) ? `“${text}” isn’t a number` : null;
          return /."$/.test(text) ? "the string has an escape or a character that isn’t valid in JSON" : "the string isn’t closed";
        }

        // Returns JSON in lines with indentation, or any other text unchanged.
        export function pretty(text) {
          if (firstError(text)) return text;
          // Use tokens instead of values, so that numbers stay as written.
          let [out, depth, isEmpty] = ["", 0, false];
          const line = () => `\n${"  ".repeat(depth)}`;
          for (const { text: mark, kind } of tokens(text)) {
            if (kind === "space") continue;
            const isEnd = mark === "}" || mark === "]";
            if (isEnd) depth -= 1;
            if (isEnd !== isEmpty) out += line();
            isEmpty = mark === "{" || mark === "[";
            if (isEmpty) depth += 1;
            out += mark === "," ? `,${line()}` : mark === ":" ? ": " : mark;
          }
          return out;
        }

        // In a longer text, coloring makes typing slow.
        const colourLimit = 25_000;
        // Longer read-only JSON is folded.
        const foldLimit = 10_000;

        function coloured(text) {
          return tokens(text).map(({ kind, text }) =>
            (kind === "space" || kind === "mark" ? text : el("span", { class: `t-${kind}` }, text)));
        }

        export const looksLikeJSON = (type, text) => /[/+]json\b/i.test(type ?? "") || (!type && /^\s*[[{]/.test(text));

        // Returns an element with a read-only body, or with the `part` of it that's known.
        export function shown(text, type, part) {
          const isJSON = looksLikeJSON(type, text);
          if (isJSON && text.length > foldLimit) return tree(text, part);
          return el("pre", { class: "code", tabindex: "0", role: "region", "aria-label": "Body" },
            el("code", {}, isJSON ? coloured(pretty(text)) : text));
        }

        let count = 0;

        // Returns an editor for a body. `isJSON(text)` returns whether to treat the text as JSON. Below an error, the
        // editor shows `advice`.
        export function editor({ value, label, isJSON, advice }) {
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
          const status = el("div", { class: "error-line", role: "status" }, message, el("p", { class: "muted" }, advice));
          let [error, checking] = [null, 0];

          // A long text has no colors, and is checked in the next pause.
          function refresh() {
            clearTimeout(checking);
            const text = area.value, isPlain = area.classList.toggle("plain", text.length > colourLimit);
            // The last line has no height if it's empty.
            fill(colours, isPlain ? null : isJSON(text) ? coloured(text) : text, "\n");
            const count = Math.min(text.split("\n").length, 20_000);
            while (numbers.childElementCount > count) numbers.lastChild.remove();
            for (let line = numbers.childElementCount; line < count; line += 1) numbers.append(el("div", {}, `${line + 1}`));
            follow();
            if (isPlain) checking = setTimeout(check, 300); else check();
          }

          function check() {
            clearTimeout(checking);
            checking = 0;
            const text = area.value;
            error = isJSON(text) && text.trim() !== "" ? firstError(text) : null;
            numbers.querySelector(".wrong")?.classList.remove("wrong");
            if (error) numbers.children[error.line - 1]?.classList.add("wrong");
            area.setAttribute("aria-invalid", String(error !== null));
            message.textContent = error ? error.message : "";
            for (const one of status.children) one.hidden = !error;
          }

          function follow() {
            layer.scrollLeft = area.scrollLeft;
            layer.scrollTop = numbers.scrollTop = area.scrollTop;
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
            if (indent) { event.preventDefault(); replace(`\n${indent}`); }
          }

          // Inserts text as if typed, so that it can be undone. Chromium inserts HTML in one step, but text line by
          // line, which takes seconds for a few hundred lines.
          function replace(text) {
            area.focus();
            const markup = text.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`);
            return document.execCommand("insertHTML", false, markup) || document.execCommand("insertText", false, text);
          }

          refresh();
          if (checking) check();
          return {
            element: el("div", { class: "sheet" }, numbers, el("div", { class: "paper" }, layer, area)),
            area, status,
            get text() { return area.value; },
            get error() { if (checking) check(); return error; },
            refresh,
            show: () => (error ? select(error.at) : area.focus()),
            replaceAll(text) {
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
          const top = { inside: [] }, stack = [top];
          let name = null;
          for (const token of tokens(text)) {
            if (token.kind === "name") name = token;
            else if (token.text === "}" || token.text === "]") {
              if (stack.length > 1) stack.pop().isShut = true;
            } else if (token.kind !== "space" && token.text !== "," && token.text !== ":") {
              const node = { name, token, at: (name ?? token).at, inside: "{[".includes(token.text) ? [] : null };
              stack.at(-1).inside.push(node);
              if (node.inside) stack.push(node);
              name = null;
            }
          }

          // Creates the element of a node, which has an index if it's in an array.
          function row(node, index) {
            const { name, token, inside, isShut } = node;
            const label = name ? [el("span", { class: "t-name" }, name.text), ": "]
              : index === null ? null : el("span", { class: "muted" }, `[${index}] `);
            if (!inside) return node.element = el("div", { class: "leaf" }, label, el("span", { class: `t-${token.kind}` }, token.text));
            const list = el("div", { class: "inside" });
            grow(list, node);
            return node.element = el("details", { ontoggle: () => { if (node.element.open) node.show(1); } },
              el("summary", {}, label, token.text === "{" ? "{…}" : "[…]", el("span", { class: "muted" }, ` ${inside.length}${isShut ? "" : "+"}`)), list);
          }

          // Adds `show(count)` to a node, which lists its first children.
          function grow(list, node) {
            const rows = [], { inside } = node;
            const more = el("button", { type: "button", class: "quiet", onclick: () => node.show(rows.length + 1) });
            node.show = (count) => {
              if (count <= rows.length) return;
              const next = inside.slice(rows.length, Math.ceil(count / step) * step);
              rows.push(...next.map((one, index) => row(one, node.token?.text === "[" ? rows.length + index : null)));
              setText(more, `${inside.length - rows.length} more`);
              fill(list, rows, rows.length < inside.length ? more : null);
            };
          }

          const place = el("div", { class: "code", tabindex: "0", role: "region", "aria-label": "Body" });
          grow(place, top);
          top.show(top.inside.length);
          for (const { element, inside } of top.inside) if (inside) element.open = true;

          // Opens everything around a place in the text, and marks the innermost value.
          function reveal(offset) {
            let [node, found] = [top, null];
            while (node.inside) {
              // Find the last value that begins at or before the place.
              const index = node.inside.findLastIndex((one) => one.at <= offset);
              if (index < 0) break;
              node.show(index + 1);
              found = node = node.inside[index];
              if (node.token.at >= offset) break;
              if (node.inside) node.element.open = true;
            }
            place.querySelector(".found")?.classList.remove("found");
            found?.element.classList.add("found");
            found?.element.scrollIntoView({ block: "nearest" });
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
          const form = el("form", { class: "tree-search", role: "search", onsubmit: (event) => { event.preventDefault(); search(); } }, input, count);
          return el("div", { class: "tree" }, form, place);
        }
        """#
}
