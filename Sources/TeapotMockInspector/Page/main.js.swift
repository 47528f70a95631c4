extension Page {
    /// The script that assembles the page.
    static let mainScript = #"""
        // Assembles the page: the views, the controls at the top, and the keyboard shortcuts.

        import { api } from "./api.js";
        import { openPanel, setUpDetail } from "./detail.js";
        import { attempt, byID, closeToast, copy, el, fill, markCurrent, rebuild, setText } from "./dom.js";
        import { mockPanel, setUpMocks } from "./mocks.js";
        import { liveOption } from "./parts.js";
        import { setUpRequests } from "./requests.js";
        import { setUpScenarios } from "./scenarios.js";
        import { connect, fetchState, go, keepFilters, on, readRoute, store } from "./store.js";

        // The open item of each view, which a tab leads back to.
        const hashes = {};

        function showView() {
          const { view } = store.route;
          hashes[view] = location.hash;
          keepFilters();
          // A message is about the previous view.
          if (byID(`${view}-view`).hidden || byID("toast").classList.contains("error")) closeToast();
          for (const element of document.querySelectorAll("main .view")) element.hidden = element.dataset.view !== view;
          for (const link of document.querySelectorAll(".tabs a")) {
            markCurrent(link, link.dataset.view === view, "page");
            // Not its `hash`, which would keep the filters that the address has now.
            link.setAttribute("href", link.dataset.view !== view && hashes[link.dataset.view] || `#${link.dataset.view}`);
          }
          // On a phone, the open item begins at the top.
          byID("page").scrollTo(0, 0);
        }

        // The switch, the environments, and the default handling of requests.

        const change = (members) => attempt(() => api.change(members)).then(fetchState).catch(() => {});

        function showControls() {
          const { state } = store;
          if (!state) return;
          byID("controls").hidden = !state.hasSwitchboard;
          byID("switch").setAttribute("aria-checked", String(state.isOn));
          byID("switch").hidden = state.isOn && !state.live;
          liveOption(byID("undecided").querySelector("[value=live]"), "go to the live server");
          document.body.classList.toggle("is-off", !state.isOn);
          setText(byID("address"), state.server.url);
          byID("environment-field").hidden = state.environments.length === 0;
          const select = byID("environment");
          rebuild(select, state.environments, () => state.environments.map((one) =>
            el("option", { value: one.name, title: one.baseURL }, one.name)));
          select.value = state.environment ?? "";
          byID("undecided").value = state.undecided;
        }

        // The keyboard shortcuts, and the dialog that lists them.

        const known = [
          ["j, ↓", "Next row"], ["k, ↑", "Previous row"], ["Enter", "Open the row"], ["Escape", "Back to the list"],
          ["h", "Open the first held request"], ["e", "Write a response, create a mock or edit one"], ["l", "Forward the held request to the live server"],
          ["Ctrl Enter, Ctrl S", "Save or send what you’ve written; on a Mac, with ⌘"], ["c", "Copy the open request as curl"],
          ["/", "Search"], ["m", "Turn mocking on or off"], ["1, 2, 3", "Show requests, mocks or scenarios"], ["?", "Show this help"],
        ];

        const setting = "teapot-single-keys";
        const areOn = () => { try { return localStorage.getItem(setting) !== "off"; } catch { return true; } };

        const panel = () => (store.route.view === "mocks" ? mockPanel : openPanel());

        function rows() {
          const view = document.querySelector("main .view:not([hidden])");
          return [...view.querySelectorAll("a.row, [data-scenario]")].filter((row) => row.offsetParent !== null);
        }

        function move(by) {
          const all = rows();
          if (!all.length) return;
          const open = document.querySelector("main .view:not([hidden]) a.row[aria-current]");
          const from = all.indexOf(document.activeElement.closest?.("a.row, [data-scenario]") ?? open);
          const next = all[from < 0 ? 0 : Math.min(all.length - 1, Math.max(0, from + by))];
          for (const row of all) if (row.matches("#requests-view a.row")) row.tabIndex = row === next ? 0 : -1;
          next.focus();
          next.scrollIntoView({ block: "nearest" });
        }

        function escape() {
          const area = document.activeElement;
          if (area.type === "search" && area.value) { area.value = ""; return area.dispatchEvent(new Event("input")); }
          if (panel()?.leave()) return;
          const { view, kind } = store.route;
          const open = document.querySelector("main .view:not([hidden]) a.row[aria-current]");
          if (kind) go(`#${view}`);
          if (open) open.focus(); else area?.blur?.();
        }

        function press(key) {
          const { view, kind } = store.route;
          switch (key) {
          case "j": case "ArrowDown": move(1); return true;
          case "k": case "ArrowUp": move(-1); return true;
          case "h": byID("held-rows").querySelector("a")?.click(); return true;
          case "e": if (panel()) panel().write(); else byID("create-mock")?.click(); return kind !== null;
          case "l": if (kind === "held") openPanel()?.live(); return kind === "held";
          case "c": if (view === "requests") byID("copy-curl")?.click(); return view === "requests";
          case "m": if (byID("switch").offsetParent) byID("switch").click(); return true;
          case "/": {
            const list = view === "mocks" ? view : "requests";
            go(`#${list}`);
            byID(`${list}-form`).querySelector("input").focus();
            return true;
          }
          case "1": case "2": case "3": document.querySelectorAll(".tabs a")[key - 1].click(); return true;
          case "?": help(); return true;
          case "Escape": escape(); return true;
          default: return false;
          }
        }

        // Shows the dialog, without what the page doesn't have now.
        function help() {
          const isHere = (id) => byID(id).offsetParent !== null;
          const caps = (keys) => keys.split(", ").map((one, index) => [index ? ", " : null, el("kbd", {}, one)]);
          fill(byID("keys"), known.filter(([key]) => key !== "m" || isHere("switch")).map(([keys, text]) => [el("dt", {}, caps(keys)), el("dd", {}, text)]));
          for (const one of document.querySelectorAll("#help [data-for]")) one.hidden = !isHere(one.dataset.for);
          byID("help").showModal();
        }

        byID("toast-close").addEventListener("click", closeToast);
        on(["route"], showView);
        on(["state"], showControls);
        byID("address").addEventListener("click", () => copy(store.state.server.url, "the address"));
        byID("switch").addEventListener("click", () => change({ isOn: !store.state.isOn }));
        byID("environment").addEventListener("change", (event) => change({ environment: event.target.value }));
        byID("undecided").addEventListener("change", (event) => change({ undecided: event.target.value }));
        setUpRequests();
        setUpDetail();
        setUpMocks();
        setUpScenarios();
        byID("keys-on").checked = areOn();
        byID("keys-on").addEventListener("change", (event) => {
          // If storage isn't available, the setting lasts until the page is closed.
          try { localStorage.setItem(setting, event.target.checked ? "on" : "off"); } catch { return; }
        });
        byID("help-button").addEventListener("click", help);
        document.addEventListener("keydown", (event) => {
          if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
          if (byID("help").open) return;
          const isTyping = event.target.closest?.("input, textarea, select");
          if (isTyping && event.key !== "Escape" || !byID("keys-on").checked && event.key.length === 1) return;
          // Arrow keys scroll the detail pane.
          if (event.key.startsWith("Arrow") && event.target.closest?.(".detail")) return;
          if (press(event.key)) event.preventDefault();
        });
        window.addEventListener("hashchange", readRoute);
        readRoute();
        connect();
        """#
}
