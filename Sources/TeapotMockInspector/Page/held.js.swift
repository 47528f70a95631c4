extension Page {
    /// The script of the view of a held request.
    static let heldScript = #"""
        // A request that waits: choose a mock, change one, write or paste a response, send it on, or give it up.

        import { api } from "./api.js";
        import { editor, looksLikeJSON } from "./code.js";
        import { byID, el, fill, time, toast } from "./dom.js";
        import { fetchState } from "./live.js";
        import {
          body, button, contentType, empty, headers, method, mockLine, path, section, settingSelect,
        } from "./parts.js";
        import { go, store } from "./store.js";

        export function heldPanel(id) {
          const element = el("div", { class: "held-panel" });
          let held = null;
          let draft = null;
          let isOver = false;

          load();
          return {
            element, refresh,
            live: () => { if (held?.live) answer({ decision: "live" }); },
            cancel: () => answer({ decision: "cancel" }),
            write: () => (draft ? draft.area.focus() : write()),
            leave: () => (draft ? (closeDraft(), true) : false),
          };

          async function load() {
            try {
              held = await api.held(id);
              show();
            } catch (error) {
              isOver = true;
              fill(element, back(), empty("It is no longer waiting.", error.message));
            }
          }

          function back() {
            return el("button", { type: "button", class: "quiet back", onclick: () => go("#requests") }, "‹ Requests");
          }

          // It was answered elsewhere, or its client has gone: what was written stays to be copied.
          function refresh() {
            if (isOver || store.state?.held.some((one) => one.id === id)) return;
            isOver = true;
            for (const control of element.querySelectorAll(".answers button, .draft .main")) control.disabled = true;
            element.prepend(el("p", { class: "notice", role: "status" }, "It is no longer waiting."));
          }

          function show() {
            const choices = held.mocks.map((mock) => el("li", { class: "choice" },
              el("button", { type: "button", class: "choose", "data-mock": mock.path,
                onclick: () => answer({ decision: "mock", mock: mock.path }) },
                mockLine(mock, held.mocks)),
              button("Edit", () => edit(mock), { class: "quiet", "aria-label": `Edit a copy of ${mock.name}` })));
            fill(element,
              el("header", { class: "detail-head" }, back(),
                el("h2", {}, method(held.method), " ", path(held.target)),
                el("p", { class: "muted" }, `It has been waiting for a response since ${time(held.date)}.`)),
              el("div", { class: "answers" },
                section("Answer with a mock", held.mocks.length ? el("ul", { class: "choices" }, choices)
                  : el("p", { class: "muted" }, "No folder of mocks matches this path.")),
                el("div", { class: "actions" },
                  button("Write a response", () => write(), { id: "write", "aria-keyshortcuts": "e" }),
                  button(held.live ? `Send to ${held.live}` : "Send to the live server",
                    () => answer({ decision: "live" }), { id: "live", disabled: !held.live, "aria-keyshortcuts": "l",
                      title: held.live ? null : "There is no environment to send the request to." }),
                  button("Cancel the request", () => answer({ decision: "cancel" }),
                    { id: "cancel", class: "danger" }))),
              el("div", { class: "draft-place" }),
              section("From now on", el("label", { class: "line" }, el("span", {}, "Requests to ",
                el("code", {}, held.requestPath)), settingSelect(held.requestPath, held.setting, held.mocks, set))),
              section("Request", headers(held.headers, "The request’s header fields"),
                body(held.body, held.headers, "request")));
            element.querySelector("button.choose, #write")?.focus({ preventScroll: true });
          }

          async function set(setting) {
            try {
              await api.set(held.requestPath, setting);
              toast("Set for all following requests.");
            } catch (error) { toast(error.message, true); }
          }

          async function edit(mock) {
            try {
              const whole = await api.mock(mock.path);
              if (!whole.isBody || whole.body.text === undefined) return toast("This mock’s body is not text.", true);
              write({ ...whole, text: whole.body.text, from: mock.name });
            } catch (error) { toast(error.message, true); }
          }

          function write(from = {}) {
            const fields = from.headers ?? [{ name: "Content-Type", value: "application/json" }];
            const milliseconds = Math.round((from.delay ?? 0) * 1000);
            const code = from.status ?? 200;
            const status = el("input", { type: "number", min: 200, max: 599, required: true, value: code });
            const delay = el("input", { type: "number", min: 0, step: 1, value: milliseconds });
            const lines = el("textarea", { rows: Math.min(4, Math.max(1, fields.length)), spellcheck: "false",
              oninput: () => made.refresh() });
            lines.value = fields.map((field) => `${field.name}: ${field.value}`).join("\n");
            const send = el("button", { type: "submit", class: "main", id: "answer" }, "Answer");
            const made = editor({
              value: from.text ?? "", label: "The response’s body",
              isJSON: (text) => looksLikeJSON(contentType(parsed(lines.value)), text),
              onchange: (error) => { send.textContent = error ? "Answer anyway" : "Answer"; },
              onsubmit: () => form.requestSubmit(),
            });
            const form = el("form", { class: "draft", onsubmit: (event) => {
              event.preventDefault();
              const response = {
                status: Number(status.value), delay: Number(delay.value) / 1000, headers: parsed(lines.value),
                body: made.text,
              };
              answer({ decision: "response", response });
            } },
            el("h3", {}, from.from ? `A copy of ${from.from}` : "A response of your own"),
            el("div", { class: "draft-head" }, el("label", {}, "Status", status), el("label", {}, "Delay, ms", delay),
              el("label", { class: "wide" }, "Header fields", lines)),
            made.element,
            el("div", { class: "actions" }, send, button("Lay out", () => made.layOut()),
              button("Paste", () => paste(made)), button("Close", closeDraft, { class: "quiet" })));
            draft = made;
            fill(element.querySelector(".draft-place"), form);
            form.scrollIntoView({ block: "nearest" });
            made.area.focus();
            made.area.setSelectionRange(0, 0);
          }

          function closeDraft() {
            draft = null;
            fill(element.querySelector(".draft-place"));
            element.querySelector("button.choose, #write")?.focus();
          }

          async function paste(made) {
            try {
              made.replaceAll(await navigator.clipboard.readText());
            } catch {
              made.area.focus();
              made.area.select();
              toast("Press Ctrl-V or ⌘V: the browser does not allow a button to read the clipboard.", true);
            }
          }

          async function answer(decision) {
            if (isOver) return;
            try {
              await api.answer(id, decision);
              isOver = true;
              toast({ live: "Sent to the live server.", cancel: "Cancelled." }[decision.decision] ?? "Answered.");
              await fetchState();
              // Unless something else is open by now: on to the next that waits, or to what became of this one.
              if (store.route.kind !== "held" || store.route.key !== id) return;
              const next = store.state.held[0];
              go(next ? `#requests/held/${next.id}` : held.entry ? `#requests/${held.entry}` : "#requests");
              if (!next) byID("rows").querySelector("a.row")?.focus();
            } catch (error) { toast(error.message, true); }
          }
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
