extension Page {
    /// The script of the view of folders and their mocks.
    static let mocksScript = #"""
        // The folders with their mocks, what is wrong in them, and what each path's requests get.

        import { api } from "./api.js";
        import { byID, copy, el, fill, markCurrent, rebuild, setCount, toast } from "./dom.js";
        import { backButton } from "./detail.js";
        import { fetchMocks } from "./live.js";
        import {
          body, button, empty, facts, headers, mockLine, problems, section, settingSelect, status,
        } from "./parts.js";
        import { on, store } from "./store.js";

        let shownMock = null;
        // Beyond this, the page would be slow: more are shown on demand.
        const step = 200;
        let [filter, limit] = ["", step];

        function folder(one) {
          const href = (mock) => `#mocks/${encodeURIComponent(mock.path)}`;
          return el("section", { class: "folder" },
            el("header", { class: "folder-head" },
              el("h3", {}, one.folder, one.isGeneral ? el("span", { class: "tag" }, "for every request") : null),
              one.isGeneral ? null : settingSelect(one.requestPath, one.setting, one.mocks,
                (setting) => set(one.requestPath, setting)),
              one.isGeneral ? null : el("p", { class: "muted" }, "for ", el("code", {}, `…${one.requestPath}`))),
            el("ul", { class: "rows" }, one.rows.map((mock) => el("li", {}, el("a", {
              class: "row mock", href: href(mock), "data-focus": mock.path,
            }, mockLine(mock), el("span", { class: "reason" }, mock.path.split("/").pop()))))));
        }

        async function set(path, setting) {
          try {
            await api.set(path, setting);
            await fetchMocks();
          } catch (error) {
            toast(error.message, true);
            fetchMocks().catch(() => {});
          }
        }

        function showFolders() {
          const { mocks } = store;
          if (!mocks) return;
          const wrong = mocks.problems.length;
          if (wrong) setCount("mocks", wrong, "wrong", "wrong"); else setCount("mocks", mocks.count);
          const list = byID("folders");
          const top = list.parentElement.scrollTop;
          byID("mocks-form").hidden = !mocks.folder;
          rebuild(list, [mocks, filter, limit], () => (mocks.folder ? folders(mocks)
            : empty("The router has no folder of mocks.", "The server answers only from routes in code.")));
          list.parentElement.scrollTop = top;
        }

        function folders(mocks) {
          const found = matching(mocks.folders);
          const count = found.reduce((sum, one) => sum + one.rows.length, 0);
          const rest = count - limit;
          const more = () => {
            limit += step;
            showFolders();
          };
          return [
            el("p", { class: "note" }, el("code", { class: "place" }, mocks.folder)),
            mocks.problems.length && !filter ? problems(mocks.problems) : null,
            mocks.folders.length === 0 ? empty("The folder has no mocks yet.")
              : count === 0 ? empty("No mock matches the filter.") : firstOf(found).map(folder),
            rest > 0 ? el("p", { class: "note" }, `${rest} more mocks: filter them, or `,
              button("show some more", more, { class: "quiet", "data-focus": "more" })) : null,
          ];
        }

        // The folders with the mocks to show as their rows, each of which has all words of the filter.
        function matching(folders) {
          const words = filter.toLowerCase().split(/\s+/).filter((word) => word !== "");
          return folders.map((one) => ({ ...one, rows: one.mocks.filter((mock) => {
            const text = `${one.requestPath} ${mock.path} ${mock.name} ${mock.method ?? ""} ${mock.summary}`.toLowerCase();
            return words.every((word) => text.includes(word));
          }) })).filter((one) => one.rows.length > 0);
        }

        function firstOf(folders) {
          let left = limit;
          return folders.map((one) => {
            const rows = one.rows.slice(0, Math.max(0, left));
            left -= rows.length;
            return { ...one, rows };
          }).filter((one) => one.rows.length > 0);
        }

        async function showMock() {
          const { view, kind, key } = store.route;
          byID("mocks-view").classList.toggle("is-open", kind === "mock");
          if (view !== "mocks") return;
          for (const link of document.querySelectorAll("#folders a.row")) {
            markCurrent(link, link.hash === location.hash);
          }
          shownMock = kind === "mock" ? key : null;
          if (kind !== "mock") {
            return fill(byID("mock"), empty("Nothing is selected.", "Choose a file to see its response."));
          }
          try {
            const mock = await api.mock(key);
            if (shownMock !== key) return;
            fill(byID("mock"),
              el("header", { class: "detail-head" }, backButton("#mocks", "Mocks"), el("h2", {}, mock.name),
                el("div", { class: "actions" }, button("Copy the body", () => copy(mock.body.text ?? "", "the body"),
                  { disabled: mock.body.text === undefined }))),
              facts([
                ["File", el("code", {}, mock.path)],
                ["Answers", el("code", {}, `${mock.method ?? "any method"} …${mock.requestPath}`)],
                ["Status", status(mock.status, mock.summary)],
                ["Delay", mock.delay ? `${Math.round(mock.delay * 1000)} ms` : null],
              ]),
              section("Header fields", headers(mock.headers, "The mock’s header fields")),
              section("Body", body(mock.body, mock.headers, "mock")));
          } catch (error) {
            if (shownMock !== key) return;
            fill(byID("mock"), backButton("#mocks", "Mocks"), empty("It can’t be shown.", error.message));
          }
        }

        export function setUpMocks() {
          byID("look").addEventListener("click", () => fetchMocks().catch((error) => toast(error.message, true)));
          byID("mocks-form").addEventListener("submit", (event) => {
            event.preventDefault();
            document.querySelector("#folders a.row")?.focus();
          });
          byID("mock-filter").addEventListener("input", (event) => {
            [filter, limit] = [event.target.value.trim(), step];
            showFolders();
            byID("folders").parentElement.scrollTop = 0;
          });
          on(["mocks"], () => { showFolders(); showMock(); });
          on(["route"], () => {
            // The folder is looked at again when somebody looks.
            if (store.route.view === "mocks" && !store.isLost) fetchMocks().catch(() => {});
            showMock();
          });
        }
        """#
}
