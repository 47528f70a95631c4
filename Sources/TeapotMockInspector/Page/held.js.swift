extension Page {
    /// The script of the view of a held request.
    static let heldScript = #"""
        // A held request: choose or edit a mock, write or paste a response, forward the request, or cancel it.

        import { api } from "./api.js";
        import { attempt, byID, el, fill, setText, time, toast } from "./dom.js";
        import { draft as newDraft } from "./draft.js";
        import { backButton, body, button, copyCurl, empty, headers, later, method, mockLine, path, section } from "./parts.js";
        import { fetchState, go, store } from "./store.js";

        // The time of the last jump to the next request. The second click of a double-click must not answer that one.
        let jumped = -Infinity;

        export function heldPanel(id) {
          const [element, over] = [el("div", { class: "held-panel" }), el("p", { class: "problems", role: "status" })];
          let [held, draft, isOver] = [null, null, false];

          const edit = (mock) => attempt(async () => {
            const whole = await api.mock(mock.path);
            if (!whole.isBody || whole.body.text === undefined) return toast("This mock’s body is not text.", true);
            write({ ...whole, text: whole.body.text, from: mock.name });
          });

          load();
          return {
            element, refresh,
            live: () => { if (held?.live) answer({ decision: "live" }); },
            write: () => (draft ? draft.write() : write()),
            leave: () => draft?.leave(),
            shut: () => draft?.shut(),
            get isChanged() { return draft?.isChanged; },
          };

          async function load() {
            try {
              held = await api.held(id);
              show();
            } catch (error) {
              isOver = true;
              fill(element, backButton("#requests", "Requests"), empty("The request is no longer waiting.", error.message));
            }
          }

          // If the request was answered elsewhere or its client has gone, keep the draft so that it can be copied.
          function refresh() {
            if (!held || store.state?.held.some((one) => one.id === id)) return;
            if (!isOver) {
              isOver = true;
              for (const control of element.querySelectorAll(".answers button, .draft .main")) control.disabled = true;
              element.prepend(over);
            }
            const isGone = store.journal.get(held.entry)?.isAbandoned;
            setText(over, isGone ? "The client has disconnected, so nothing can be sent." : "The request is no longer waiting: it was handled elsewhere.");
          }

          function show() {
            // A person most often wants a success.
            const rank = (mock) => (mock.isBroken ? 3 : mock.path.startsWith("General/") ? 2 : mock.isSuccess ? 0 : 1);
            const choices = [...held.mocks].sort((one, other) => rank(one) - rank(other)).map((mock) => el("li", { class: "choice" },
              el("button", { type: "button", class: "choose", "data-mock": mock.path, disabled: mock.isBroken,
                onclick: () => answer({ decision: "mock", mock: mock.path }) },
                mockLine(mock, held.mocks)),
              button("Edit a copy", () => edit(mock), { class: "quiet", "aria-label": `Edit a copy of ${mock.name}` })));
            fill(element,
              el("header", { class: "detail-head" }, backButton("#requests", "Requests"),
                el("h2", {}, method(held.method), " ", path(held.target)),
                el("p", { class: "muted" }, `Waiting since ${time(held.date)}`),
                held.entry ? button("Copy as curl", () => copyCurl(held.entry), { id: "copy-curl", "aria-keyshortcuts": "c" }) : null),
              el("div", { class: "answers" },
                section("Answer with a mock", held.mocks.length ? el("ul", { class: "choices" }, choices)
                  : el("p", { class: "muted" }, "No folder of mocks matches this path.")),
                el("div", { class: "actions" },
                  button("Write a response", () => write(), { id: "write", "aria-keyshortcuts": "e" }),
                  button(held.live ? `Forward to ${held.live}` : "Forward to the live server (needs --live URL)",
                    () => answer({ decision: "live" }), { id: "live", disabled: !held.live, "aria-keyshortcuts": "l",
                      title: held.live ? null : "Start with --live URL, or set an environment." }),
                  button("Fail the request", () => answer({ decision: "cancel" }),
                    { id: "cancel", class: "danger" }))),
              el("div", { class: "draft-place" }),
              later(held),
              section("Request", headers(held.headers),
                body(held.body, held.headers, "request")));
            element.querySelector("button.choose, #write")?.focus({ preventScroll: true });
          }

          function write(from = {}) {
            if (isOver) return;
            if (draft?.isChanged) return draft.leave();
            draft = newDraft({
              title: from.from ? `A copy of ${from.from}` : "Your own response", name: "Answer", from,
              close: closeDraft,
              send: (response) => draft.sure("sent", draft.error ? ["the body isn’t valid JSON"] : [],
                () => answer({ decision: "response", response })),
            });
            fill(element.querySelector(".draft-place"), draft.element);
            draft.write();
          }

          function closeDraft() {
            draft = null;
            fill(element.querySelector(".draft-place"));
            if (!isOver) element.querySelector("button.choose, #write")?.focus();
          }

          async function answer(decision) {
            if (isOver || performance.now() - jumped < 500) return;
            try {
              await api.answer(id, decision);
              isOver = true;
              const name = `${held.method} ${held.target.slice(0, 80)}`;
              toast(`${{ live: "Forwarded", cancel: "Closed the connection" }[decision.decision] ?? "Answered"}: ${name}`);
              await fetchState();
              // Unless another item is open by now, go to the next held request, or to this one's entry in the journal.
              if (store.route.kind !== "held" || store.route.key !== id) return;
              const next = store.state.held[0];
              if (next) jumped = performance.now();
              go(next ? `#requests/held/${next.id}` : held.entry ? `#requests/${held.entry}` : "#requests");
              if (!next) byID("rows").querySelector("a.row")?.focus();
              return true;
            } catch (error) { toast(error.message, true); }
          }
        }
        """#
}
