extension Page {
    /// The script of the view of one request.
    static let detailScript = #"""
        // All details of one request: in the journal, or held.

        import { draft as newDraft, mockForm, nameFor, tellSaved } from "./draft.js";
        import { keepDrafts } from "./mocks.js";
        import { backButton, body, button, copyCurl, directory, empty, facts, headers, later, method, mockLine, path, sample, section, settingOf, status } from "./parts.js";
        import { api, attempt, breakable, byID, coalesced, copy, decoded, el, fetchState, fill, go, isFiltered, on, rebuild, seconds, setText, store, time, toast } from "./store.js";

        // The displayed item: its key, and a signature that shows whether it has changed.
        let shown = { key: null, signature: null, panel: null };
        // The mocks that were saved from requests, and the forms for new ones, by number.
        const [saved, forms] = [new Map(), new Map()];
        // The panels of held requests by number, which keep what is written while something else is open.
        const panels = new Map();

        // The headers that a server adds to each response, which don't belong in a mock.
        const added = /^(access-control-.*|accept-ranges|content-length|date|etag|last-modified|transfer-encoding)$/i;

        function response(entry) {
          const { response } = entry;
          if (!response || entry.failure && !response.body.length) {
            return el("p", { class: "muted" }, !entry.isOver ? "The request is still in progress."
              : entry.failure ? `No response: ${entry.failure}.` : "The response is no longer kept.");
          }
          return [
            response.note ? el("p", { class: "muted" }, response.note) : null,
            headers(response.headers),
            body(response.body, response.headers, "response"),
          ];
        }

        // Returns the default mock that an unanswered request may have now.
        const next = (entry) => (entry.diagnosis && !settingOf(entry, entry.method) && store.state?.isOn && store.state.undecided === "firstMock" ? entry.first : null);

        // A problem may end with a question.
        const sentence = (text) => (/\?”?$/.test(text) ? text : `${text}.`);

        function diagnosis(entry) {
          const { diagnosis: found, mocks } = entry;
          if (!found) return null;
          // The suggestion names the file as “Create a mock” would.
          const suggestion = found.suggestion?.replace(/\/success_(?:[A-Z]+_)?name\.json/, () => `/success_200_${entry.method}_${nameFor(entry.directory)}.json`);
          const mock = mocks?.find(({ path }) => path === entry.first),
            isMocked = mock && !mock.isBroken && (/^has no mock/.test(found.reason) || store.state?.isOn && !["unanswered", "live"].includes(settingOf(entry, entry.method)?.kind ?? store.state.undecided));
          const advice = mock?.isBroken ? sentence(`${mock.path} matches this request now, but it can’t be used: ${mock.problem}`)
            : isMocked ? "A mock matches this request now." : suggestion;
          const near = (found.nearest ?? []).map((miss) => el("li", {}, el("code", {}, miss.route), miss.at ? ` at ${miss.at}` : "",
            el("ul", { class: "conditions" }, miss.conditions.map((one) =>
              el("li", { class: one.isMet ? "muted" : "unmet" }, `${one.isMet ? "✓" : "✗"} ${one.expectation}`,
                one.explanation ? ` – ${one.explanation}` : "")))));
          return section("Why nothing answered",
            found.reason && !isMocked ? el("p", {}, sentence(`The request ${found.reason}`)) : null, advice ? el("p", {}, advice) : null,
            near.length ? el("ul", { class: "near" }, near)
              : found.reason ? null : el("p", { class: "muted" }, "No similar routes."),
            found.stub ? sample("A route to start from", found.stub, "the route") : null);
        }

