extension Page {
    /// The script of the view of folders and their mocks.
    static let mocksScript = #"""
        // The folders with their mocks and problems, and the setting for each path. Below, the scenarios.

        import { mockForm, tellSaved } from "./draft.js";
        import { backButton, body, button, called, choose, directory, empty, facts, headers, kept, methodsOf, mockLine, path, problems, sample, scenariosOf, section, settingOf, settingSelect, setUpFilter, status, traits } from "./parts.js";
        import { api, attempt, bytes, byID, closeToast, coalesced, decoded, el, fetchMocks, fetchState, go, isFiltered, markCurrent, on, rebuild, setCount, setText, store, toast, Unreachable } from "./store.js";

        // The open mock, the one whose row the list has scrolled to, the question before one is deleted, and the number
        // of new mocks that were kept.
        let [shownMock, reached, question, keptCount] = [null, null, null, 0];
        // The editors by path. Their text is kept while something else is open.
        const forms = new Map();
        // The approximate number of mocks to show at once.
        const limit = 1000;

        // Returns whether a mock in a folder answers requests. One with a condition counts, because it depends on them.
        function isUsed(mock, one) {
          const setting = settingOf(one, mock.methods), { answering, isGeneral } = one;
          const isLeft = !setting || setting.kind === "mock" && answering[mock.methods === "any method" ? "GET" : mock.methods] !== setting.mock;
          return store.state?.isOn && !mock.isBroken && (mock.answers === "always" || store.state.undecided === "firstMock" && (mock.answers || mock.condition && isLeft && !isGeneral));
        }

        // Returns the methods for which a mock is chosen.
        const chosenFor = (mock, folder) => Object.entries(folder?.settings ?? {}).filter(([, one]) => one.mock === mock.path).map(([name]) => name);

        function folder(one) {
          const names = methodsOf(one), nameOf = (name) => called(name, one);
          const use = (mock) => (mock.answers === "always" ? `always answers ${chosenFor(mock, one).map(nameOf).join(" and ")}` : `answers ${nameOf(mock.methods)}`);
          const menu = (name) => el("label", { class: "line muted" }, name === "any method" && !names[1] ? null : nameOf(name), settingSelect({ ...one, method: name, first: one.defaults[name === "any method" ? "GET" : name] }));
          return el("section", { class: "folder" },
            el("header", { class: "folder-head" },
              el("h3", {}, one.isGeneral ? "Any request" : path(one.folder)), one.isGeneral ? null : names.map(menu),
              one.isGeneral ? el("p", { class: "muted" }, "Choose one of these in the menu of a path, or for a held request.")
                : one.requestPath === one.folder ? null : el("p", { class: "muted" }, scope(one.mocks[0]), path(one.requestPath))),
            el("ul", { class: "rows" }, one.rows.map((mock) => el("li", {}, el("a", {
              class: "row mock", href: `#mocks/${encodeURIComponent(mock.path)}`, "data-focus": mock.path,
            }, mockLine(mock), isUsed(mock, one) ? el("span", { class: "tag use" }, use(mock)) : null,
              isEdited(mock.path) ? el("span", { class: "tag" }, forms.get(mock.path).compare ? "edited" : "unsaved copy") : null, el("span", { class: "reason" }, path(mock.path.split("/").pop())))))));
        }

        const scope = ({ isExact }) => (isExact ? "for the path " : "for paths that end with ");
        const isEdited = (path) => forms.get(path)?.isChanged;

        function showFolders() {
          const { mocks } = store;
          if (!mocks) return;
          const wrong = mocks.problems.length;
          if (wrong) setCount("mocks", wrong, wrong === 1 ? "problem" : "problems", "wrong"); else setCount("mocks", mocks.folder ? mocks.count : "");
          const list = byID("folders"), top = list.parentElement.scrollTop, all = new Set(mocks.folders.flatMap((one) => one.mocks.map((mock) => mock.path)));
          // What's written for files that are gone, and for requests before a restart.
          const lost = [...forms].filter(([key, form]) => key !== "new" && form.isChanged && !all.has(key)).map(([key, form]) =>
            el("li", {}, el("a", { class: "row mock", href: `#mocks/${encodeURIComponent(key)}`, "data-focus": key }, form.element.querySelector("h3").textContent, el("span", { class: "tag" }, form.compare ? "edited, file gone" : "unsaved"))));
          byID("mocks-form").hidden = !mocks.folder;
          setText(byID("new-mock"), isEdited("new") ? "New mock (unsaved)" : "New mock");
          rebuild(list, [mocks, store.state?.undecided, store.state?.isOn, store.state?.live, [...forms.keys()].filter(isEdited)], () => [lost.length ? el("ul", { class: "rows" }, lost) : null, mocks.folder ? folders(mocks, all) : null,
            mocks.source || mocks.folder ? source(mocks.source)
              : empty("There is no folder of mocks.", "Code answers the requests, so there are no files to edit.",
                "To edit mocks here, create a folder, such as Mocks, and run: teapot serve Mocks")]);
          list.parentElement.scrollTop = top;
        }

