extension Page {
    /// The script of the form for a written response.
    static let draftScript = #"""
        // A form to write a response: its status, its headers, and its body in an editor.

        import { editor, looksLikeJSON } from "./code.js";
        import { el } from "./dom.js";
        import { button, contentType } from "./parts.js";

        // The button called `name` passes the response to `send`. `from` has the initial values. For a file, only the
        // body can be edited: its name determines the rest.
        export function draft({ title, name, from = {}, hasDelay = false, isFile = false, send, close }) {
          const fields = from.headers ?? [{ name: "Content-Type", value: "application/json" }];
          const milliseconds = Math.round((from.delay ?? 0) * 1000);
          const status = el("input", { type: "number", min: 200, max: 599, required: true, value: from.status ?? 200 });
          const delay = el("input", { type: "number", min: 0, step: 1, value: milliseconds });
          const lines = el("textarea", { rows: Math.min(4, Math.max(1, fields.length)), spellcheck: "false",
            oninput: () => made.refresh() });
          lines.value = fields.map((field) => `${field.name}: ${field.value}`).join("\n");
          const main = el("button", { type: "submit", class: "main", id: "answer" }, name);
          const made = editor({
            value: from.text ?? "", label: isFile ? "The file" : "The response’s body",
            isJSON: (text) => looksLikeJSON(contentType(parsed(lines.value)), text),
            onchange: (error) => { main.textContent = error && !isFile ? `${name} anyway` : name; },
          });
          const element = el("form", {
            class: "draft",
            async onsubmit(event) {
              event.preventDefault();
              // Send it only once, no matter how often the key is pressed.
              if (main.disabled) return;
              const response = { status: Number(status.value), headers: parsed(lines.value), body: made.text };
              if (hasDelay) response.delay = Number(delay.value) / 1000;
              main.disabled = true;
              await send(response);
              main.disabled = false;
            },
            // Works in every field of the form.
            onkeydown: (event) => {
              if (event.key !== "Enter" || !event.metaKey && !event.ctrlKey) return;
              event.preventDefault();
              element.requestSubmit();
            },
          },
          el("h3", {}, title),
          isFile ? null : el("div", { class: "draft-head" }, el("label", {}, "Status", status),
            hasDelay ? el("label", {}, "Delay (ms)", delay) : null,
            el("label", { class: "wide" }, "Headers", lines)),
          made.element,
          el("div", { class: "actions" }, main, button("Format", () => made.layOut()),
            button("Close", close, { class: "quiet" })));
          const begun = made.text;
          return {
            element, close, area: made.area,
            get isChanged() { return made.text !== begun; },
            begin() {
              element.scrollIntoView({ block: "nearest" });
              made.area.setSelectionRange(0, 0);
              made.area.focus();
            },
          };
        }

        // Lines such as `Name: value`.
        function parsed(text) {
          return text.split("\n").map((line) => line.trim()).filter((line) => line !== "").map((line) => {
            const colon = line.indexOf(":");
            return colon < 0 ? { name: line, value: "" }
              : { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
          });
        }
        """#
}
