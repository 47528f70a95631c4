extension Page {
    /// The script of the view of folders and their mocks.
    static let mocksScript = #"""
        // The folders with their mocks and problems, and the setting for each path.

        import { api, Unreachable } from "./api.js";
        import { attempt, byID, closeToast, el, markCurrent, rebuild, setCount, toast } from "./dom.js";
        import { draft, mockForm, tellSaved } from "./draft.js";
        import {
          backButton, body, button, byMethod, empty, facts, headers, kept, mockLine, path, problems, section, settingSelect, setUpFilter, status,
        } from "./parts.js";
        import { fetchMocks, go, isFiltered, on, store } from "./store.js";

        // The open mock, and the one whose row the list has scrolled to.
        let [shownMock, reached] = [null, null];
        // The editors by path. Their text is kept while something else is open.
        const forms = new Map();
        // The approximate number of mocks to show at once.
        const limit = 1000;

        function folder(one) {
          // A mock with a condition counts as used, because it depends on the requests.
          const isLeft = ({ methods }) => !one.setting || one.setting.kind === "mock" && one.answering[methods === "any method" ? "GET" : methods] !== one.setting.mock;
          const isUsed = (mock) => !mock.isBroken && (mock.answers === "always"
            || store.state?.undecided === "firstMock" && (mock.answers || mock.condition && isLeft(mock) && !one.isGeneral));
          const isSome = one.mocks.some((mock) => mock.method);
          const use = ({ answers, methods }) => `${answers === "always" ? "always answers" : "answers"} ${methods === "any method" && isSome ? "other methods" : methods}`;
          return el("section", { class: "folder" },
            el("header", { class: "folder-head" },
              el("h3", {}, one.isGeneral ? "Any request" : path(one.folder)), one.isGeneral ? null : settingSelect(one),
              one.isGeneral || one.requestPath === one.folder ? null : el("p", { class: "muted" }, "for paths that end with ", path(one.requestPath)),
              one.isGeneral ? null : byMethod(one.requestPath)),
            el("ul", { class: "rows" }, one.rows.map((mock) => el("li", {}, el("a", {
              class: "row mock", href: `#mocks/${encodeURIComponent(mock.path)}`, "data-focus": mock.path,
            }, mockLine(mock), isUsed(mock) ? el("span", { class: "tag use" }, use(mock)) : null,
              isEdited(mock.path) ? el("span", { class: "tag" }, "edited") : null, el("span", { class: "reason" }, path(mock.path.split("/").pop())))))));
        }

        const isEdited = (path) => forms.get(path)?.compare && forms.get(path).isChanged;

        function showFolders() {
          const { mocks } = store;
          if (!mocks) return;
          const wrong = mocks.problems.length;
          if (wrong) setCount("mocks", wrong, wrong === 1 ? "problem" : "problems", "wrong"); else setCount("mocks", mocks.folder ? mocks.count : "");
          const list = byID("folders"), top = list.parentElement.scrollTop;
          byID("mocks-form").hidden = !mocks.folder;
          rebuild(list, [mocks, store.state?.undecided, store.state?.live, [...forms.keys()].filter(isEdited)], () => [mocks.folder ? folders(mocks) : null,
            mocks.source || mocks.folder ? source(mocks.source)
              : empty("There is no folder of mocks.", "Code answers the requests, so there are no files to edit.",
                "To edit mocks here, serve a folder: teapot serve Mocks")]);
          list.parentElement.scrollTop = top;
        }

        // What answers besides files, such as a document with its operations.
        function source(one) {
          if (!one || store.mocks.folder && !one.lines.length && !one.table.length) return null;
          const row = (cells, tag) => el("tr", {}, cells.map((cell, index) => el(tag, {}, index === 1 && tag === "td" ? path(cell) : cell)));
          return el("section", { class: "source" }, el("h3", {}, one.title), one.lines.map((line) => el("p", {}, line)),
            one.table.length ? el("table", {}, one.table.map((cells, index) => row(cells, index ? "td" : "th"))) : null);
        }

        function folders(mocks) {
          const found = mocks.folders.map((one) => ({ ...one, rows: one.mocks.filter((mock) => mock.isSelected) }))
            .filter((one) => one.rows.length > 0);
          let count = 0;
          const shown = found.filter(({ rows }) => (count += rows.length) - rows.length < limit);
          return [
            el("p", { class: "note" }, el("code", { class: "place" }, mocks.folder)),
            mocks.problems.length && !isFiltered("mocks") ? problems(mocks.problems, new Set(mocks.folders.flatMap((one) => one.mocks.map((mock) => mock.path)))) : null,
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
          const place = byID("mock");
          if (key === "new") {
            if (!forms.has(key)) create(key, { title: "A new mock", from: { text: "{}" }, directory: "", name: "name" });
            return rebuild(place, [key], () => [backButton("#mocks", "Mocks"), forms.get(key).element]);
          }
          if (kind !== "mock") {
            return rebuild(place, [store.mocks?.count], () => (store.mocks?.count
              ? empty("Nothing is selected.", "Choose a file to see it or edit it.")
              : store.mocks?.source && !store.mocks.folder ? empty("There are no files to edit.", `To edit mocks here, serve a folder: teapot serve Mocks${store.mocks.source.document ? ` --openapi ${store.mocks.source.document}` : ""}`) : null));
          }
          try {
            const [mock, form] = [await api.mock(key), forms.get(key)];
            if (shownMock !== key) return;
            // Only the file of an open editor is compared, so that the text keeps its place.
            rebuild(place, form ? [key] : [mock], () => whole(mock));
            return form?.compare?.(mock);
          } catch (error) {
            // Keep an editor as it is.
            if (shownMock !== key || error instanceof Unreachable && place.contains(forms.get(key)?.element ?? null)) return;
            rebuild(place, [key, error.message], () =>
              [backButton("#mocks", "Mocks"), empty("This mock can’t be shown.", error.message), forms.get(key)?.element]);
          }
        }

        function whole(mock) {
          // In a longer text, each keystroke takes seconds.
          const why = mock.body.text === undefined ? "The file isn’t text, so it can’t be edited here."
            : mock.body.length > 500_000 ? "The file is larger than 500 kB, so it can’t be edited here." : null;
          return [
            el("header", { class: "detail-head" }, backButton("#mocks", "Mocks"), el("h2", {}, mock.name),
              forms.has(mock.path) ? null : el("div", { class: "actions" },
                button("Edit", () => edit(mock), { id: "edit", disabled: why !== null, "aria-keyshortcuts": "e" }),
                button("Duplicate", () => duplicate(mock), { id: "duplicate", disabled: why !== null || !mock.isBody }),
                button("Delete", () => remove(mock), { id: "delete", class: "danger" }))),
            facts([
              ["File", el("code", {}, path(mock.path))],
              ["Answers", [mock.methods, ", for paths that end with ", path(mock.requestPath)]],
              ["Only with", mock.condition],
              ["Status", mock.isBroken ? null : status(mock.status, mock.summary)],
              ["Delay", mock.delay ? `${Math.round(mock.delay * 1000)} ms` : null],
              ["Editing", why],
            ]),
            mock.problem && !forms.has(mock.path) ? problems([mock.problem]) : null,
            forms.get(mock.path)?.element,
            section("Headers", headers(mock.headers)),
            forms.has(mock.path) ? null : section("Body", body(mock.body, mock.headers, "mock")),
          ];
        }

        async function edit({ path, version, headers, body: { text } }) {
          const close = () => {
            forms.delete(path);
            showMock().then(() => byID("edit")?.focus());
          };
          if (!forms.has(path)) {
            // The version of the file that the form shows or has told about.
            let seen = version;
            const form = draft({
              title: `The file ${path}`, name: "Save", isFile: true, close,
              from: { text, headers: path.endsWith(".json") ? undefined : headers },
              async send({ body }) {
                try {
                  // A browser's text area has only these line breaks.
                  await api.edit(path, text.includes("\r\n") ? body.replaceAll("\n", "\r\n") : body, version);
                  toast(`Saved ${path}. The mock’s next response uses it.${kept()}`);
                  fetchMocks().catch(() => {});
                  return true;
                } catch (error) {
                  seen = version;
                  if (!await showMock()) toast(form.error ? "Not saved: the file isn’t valid JSON." : error.message, true);
                }
              },
            });
            // Offers a choice if the file is no longer the one that was opened, and returns whether it does.
            const compare = (mock) => {
              if (mock.version === seen) return false;
              seen = mock.version;
              const choose = (choice) => () => {
                form.ask("");
                version = mock.version;
                choice();
              };
              closeToast();
              form.ask("The file has changed on disk since you opened it.",
                button("Load from disk", choose(() => form.load(mock.body.text)), { disabled: mock.body.isCut || mock.body.text === undefined }),
                button("Overwrite", choose(() => form.element.requestSubmit()), { class: "danger" }));
              form.block();
              return true;
            };
            forms.set(path, Object.assign(form, { compare }));
            await showMock();
          }
          forms.get(path)?.write();
        }

        // Opens a form for a new mock, which begins like the one at `of`, if any.
        function create(key, { of, ...values }) {
          forms.set(key, mockForm({
            ...values,
            save: (mock) => attempt(async () => {
              const file = tellSaved(await api.create({ ...mock, of }));
              forms.get(key).shut();
              go(`#mocks/${encodeURIComponent(file)}`);
            }),
            close() {
              forms.delete(key);
              if (of) showMock().then(() => byID("duplicate")?.focus()); else go("#mocks");
            },
          }));
        }

        function duplicate({ path, name, condition, method, status, delay, headers, body: { text } }) {
          create(path, {
            of: path, title: `A copy of ${path}`, method, from: { status, delay, headers, text }, directory: path.split("/").slice(0, -1).join("/"),
            name: `${name}Copy`, only: condition && `Only with ${condition}`, isOnly: true,
          });
          showMock().then(() => forms.get(path)?.write());
        }

        function remove({ path }) {
          toast(`Delete ${path}, with its headers and conditions?`, false, button("Delete", () => attempt(async () => {
            await api.remove(path);
            toast(`Deleted ${path}.`);
            go("#mocks");
            await fetchMocks();
          }), { id: "delete-mock" }));
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
          on(["state"], showFolders);
          on(["mocks"], () => {
            showChips(store.mocks.folders.flatMap((one) => one.mocks).map((mock) => mock.methods).filter((name) => name !== "any method"));
            showFolders();
            showMock();
          });
          on(["route"], showMock);
        }
        """#
}