        function whole(entry) {
          return [
            el("header", { class: "detail-head" }, backButton("#requests", "Requests"),
              el("h2", {}, method(entry.method), " ", path(entry.target)),
              el("div", { class: "actions" },
                saving(entry),
                button("Copy as curl", () => copyCurl(entry.number), { id: "copy-curl", "aria-keyshortcuts": "c" }))),
            facts([
              [entry.hasOwnResponse || !entry.status ? "Answer" : "Sent", entry.status ? el("span", {}, status(entry.status), ` ${entry.statusText ?? ""}`)
                : !entry.isOver ? "in progress" : entry.failure ? `Failed: ${entry.failure}` : null],
              [entry.hasOwnResponse ? "Answered by" : "Reason", entry.outcome !== "unanswered" ? breakable(entry.reason)
                : `Unanswered: ${entry.reason.replace(/^no \w+$/, "$& matched")}`],
              ["Received", time(entry.date)],
              ["Duration", entry.isOver ? seconds(entry.duration) : null],
            ]),
            el("div", { class: "draft-place" }, forms.get(entry.number)?.element),
            diagnosis(entry),
            section("Response", entry.diagnosis
              ? el("details", {}, el("summary", {}, "Show response"), response(entry)) : response(entry)),
            entry.requestPath ? later(entry) : null,
            section("Request", headers(entry.request.headers),
              body(entry.request.body, entry.request.headers, "request")),
          ];
        }

        // A response from the app's server or a mock can become a mock, and so can one that's written here.
        function saving(entry) {
          const mock = saved.get(entry.number) ?? entry.mock;
          const [file, which] = mock ? [mock, "Open the mock"] : next(entry) ? [next(entry), "Open the mock that would answer"] : [entry.nearest, "Open the nearest mock"];
          const open = file ? button(which, () => go(`#mocks/${encodeURIComponent(file)}`), { id: "open-mock" }) : null;
          const waiting = store.state?.held.find((one) => one.entry === entry.number);
          if (waiting) return [open, button("Answer it", () => go(`#requests/held/${waiting.id}`), { id: "answer-held" })];
          const [left] = [...panels].find(([, one]) => one.entry === entry.number && one.isChanged) ?? [];
          if (left && entry.isOver) return button("Open what you’ve written", () => go(`#requests/held/${left}`), { id: "open-draft" });
          if (!store.mocks?.folder || !entry.isOver) return open;
          const isSavable = entry.hasOwnResponse && !mock && entry.response && !entry.response.body.isCut;
          return [open, isSavable ? button("Save as a mock", () => saveMock(entry.number), { id: "save-mock", title: "Saves this response for requests with exactly this path and query" }) : null,
            // A route takes precedence over a mock.
            entry.directory !== undefined ? button(`Create ${mock || entry.first ? "another" : "a"} mock`, () => create(entry), { id: "create-mock", title: "Opens a form, in which you choose the path, the response and the name" }) : null];
        }

        // Returns whether the mock was saved.
        const saveMock = (number, members = {}) => attempt(() =>
          api.save(number, members).then((made) => Boolean(saved.set(number, tellSaved(made)))));

        // Returns whether mocks in a folder are for a request: its path ends with theirs.
        function matches(entry, path) {
          const known = store.mocks.folders.find((one) => one.folder === `/${path}`);
          const [wanted, sent] = [known?.requestPath ?? path, entry.target.split("?")[0]].map((one) => decoded(one).toLowerCase().split("/").filter(Boolean));
          return known?.isGeneral || path === entry.directory || wanted.length <= sent.length && (wanted.length || !sent.length)
            && wanted.every((segment, index) => /^{.*}$/.test(segment) || segment === sent.at(index - wanted.length));
        }

        function create(entry, written, back) {
          if (forms.has(entry.number)) return forms.get(entry.number).write();
          const close = () => {
            form.element.remove();
            forms.delete(entry.number);
            if (shown.panel === form) shown.panel = null;
            if (back && store.state.held.some((one) => one.id === back)) go(`#requests/held/${back}`);
            else (saved.has(entry.number) && byID("open-mock") || byID("create-mock"))?.focus();
          };
          const own = entry.hasOwnResponse && entry.response && !entry.response.body.isCut ? entry.response : null;
          const from = written ? { ...written, text: written.body, isWritten: true } : own ? { status: entry.status, text: own.body.text, headers: own.headers.filter(({ name }) => !added.test(name) && (entry.mock || !own.leftOut.includes(name))) }
            : entry.method === "DELETE" ? { status: 204, headers: [] } : { text: "{}" };
          const query = entry.target.split("?")[1];
          const what = [query ? "query" : [], entry.request.body.length ? "body" : []].flat().join(" and ");
          const form = mockForm({
            title: `A mock for ${entry.method} ${entry.target}`, from, close, method: entry.method, directory: entry.directory,
            only: what && `this ${what}`,
            isOnly: store.mocks.folders.some((one) => one.folder === `/${entry.directory}` && one.mocks.some((mock) => (mock.method ?? "GET") === entry.method)),
            doubt: (path) => (matches(entry, path) ? "" : "This path doesn’t match the request."),
            save: (mock) => saveMock(entry.number, mock),
          });
          forms.set(entry.number, Object.assign(form, { subject: entry }));
          shown.panel = form;
          fill(byID("detail").querySelector(".draft-place"), form.element);
          form.write();
        }