        // What answers besides files, such as a document with its operations.
        function source(one) {
          if (!one || store.mocks.folder && !one.lines.length && !one.table.length) return null;
          const row = (cells, tag) => el("tr", {}, cells.map((cell, index) => el(tag, {}, index === 1 && tag === "td" ? path(cell) : cell)));
          return el("section", { class: "source" }, el("h3", {}, one.title), one.lines.map((line) => el("p", {}, line)),
            one.table.length ? el("table", {}, one.table.map((cells, index) => row(cells, index ? "td" : "th"))) : null);
        }

        function folders(mocks, all) {
          const found = mocks.folders.map((one) => ({ ...one, rows: one.mocks.filter((mock) => mock.isSelected) }))
            .filter((one) => one.rows.length > 0);
          let count = 0;
          const shown = found.filter(({ rows }) => (count += rows.length) - rows.length < limit);
          return [
            el("p", { class: "note" }, el("code", { class: "place" }, mocks.folder), kept()), store.state?.isOn === false ? el("p", { class: "note" }, "Mocking is off, so every request goes to the live server.") : null,
            mocks.problems.length && !isFiltered("mocks") ? problems(mocks.problems, all) : null,
            mocks.folders.length === 0
              ? empty("The folder has no mocks yet.", "Send a request, open it, and choose “Create a mock”.",
                "Or add a file to the folder, such as products/success_200_GET_list.json for GET /products.")
              : count === 0 ? empty("No mock matches.", "Choose “Show all” to see the others.") : shown.map(folder),
            shown.length < found.length ? el("p", { class: "note" }, "Search to see the other mocks.") : null,
          ];
        }

        async function showMock() {
          const { view, kind, key } = store.route;
          byID("mocks-view").classList.toggle("is-open", kind === "mock");
          if (view !== "mocks") return;
          document.querySelectorAll("#folders a.row").forEach((link) => markCurrent(link, link.hash === location.hash));
          const link = document.querySelector("#folders a[aria-current]");
          if (key !== reached) link?.scrollIntoView({ block: "nearest" });
          reached = link ? key : null;
          shownMock = kind === "mock" ? key : null;
          if (question?.path !== shownMock) question = null;
          const place = byID("mock");
          if (isNew(key)) {
            if (!forms.has(key)) create(key);
            return rebuild(place, [key], () => [backButton("#mocks", "Mocks"), forms.get(key).element]);
          }
          if (kind !== "mock") {
            return rebuild(place, [store.mocks?.count], () => (store.mocks?.count
              ? empty("Nothing is selected.", "Choose a file to see or edit it.")
              : store.mocks?.source && !store.mocks.folder ? empty("There are no files to edit.", `To edit mocks here, create a folder, such as Mocks, and run: teapot serve Mocks${store.mocks.source.document ? ` --openapi ${store.mocks.source.document}` : ""}`) : null));
          }
          return fetchMock();
        }

        const fetchMock = coalesced(async () => {
          const [key, place] = [shownMock, byID("mock")];
          if (!key || isNew(key)) return;
          try {
            const [mock, form] = [await api.mock(key), forms.get(key)];
            if (shownMock !== key) return;
            // Only the file of an open editor is compared, so that the text keeps its place.
            rebuild(place, form ? [key] : [mock, directory(mock.requestPath), store.state?.undecided, store.state?.isOn], () => whole(mock));
            return form?.compare?.(mock);
          } catch (error) {
            const form = forms.get(key), isGone = error.status === 404 && form?.compare;
            // Keep an editor as it is.
            if (shownMock !== key || error instanceof Unreachable && place.contains(form?.element ?? null)) return;
            rebuild(place, isGone ? [key] : [key, error.message], () =>
              [backButton("#mocks", "Mocks"), isGone ? null : empty("This mock can’t be shown.", error.message), form?.element]);
            return isGone && form.compare({ version: null });
          }
        });

