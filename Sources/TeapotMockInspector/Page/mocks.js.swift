extension Page {
    /// The script of the view of folders and their mocks.
    static let mocksScript = #"""
        // The folders with their mocks and problems, and the setting for each path.

        import { api } from "./api.js";
        import { byID, el, markCurrent, rebuild, setCount, toast } from "./dom.js";
        import { draft } from "./draft.js";
        import { setUpFilter } from "./filter.js";
        import { fetchMocks } from "./live.js";
        import {
          backButton, body, button, empty, facts, headers, mockLine, path, problems, section, settingSelect, status,
        } from "./parts.js";
        import { isFiltered, on, store } from "./store.js";

        let shownMock = null;
        // The editors by path. Their text is kept while something else is open.
        const forms = new Map();
        // The approximate number of mocks to show at once.
        const limit = 1000;

        function folder(one) {
          const href = (mock) => `#mocks/${encodeURIComponent(mock.path)}`;
          const used = one.setting ? one.setting.mock : store.state?.undecided === "firstMock" ? one.first : null;
          return el("section", { class: "folder" },
            el("header", { class: "folder-head" },
              el("h3", {}, one.folder, one.isGeneral ? el("span", { class: "tag" }, "can be chosen for any request") : null),
              one.isGeneral ? null : settingSelect(one.requestPath, one.setting, one.mocks,
                (setting) => set(one.requestPath, setting), one.first),
              one.isGeneral || one.requestPath === one.folder ? null : el("p", { class: "muted" }, "for ", el("code", {}, `…${one.requestPath}`))),
            el("ul", { class: "rows" }, one.rows.map((mock) => el("li", {}, el("a", {
              class: "row mock", href: href(mock), "data-focus": mock.path,
            }, mockLine(mock), mock.path === used ? el("span", { class: "tag" }, "in use") : null, el("span", { class: "reason" }, path(mock.path.split("/").pop())))))));
        }

        async function set(path, setting) {
          try { await api.set(path, setting); } catch (error) { toast(error.message, true); }
          fetchMocks().catch(() => {});
        }

        function showFolders() {
          const { mocks } = store;
          if (!mocks) return;
          const wrong = mocks.problems.length;
          if (wrong) setCount("mocks", wrong, wrong === 1 ? "problem" : "problems", "wrong"); else setCount("mocks", mocks.count);
          const list = byID("folders"), top = list.parentElement.scrollTop;
          byID("mocks-form").hidden = !mocks.folder;
          rebuild(list, [mocks, store.state?.undecided], () => (mocks.folder ? folders(mocks)
            : empty("There is no folder of mocks.", "Routes in code answer, so there are no files to edit.",
              "To edit mocks here, serve a folder: teapot serve Mocks")));
          list.parentElement.scrollTop = top;
        }

        function folders(mocks) {
          const found = mocks.folders.map((one) => ({ ...one, rows: one.mocks.filter((mock) => mock.isSelected) }))
            .filter((one) => one.rows.length > 0);
          let count = 0;
          const shown = found.filter((one) => {
            count += one.rows.length;
            return count - one.rows.length < limit;
          });
          return [
            el("p", { class: "note" }, el("code", { class: "place" }, mocks.folder)),
            mocks.problems.length && !isFiltered("mocks") ? problems(mocks.problems, new Set(mocks.folders.flatMap((one) => one.mocks.map((mock) => mock.path)))) : null,
            mocks.folders.length === 0
              ? empty("The folder has no mocks yet.", "Send a request, open it, and choose “Create a mock”.",
                "Or add a file to the folder, such as products/success_list.json for /products.")
              : count === 0 ? empty("No mock matches.", "Choose “Show all” to see the others.") : shown.map(folder),
            shown.length < found.length ? el("p", { class: "note" }, "Search to see the other mocks.") : null,
          ];
        }

        async function showMock() {
          const { view, kind, key } = store.route;
          byID("mocks-view").classList.toggle("is-open", kind === "mock");
          if (view !== "mocks") return;
          document.querySelectorAll("#folders a.row").forEach((link) => markCurrent(link, link.hash === location.hash));
          if (key !== shownMock) document.querySelector("#folders a[aria-current]")?.scrollIntoView({ block: "nearest" });
          shownMock = kind === "mock" ? key : null;
          const place = byID("mock");
          if (kind !== "mock") {
            return rebuild(place, [store.mocks?.count], () => (store.mocks?.count
              ? empty("Nothing is selected.", "Choose a file to see it or edit it.") : null));
          }
          try {
            const mock = await api.mock(key);
            if (shownMock === key) rebuild(place, [mock, forms.has(key)], () => whole(mock));
          } catch (error) {
            if (shownMock !== key) return;
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
                button("Edit", () => edit(mock), { id: "edit", disabled: why !== null, "aria-keyshortcuts": "e" }))),
            facts([
              ["File", el("code", {}, path(mock.path))],
              ["Answers", el("code", {}, `${mock.methods} …${mock.requestPath}`)],
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
            forms.set(path, draft({
              title: `The file ${path}`, name: "Save", isFile: true, close,
              from: { text, headers: path.endsWith(".json") ? undefined : headers },
              async send({ body }) {
                try {
                  // A browser's text area has only these line breaks.
                  await api.edit(path, text.includes("\r\n") ? body.replaceAll("\n", "\r\n") : body, version);
                  close();
                  toast(`Saved ${path}. The next request gets it.`);
                  fetchMocks().catch(() => {});
                } catch (error) { toast(error.message, true); }
              },
            }));
            await showMock();
          }
          forms.get(path)?.begin();
        }

        export const mockPanel = {
          write: () => forms.get(shownMock)?.begin() ?? byID("edit")?.click(),
          // Pressing a key must not discard changes.
          leave() {
            const form = forms.get(shownMock);
            if (form?.isChanged) form.area.blur(); else form?.close();
            return form !== undefined;
          },
        };

        export function setUpMocks() {
          byID("look").addEventListener("click", () => fetchMocks().catch((error) => toast(error.message, true)));
          const showChips = setUpFilter("mocks", "folders", () => {
            byID("folders").parentElement.scrollTop = 0;
            return fetchMocks();
          });
          on(["state"], showFolders);
          on(["mocks"], () => {
            showChips(store.mocks.folders.flatMap((one) => one.mocks).flatMap((mock) => mock.method ?? []));
            showFolders();
            showMock();
          });
          window.addEventListener("beforeunload", (event) => {
            if ([...forms.values()].some((form) => form.isChanged)) event.preventDefault();
          });
          on(["route"], () => {
            // Reload the folder when someone opens the view.
            if (store.route.view === "mocks" && !store.isLost) fetchMocks().catch(() => {});
            showMock();
          });
        }
        """#
}