        async function showEntry(number) {
          const listed = store.journal.get(number);
          // The folder determines what can be saved, and settings may change elsewhere.
          const signature = JSON.stringify([listed, store.mocks?.folder, saved.get(number), store.state?.undecided, store.state?.isOn, store.state?.live, store.mocks?.folders.map((one) => [one.settings, one.defaults])]);
          const key = `entry:${number}`;
          // An entry that the journal no longer has stays as it was loaded, and isn't fetched again.
          const isGone = number < store.first || number > store.last;
          if (shown.key === key && (isGone || shown.signature === signature)) return;
          const isNew = shown.key !== key;
          shown = { key, signature, panel: forms.get(number) ?? null };
          try {
            const entry = await api.entry(number);
            if (shown.key !== key || shown.signature !== signature) return;
            const [focused, open] = [document.activeElement, byID("open-mock")];
            const isInside = byID("detail").contains(focused);
            fill(byID("detail"), whole(entry));
            if (isInside) (focused.isConnected ? focused : !open && byID("open-mock") || byID(focused.id))?.focus({ preventScroll: true });
          } catch (error) {
            if (shown.key !== key) return;
            shown.signature = null;
            if (isNew) fill(byID("detail"), backButton("#requests", "Requests"), empty("This request can’t be shown.", error.message));
          }
          if (isNew) byID("detail").scrollTop = 0;
        }

        function showHeld(id) {
          const key = `held:${id}`;
          if (shown.key === key) return;
          shown = { key, signature: null, panel: panels.get(id) ?? heldPanel(id) };
          panels.set(id, shown.panel);
          fill(byID("detail"), shown.panel.element);
          byID("detail").scrollTop = 0;
        }

        // Returns a command whose request gets an answer, if possible without a variable in its path, or null.
        function example() {
          const [folders, rows] = [store.mocks?.folders ?? [], store.mocks?.source?.table ?? []];
          const [found] = [...folders.filter((one) => one.first && !one.isGeneral).map((one) => one.requestPath), ...rows.filter(([name]) => name === "GET").map(([, path]) => path)]
            .sort((one, other) => one.includes("{") - other.includes("{"));
          return found ? `curl ${location.origin}${encodeURI(found)}` : null;
        }

        function show() {
          const { view, kind, key } = store.route;
          for (const panel of panels.values()) panel.refresh();
          for (const [id, panel] of panels) if (panel !== shown.panel && !panel.isChanged) panels.delete(id);
          byID("requests-view").classList.toggle("is-open", kind !== null);
          if (view !== "requests") return;
          if (kind === "entry") return showEntry(key);
          if (kind === "held") return showHeld(key);
          shown = { key: null, signature: null, panel: null };
          const [held, command] = [store.state?.held.length, example()];
          fill(byID("detail"), store.journal.size === 0 && !held && !isFiltered("requests")
            ? empty("Waiting for the first request.", `Point your app at ${location.origin}${command ? ", or try:" : "."}`, command && el("span", { class: "line" }, el("code", {}, command),
              button("Copy", () => copy(command, "the command"), { class: "quiet" })),
              "Each request appears here, with its response and the reason for it.")
            : empty(held > 1 ? `${held} requests are waiting for you.` : held ? "A request is waiting for you." : "Nothing is selected.", held ? button("Open the first", () => byID("held-rows").querySelector("a").click(), { id: "open-held" }) : "Choose a request to see its details.",
              "Keys: j and k move, Enter opens, ? shows them all."));
        }