        function whole(mock) {
          // In a longer text, each keystroke takes seconds.
          const why = mock.body.text === undefined ? "The file isn’t text, so it can’t be edited here."
            : mock.body.length > 500_000 ? "The file is larger than 500 kB, so it can’t be edited here." : null;
          const place = directory(mock.requestPath), chosen = chosenFor(mock, place);
          const [own, now] = [mock.path, place?.answering[mock.method ?? "GET"]].map((path) => place?.mocks.find((one) => one.path === path));
          const isNow = own && isUsed(own, place), other = !isNow && now && isUsed(now, place) ? now : null;
          return [
            el("header", { class: "detail-head" }, backButton("#mocks", "Mocks"), el("h2", {}, mock.name),
              forms.has(mock.path) ? null : el("div", { class: "actions" },
                chosen[0] ? button("Use the default again", () => choose(place, null, chosen[0]), { id: "use-default", "data-focus": "answer" })
                  : isNow || mock.isGeneral || mock.isBroken || !place ? null : button("Answer with this mock", () => choose(place, { kind: "mock", mock: mock.path }, mock.methods), { id: "answer-with", "data-focus": "answer" }),
                button("Edit", () => open(mock, false), { id: "edit", disabled: why !== null, "aria-keyshortcuts": "e" }),
                button("Duplicate", () => open(mock, true), { id: "duplicate", disabled: why !== null || !mock.isBody || Boolean(mock.problem) }),
                button("Delete", () => remove(mock), { id: "delete", class: "danger" }))),
            facts([
              ["File", el("code", {}, path(mock.path))],
              [isNow || mock.isGeneral ? "Answers" : "Can answer", mock.isGeneral ? "any request, if you choose it for a path" : [(chosen[0] ? chosen : [mock.methods]).map((name) => called(name, place)).join(" and "), `, ${scope(mock)}`, path(mock.requestPath)]],
              ["Now answered by", other && el("a", { href: `#mocks/${encodeURIComponent(other.path)}` }, other.name)],
              ["Only with", mock.condition && [mock.condition, " (in ", el("code", {}, "mocks.index.json"), chosen[0] ? "), but currently for any request, because it’s chosen for the path" : ")"]],
              ["Status", mock.isBroken ? null : status(mock.status, mock.summary)],
              ["Delay", mock.delay ? `${Math.round(mock.delay * 1000)} ms` : null],
              ["Editing", why],
            ]),
            question?.element, mock.problem && !forms.has(mock.path) ? problems([mock.problem]) : null,
            forms.get(mock.path)?.element,
            forms.has(mock.path) ? null : [section("Headers", headers(mock.headers)), section("Body", [204, 205, 304].includes(mock.status) && mock.body.length
              ? el("p", { class: "muted" }, `A response with status ${mock.status} has no body, so the file’s ${bytes(mock.body.length)} aren’t sent.`) : body(mock.body, mock.headers, "mock"))],
          ];
        }

        // Opens the form for the file of a mock, or for a copy next to it.
        async function open(mock, isCopy) {
          question = null;
          const { path, status, delay, headers, body: { text } } = mock;
          if (!forms.has(path)) {
            // The version of the file to replace, and the one that the form shows or has told about.
            let [version, seen] = [mock.version, mock.version];
            const form = mockForm({
              mock, isCopy, title: isCopy ? `A copy of ${path}` : `The file ${path}`, action: isCopy ? "Create the mock" : "Save",
              from: { status, delay, text, headers: mock.problem ? [] : headers },
              close() {
                forms.delete(path);
                showMock().then(() => byID(isCopy ? "duplicate" : "edit")?.focus());
              },
              async save({ response, file, ...members }) {
                try {
                  // A browser's text area has only these line breaks.
                  const body = text.includes("\r\n") ? response.body.replaceAll("\n", "\r\n") : response.body;
                  const saved = isCopy && !file ? await api.create({ response, ...members })
                    : await api.write(isCopy ? "POST" : "PUT", path, { text: body, version, file, headers: file && response.headers });
                  const made = tellSaved(saved);
                  if (made !== path) go(`#mocks/${encodeURIComponent(made)}`);
                  return true;
                } catch (error) {
                  seen = version;
                  if (isCopy || !await showMock()) toast(error.message, true);
                }
              },
            });
            const renew = () => {
              const key = keep({ response: form.response, subject: { directory: decoded(path.split("/").slice(0, -1).join("/")), method: mock.method ?? "GET", name: mock.name } });
              go(`#mocks/${key}`);
              form.shut();
              forms.get(key).write();
            };
            // Offers a choice if the file is gone, which then has no version, or is no longer the one that was opened,
            // and returns whether it does.
            const compare = (now) => {
              if (now.version === seen) return false;
              seen = now.version;
              if (seen === version) return form.ask("");
              const choose = (choice) => () => {
                form.ask("");
                version = now.version;
                choice();
              };
              closeToast();
              if (!seen) form.ask("The file is gone: it was renamed or deleted on disk.", mock.isBody ? button("Create a mock from it", renew, { id: "renew" }) : null, button("Discard", () => { form.shut(); go("#mocks"); }, { class: "danger" }));
              else form.ask("The file has changed on disk since you opened it.",
                button("Load from disk", choose(() => form.load(now)), { disabled: now.body.isCut || now.body.text === undefined }),
                button("Overwrite", choose(() => form.element.requestSubmit()), { class: "danger" }));
              form.block();
              return true;
            };
            forms.set(path, isCopy ? form : Object.assign(form, { compare }));
            await showMock();
          }
          forms.get(path)?.write();
        }

