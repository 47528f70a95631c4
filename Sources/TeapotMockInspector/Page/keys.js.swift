extension Page {
    /// The script of keyboard shortcuts.
    static let keysScript = #"""
        // The keyboard shortcuts, and the dialog that lists them.

        import { openPanel } from "./detail.js";
        import { byID, el, fill } from "./dom.js";
        import { mockPanel } from "./mocks.js";
        import { go, store } from "./store.js";

        const known = [
          ["j, ↓", "the next row"], ["k, ↑", "the previous row"], ["Enter", "open the row"], ["Escape", "back to the list"],
          ["h", "the first waiting request"], ["e", "write the response, edit the mock"], ["l", "send the held request to the live server"],
          ["Ctrl Enter, ⌘ Enter", "answer with the written response"], ["c", "copy the open request as curl"],
          ["/", "search"], ["m", "mocking on or off"], ["1, 2, 3", "requests, mocks, scenarios"], ["?", "this list"],
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
          case "h": {
            const first = store.state?.held[0];
            if (first) go(`#requests/held/${first.id}`);
            return first !== undefined;
          }
          case "e": panel()?.write(); return kind === "held" || kind === "mock";
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

        export function setUpKeys() {
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
            if (event.key === "Escape") {
              escape();
              return event.preventDefault();
            }
            if (isTyping || !byID("keys-on").checked && event.key.length === 1) return;
            // Arrow keys scroll the detail pane.
            if (event.key.startsWith("Arrow") && event.target.closest?.(".detail")) return;
            if (press(event.key)) event.preventDefault();
          });
        }
        """#
}