        // Another run of the server gives the same numbers to other requests.
        on(["run"], () => {
          const all = [...forms.values(), ...panels.values()];
          keepDrafts(all.filter((one) => one.isChanged));
          for (const one of all) one.shut();
          for (const map of [saved, panels]) map.clear();
          shown = { key: null, signature: null, panel: null };
        });

        export const setUpDetail = () => on(["route", "journal", "state", "mocks"], show);

        export const openPanel = () => shown.panel;

        // Returns whether something is written for a request in the journal.
        export const hasDraft = (number) => Boolean(forms.get(number)?.isChanged) || [...panels.values()].some((one) => one.entry === number && one.isChanged);

        export const hasDrafts = () => [...forms.values()].some((one) => one.isChanged);

        // A held request: choose or edit a mock, write or paste a response, forward the request, or cancel it.

        // The time of the last jump to the next request. The second click of a double-click must not answer that one.
        let jumped = -Infinity;

        function heldPanel(id) {
          const [element, over] = [el("div", { class: "held-panel" }), el("p", { class: "problems", role: "status" })];
          const [answers, after] = [el("div", { class: "answers" }), el("div")];
          let [held, draft, isOver, settings] = [null, null, false, null];

          const current = () => JSON.stringify([store.state?.undecided, store.state?.isOn, store.state?.live, store.mocks?.count, directory(held.requestPath)]);
          const canCreate = () => held.entry && store.mocks?.folder;

          // Opens the form for a new mock, with what's written here.
          const createMock = () => attempt(async () => {
            const entry = await api.entry(held.entry), written = draft?.response;
            draft?.shut();
            create(entry, written, id);
            go(`#requests/${entry.number}`);
          });

          // Asks first if a response is written that would be lost.
          const choose = (decision) => (draft?.isChanged ? draft.sure("sent", ["you’ve written a response"], () => answer(decision)) : answer(decision));

          const edit = (choice) => attempt(async () => {
            const { isBody, body, ...rest } = choice.path ? await api.mock(choice.path) : choice;
            if (isBody === false || body.isCut || body.text === undefined) return toast("This body can’t be edited here.", true);
            write({ ...rest, text: body.text, from: choice.name });
          });

          // Fetches the request again whenever its mocks, or what later requests get, may have changed.
          const load = coalesced(async () => {
            try {
              const answer = await api.held(id);
              if (!isOver) show(held = answer);
            } catch (error) {
              // A panel that's shown already notices the end itself.
              if (held) return;
              isOver = true;
              fill(element, backButton("#requests", "Requests"), empty("The request is no longer waiting.", error.message));
            }
          });

          load();
          return {
            element, refresh,
            live: () => { if (held?.live) choose({ decision: "live" }); },
            write: () => (draft ? draft.write() : write()),
            leave: () => draft?.leave(), shut: () => draft?.shut(),
            get isChanged() { return draft?.isChanged; }, get entry() { return held?.entry; }, get response() { return draft?.response; }, get subject() { return { method: held.method, directory: held.requestPath.slice(1) }; },
          };

          // If the request was answered elsewhere or its client has gone, keep the draft so that it can be copied.
          function refresh() {
            if (!held) return;
            if (store.state?.held.some((one) => one.id === id)) return settings === current() ? null : load();
            if (!isOver) {
              isOver = true;
              for (const control of element.querySelectorAll(".answers button")) control.disabled = true;
              element.prepend(over);
            }
            setText(over, store.journal.get(held.entry)?.isAbandoned ? "The client has disconnected, so nothing can be sent." : "The request is no longer waiting: it was answered elsewhere.");
            if (over.textContent !== draft?.question) draft?.ask(over.textContent, canCreate() ? button("Create a mock from what you’ve written", createMock, { id: "keep-draft" }) : null);
            draft?.block();
          }

          function show() {
            settings = current();
            const isNew = !element.firstChild;
            if (isNew) fill(element,
              el("header", { class: "detail-head" }, backButton("#requests", "Requests"),
                el("h2", {}, method(held.method), " ", path(held.target)),
                el("p", { class: "muted" }, `Waiting since ${time(held.date)}`),
                held.entry ? button("Copy as curl", () => copyCurl(held.entry), { id: "copy-curl", "aria-keyshortcuts": "c" }) : null),
              answers, el("div", { class: "draft-place" }), after,
              section("Request", headers(held.headers),
                body(held.body, held.headers, "request")));
            const set = settingOf(held, held.method)?.mock;
            const described = held.answers.map((one, index) => ({ ...one, name: `${one.statusText ?? ""} from ${held.document ?? "the document"}`,
              summary: one.status, isSuccess: one.status < 400, isUsual: !index && !held.first && !set }));
            // Begin with what the server would choose, then the mocks for the request's method. Of these, a person most
            // often wants a success. The document's answers come before mocks for other requests.
            const isFirst = (one) => (one.path ? one.path === (set ?? held.first) : one.isUsual);
            const isOwn = (mock) => [held.method, held.method === "HEAD" ? "GET" : null].includes(mock.method ?? "GET");
            const named = (one) => (isOwn(one) || !one.path ? one : { ...one, method: one.method ?? directory(held.requestPath)?.mocks.find(({ path }) => path === one.path)?.methods });
            // A mock whose conditions the request doesn't meet can be sent, too.
            const others = (directory(held.requestPath)?.mocks ?? []).filter((one) => !one.isBroken && one.condition && !held.mocks.some(({ path }) => path === one.path));
            const rank = (one) => (one.isBroken ? 8 : isFirst(one) ? 0 : one.isGeneral ? 7 : others.includes(one) ? 6 : !one.path ? 3 : (isOwn(one) ? 1 : 4) + !one.isSuccess);
            const choices = [...held.mocks, ...described, ...others].sort((one, other) => rank(one) - rank(other)).map((one) => el("li", { class: "choice" },
              button([mockLine(named(one), held.mocks.map(named)), isFirst(one) ? el("span", { class: "tag" }, set ? "set for its path" : "first match") : null], () => choose(one.path ? { decision: "mock", mock: one.path } : { decision: "document", status: one.status }),
                { class: "choose", "data-mock": one.path, "data-focus": one.path ?? one.status, disabled: one.isBroken }),
              button("Edit a copy", () => edit(one), { class: "quiet", "aria-label": `Edit a copy of ${one.name}` })));
            rebuild(answers, [held.mocks, others, held.answers, held.first, set, held.live], () => [
              section(described.length ? "Choose a response" : "Answer with a mock", choices.length ? el("ul", { class: "choices" }, choices) : el("p", { class: "muted" }, `${store.mocks?.folder ? "No folder of mocks" : store.mocks?.source?.document ?? "Nothing here"} has this path and method.`)),
              el("div", { class: "actions" },
                button("Write a response", () => write(), { id: "write", "aria-keyshortcuts": "e" }),
                button(held.live ? `Forward to ${held.live}` : "Forward to the live server (needs --live URL)",
                  () => choose({ decision: "live" }), { id: "live", disabled: !held.live, "aria-keyshortcuts": "l",
                    title: held.live ? null : "Start the server with --live URL, or set an environment." }),
                button("Fail the request", () => choose({ decision: "cancel" }), { id: "cancel", class: "danger" }),
                canCreate() ? button("Create a mock", createMock, { id: "create-mock" }) : null)]);
            rebuild(after, [settings, held.settings, held.first, held.mocks, held.document], () => later(held));
            if (isNew) element.querySelector("button.choose, #write")?.focus({ preventScroll: true });
          }

          function write(from = {}) {
            if (isOver) return;
            if (draft?.isChanged) return draft.leave();
            draft = newDraft({
              title: from.from ? `A copy of ${from.from}` : "Your own response", name: "Answer", from,
              close: closeDraft,
              send: (response) => draft.sure("sent", [...draft.doubts, ...draft.error ? ["the body isn’t valid JSON"] : []],
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

          function answer(decision) {
            if (isOver || performance.now() - jumped < 500) return;
            return attempt(async () => {
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
            });
          }
        }
        """#
}