        // Opens the form for a new mock.
        function create(key, from = { text: "{}" }, { directory = "", method, name } = {}) {
          forms.set(key, mockForm({
            title: method ? `A new mock for ${method} /${directory}` : "A new mock", from, directory, method, name,
            save: (mock) => attempt(async () => {
              const file = tellSaved(await api.create(mock));
              forms.get(key).shut();
              go(`#mocks/${encodeURIComponent(file)}`);
            }),
            close: () => { forms.delete(key); go("#mocks"); },
          }));
        }

        // Keeps what was written for requests that are gone, as new mocks.
        export function keepDrafts(all) {
          store.isKept = all.length > 0;
          all.forEach(keep);
        }

        // Keeps a response as a new mock, and returns its key.
        function keep({ response, subject }) {
          const key = `new ${keptCount += 1}`;
          create(key, { ...response, text: response.body, isWritten: true }, subject);
          return key;
        }

        // Returns whether the key of a form is that of a new mock. Other keys are paths of files.
        const isNew = (key) => /^new( \d+)?$/.test(key);

        // Asks below the button, and deletes the mock.
        function remove({ path }) {
          const yes = button("Delete", () => attempt(async () => {
            await api.remove(path);
            toast(`Deleted ${path}.`);
            go("#mocks");
            await fetchMocks();
          }), { id: "delete-mock", class: "danger" });
          const used = scenariosOf(path).map(({ name }) => ` The scenario “${name}” needs it.`);
          const keep = button("Keep", () => { question.element.remove(); question = null; byID("delete").focus(); });
          question ??= { path, element: el("div", { class: "problems", role: "alert" }, el("p", {}, `Delete ${path}, with its headers and conditions?${used.join("")}`),
            el("div", { class: "actions" }, yes, keep)) };
          byID("mock").querySelector(".detail-head").after(question.element);
          byID("delete-mock").focus();
        }

        export const mockPanel = {
          write: () => forms.get(shownMock)?.write() ?? byID("edit")?.click(),
          leave: () => forms.get(shownMock)?.leave(),
        };

        export function setUpMocks() {
          const showChips = setUpFilter("mocks", "folders", () => {
            byID("folders").parentElement.scrollTop = 0;
            return fetchMocks();
          });
          byID("new-mock").addEventListener("click", () => {
            go("#mocks/new");
            byID("mock").querySelector(".draft input").focus();
          });
          on(["mocks"], () => showChips(store.mocks.folders.flatMap((one) => one.mocks).map((mock) => mock.methods).filter((name) => name !== "any method")));
          on(["state", "mocks", "route"], () => { showFolders(); showMock(); });
        }

        // The scenarios with their steps, and the next step of each active one.

        const active = (name) => store.state?.activeScenarios.find((one) => one.name === name);

        // The scenarios that were active before, and the one that was last turned off here.
        let [former, stopped] = [[], null];

        const turn = (name, isActive) => attempt(() => {
          stopped = isActive ? null : name;
          return api.activate(name, isActive).then(fetchState);
        });

        const inPlural = (condition) => condition.replace("path that ends", "paths that end");

        function step(one, index, current) {
          const place = current === null ? "" : index < current ? "done" : index === current ? "current" : "";
          return el("li", { class: place, "aria-current": place === "current" ? "step" : null },
            el(one.mock ? "a" : "span", { class: "step-name", href: one.mock && `#mocks/${encodeURIComponent(one.mock.path)}` }, one.mock?.name ?? one.responseFileName), " ",
            one.mock ? traits(one.mock) : el("span", { class: "unmet" }, "(not found)"),
            place === "current" ? el("span", { class: "tag" }, "next") : null,
            el("span", { class: "muted" }, one.expects?.includes(one.folder) ? `for ${inPlural(one.expects)}` : `${one.folder}${one.expects ? ` for ${inPlural(one.expects)}` : ""}`),
            place === "done" ? el("span", { class: "unseen" }, "done") : null);
        }

        function card(scenario) {
          const now = active(scenario.name);
          const turner = button(now ? "Turn off" : "Turn on", () => turn(scenario.name, !now), {
            class: now ? "" : "main", "data-scenario": scenario.name, "data-focus": scenario.name,
            "aria-label": `${now ? "Turn off" : "Turn on"} ${scenario.name}`,
          });
          return el("article", { class: now ? "card is-active" : "card" },
            el("header", {}, el("h3", {}, scenario.name), turner),
            scenario.when ? el("p", { class: "muted" }, `For ${inPlural(scenario.when)}`) : null,
            el("ol", { class: "steps" }, scenario.steps.map((one, index) => step(one, index, now ? now.step : null))));
        }

        // Returns the content of a scenario's file, with the first mocks of the folder if it has some.
        function example() {
          const all = (store.mocks?.folders ?? []).filter((one) => !one.isGeneral).flatMap(({ folder, mocks }) => mocks.map((mock) => ({ folder, responseFileName: mock.path.split("/").pop() })));
          const steps = (all.length ? all.slice(0, 2) : [{ folder: "/accounts", responseFileName: "success_list.json" }]).map((one) => `    ${JSON.stringify(one)}`);
          return sample("An example", `{\n  "steps": [\n${steps.join(",\n")}\n  ]\n}`, "the scenario");
        }

        function showScenarios() {
          const { scenarios, state } = store;
          if (!scenarios || !state) return;
          const [count, wrong] = [state.activeScenarios.length, scenarios.problems.length];
          document.querySelector(".tabs [data-view=scenarios]").hidden = !scenarios.hasFolder && !scenarios.scenarios.length && store.mocks !== null && !store.mocks.folder;
          if (wrong) setCount("scenarios", wrong, wrong === 1 ? "problem" : "problems", "wrong");
          else if (count) setCount("scenarios", count, "on", "on"); else setCount("scenarios", state.hasSwitchboard ? scenarios.scenarios.length : "");
          rebuild(byID("scenarios"), [scenarios, state.activeScenarios, store.mocks?.folder, store.mocks?.count], () => [
            scenarios.problems.length ? problems(scenarios.problems) : null,
            scenarios.scenarios.length ? scenarios.scenarios.map(card)
              : empty("There are no scenarios.", "A scenario is a list of steps, each with the response to a request.",
                !state.hasSwitchboard ? "Scenarios need a folder of mocks: teapot serve Mocks"
                  : scenarios.hasFolder ? ["To add one, create a file such as ", path(`${scenarios.folder}/Payment.json`), ", with:"]
                  : ["To add one, create the folder “Scenarios” next to ", path(store.mocks?.folder ?? "the mocks"), ", and restart the server. Then add a file such as Payment.json to it, with:"], state.hasSwitchboard && example()),
          ]);
        }

        // Shows the current step of each active scenario, in every view.
        function showStrip() {
          const isBlocked = ({ next }) => store.mocks?.folders.some((one) => one.mocks.some((mock) => mock.path === next && settingOf(one, mock.methods)));
          const all = (store.state?.activeScenarios ?? []).map((one) => ({ ...one, isBlocked: isBlocked(one) }));
          const ended = former.filter((name) => !active(name) && name !== stopped);
          const begun = all.find(({ name }) => !former.includes(name));
          former = all.map(({ name }) => name);
          if (ended.length) toast(begun ? `The scenario “${begun.name}” replaces “${ended.join("”, “")}”.` : `The scenario “${ended.join("”, “")}” has ended.`);
          byID("strip").hidden = all.length === 0;
          rebuild(byID("strip"), all, () => all.map((one) => el("div", { class: "running" },
            el("strong", {}, one.name),
            el("span", {}, `step ${one.step + 1} of ${one.stepCount}`),
            one.next ? el("span", { class: "next" }, "next: ", el("code", {}, one.next), one.isBlocked ? ", blocked by the setting for its path" : "") : null,
            button("Turn off", () => turn(one.name, false),
              { class: "quiet", "data-focus": one.name, "aria-label": `Turn off ${one.name}` }))));
        }

        export const setUpScenarios = () => on(["scenarios", "state", "mocks"], () => { showScenarios(); showStrip(); });
        """#
}
