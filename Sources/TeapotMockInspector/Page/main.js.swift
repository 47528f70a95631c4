extension Page {
    /// The script that assembles the page.
    static let mainScript = #"""
        // Assembles the page: the views, the controls at the top, and the keyboard shortcuts.

        import { hasDraft, hasDrafts, openPanel, setUpDetail } from "./detail.js";
        import { mockPanel, setUpMocks, setUpScenarios } from "./mocks.js";
        import { button, liveOption, method, path, settingOf, setUpFilter, status, stillHeld } from "./parts.js";
        import { api, arrange, attempt, byID, closeToast, connect, copy, el, fetchJournal, fetchState, fill, go, isFiltered, keepFilters, markCurrent, on, readRoute, rebuild, seconds, selection, setCount, setText, store, time, toast } from "./store.js";

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

        const change = (members) => attempt(() => api.change(members).then(() => toast(`Applies to new requests.${stillHeld()}`)))
          .then(fetchState).catch(() => {});

        function showControls() {
          const { state } = store;
          if (!state) return;
          byID("controls").hidden = !state.hasSwitchboard;
          byID("switch").setAttribute("aria-checked", String(state.isOn));
          byID("switch").hidden = state.isOn && !state.live;
          liveOption(byID("undecided").querySelector("[value=live]"), "go to the live server");
          const { folder, source } = store.mocks ?? { folder: true }, own = source?.document && `the response of ${source.document}`;
          const option = (value, ...all) => setText(byID("undecided").querySelector(`[value=${value}]`), `get ${all.filter(Boolean).join(", or ")}`);
          option("firstMock", folder && "the first mock that matches", own, state.live && "the live server’s");
          option("unanswered", own, "a 404");
          byID("undecided").querySelector("[value=firstMock]").hidden = !folder && !state.live;
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
          ["h", "Open the first held request"], ["e", "Write a response, or create or edit a mock"], ["l", "Forward the held request to the live server"],
          ["Ctrl Enter, Ctrl S", "Save or send what you’ve written, and close the form; on a Mac, with ⌘"], ["c", "Copy the open request as curl"],
          ["/", "Search"], ["m", "Turn mocking on or off"], ["1, 2, 3", "Show requests, mocks or scenarios"], ["?", "Show this help"],
        ];

        const setting = "teapot-single-keys";
        const areOn = () => { try { return localStorage.getItem(setting) !== "off"; } catch { return true; } };

        const panel = () => (store.route.view === "mocks" ? mockPanel : openPanel());

        const rows = () => [...document.querySelectorAll("main .view :is(a.row, [data-scenario])")].filter((row) => row.offsetParent !== null);

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
            const name = view === "mocks" ? view : "requests", input = byID(`${name}-form`).querySelector("input");
            // On a phone, an open item hides the list.
            if (!input.offsetParent) go(`#${name}`); input.focus(); return true; }
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

        // The list of requests: held requests at the top, and the journal below.

        const entryRows = new Map();

        const endText = (entry) => (entry.status ? status(entry.status) : !entry.isOver ? status(0, "···")
          : el("span", { class: "status worst" }, entry.isAbandoned ? "closed" : "failed"));

        const row = (one, key, href, badge, took, reason) =>
          el("a", { class: "row", href, tabindex: "-1", "data-focus": key }, badge, method(one.method), path(one.target),
            el("span", { class: "took" }, took), el("span", { class: "reason" }, reason),
            el("time", { class: "when" }, time(one.date)));

        // A mock's reason begins with its path, and may end with that of the request, which the row has.
        const brief = (mock, reason) => `${mock.split("/").pop().replace(/\.[^.]*$/, "")} · ${reason.slice(mock.length + 2).replace(/^always for .*$/, "always")}`;
        const why = ({ reason, outcome, failure, mock }) => (outcome === "unanswered" ? `unanswered: ${reason}` : mock ? brief(mock, reason) : reason)
          + (failure ? `; ${failure}` : "");

        function journalRow(entry) {
          const element = entryRows.get(entry.number) ?? el("li");
          element.classList.toggle("unanswered", entry.outcome === "unanswered" || entry.outcome === "refused");
          const edited = hasDraft(entry.number) ? "edited · " : "";
          rebuild(element, [entry, edited], () => row(entry, `entry:${entry.number}`, `#requests/${entry.number}`, endText(entry),
            entry.isOver ? seconds(entry.duration) : "in progress", edited + why(entry)));
          entryRows.set(entry.number, element);
          return element;
        }

        const heldRow = (held) => el("li", {}, row(held, `held:${held.id}`, `#requests/held/${held.id}`, status(400, "held"), "",
          held.mock ? `${held.mock} can answer` : held.document ? `${held.document} can answer` : store.mocks?.folder ? "no mock matches" : "nothing matches"));

        function showRows() {
          // A held request already has a row above.
          const waiting = new Set((store.state?.held ?? []).map((held) => held.entry));
          const entries = [...store.journal.values()].filter((entry) => !waiting.has(entry.number))
            .sort((a, b) => b.number - a.number);
          for (const number of entryRows.keys()) if (!store.journal.has(number)) entryRows.delete(number);
          arrange(byID("rows"), entries.map(journalRow));
          const none = isFiltered("requests") && store.last ? `No ${waiting.size ? "other " : ""}request matches. Choose “Show all” to see the others.`
            : waiting.size ? "" : `No requests yet. Point your app at ${location.origin}`;
          setText(byID("rows-note"), [entries.length ? "" : none, store.isMore ? "Search to see older requests." : "",
            store.forgotten ? `${store.forgotten} older request${store.forgotten === 1 ? " is" : "s are"} no longer kept.` : ""].filter(Boolean).join(" "));
          mark();
        }

        function showHeld() {
          const held = store.state?.held ?? [];
          rebuild(byID("held-rows"), held, () => held.map(heldRow));
          byID("held").hidden = held.length === 0;
          setText(byID("held-title"), isFiltered("requests") ? "Waiting for you (not filtered)" : "Waiting for you");
          byID("held-rows").querySelectorAll(".took").forEach((took, index) => setText(took, `${hasDraft(held[index].entry) ? "edited · " : ""}${waited(held[index].date)}`));
          document.title = held.length ? `(${held.length}) Teapot` : "Teapot";
          mark();
        }

        const waited = (date, passed = Math.max(0, Math.round((Date.now() - date) / 1000))) => (passed < 60 ? `${passed} s` : `${Math.floor(passed / 60)} min`);

        function showCounts() {
          const held = store.state?.held.length ?? 0;
          if (held) setCount("requests", held, "held", "waiting"); else setCount("requests", store.journal.size || isFiltered("requests") ? store.last : 0);
        }

        // Tab reaches one row, and the arrow keys reach the others.
        function mark() {
          const { kind, key } = store.route;
          const open = kind ? `${kind}:${key}` : null;
          const links = [...document.querySelectorAll("#requests-view a.row")];
          for (const link of links) {
            const isOpen = link.dataset.focus === open;
            if (isOpen && !link.hasAttribute("aria-current")) link.scrollIntoView({ block: "nearest" });
            markCurrent(link, isOpen);
            link.tabIndex = isOpen || link === document.activeElement ? 0 : -1;
          }
          if (links[0] && links.every((link) => link.tabIndex < 0)) links[0].tabIndex = 0;
        }

        function setUpRequests() {
          on(["journal", "state", "route", "mocks"], () => { showRows(); showHeld(); showCounts(); });
          const showChips = setUpFilter("requests", "rows", () => fetchJournal(true));
          on(["journal"], () => showChips([...store.journal.values()].map((entry) => entry.method)));
          byID("answer-all").addEventListener("click", () => attempt(answerAll));
          setInterval(() => { if (store.state?.held.length) showHeld(); if (hasDrafts()) showRows(); }, 1000);
          byID("har").addEventListener("click", () => attempt(exportHAR));
          byID("clear").addEventListener("click", () => {
            const count = store.last - store.first + 1;
            const others = isFiltered("requests") ? ", including those not shown" : "";
            toast(`Delete ${count === 1 ? "1 request" : `all ${count} requests`}${others}?${hasDrafts() ? " The mocks that you’re writing for them will be lost." : ""}`, false, button("Delete", clear, { id: "clear-all" }));
          });
        }

        // Answers the held requests with the mocks set for them or with their first ones, except those for which a
        // response is written.
        async function answerAll() {
          let [count, rest, written] = [0, 0, 0];
          for (const { id, entry } of store.state.held) {
            if (hasDraft(entry)) { written += 1; continue; }
            const found = await api.held(id).catch(() => null);
            const mock = found && (settingOf(found, found.method)?.mock ?? found.first), status = found?.answers[0]?.status;
            const isSent = (mock || status) && await api.answer(id, mock ? { decision: "mock", mock } : { decision: "document", status }).then(() => true, () => false);
            if (isSent) count += 1; else rest += 1;
          }
          await fetchState();
          if (store.route.kind === "held" && !openPanel()?.isChanged) go("#requests");
          toast(`Answered ${count} request${count === 1 ? "" : "s"}.${rest ? ` For ${rest}, nothing matches.` : ""}${written ? ` For ${written}, you’re writing a response.` : ""}`);
        }

        const clear = () => attempt(async () => {
          await api.clear();
          await fetchJournal(true);
          if (store.route.kind === "entry") go("#requests");
          toast("Deleted the requests.");
        });

        async function exportHAR() {
          const chosen = selection("requests");
          const [har, { count }] = await Promise.all([api.har(chosen), api.journal({ ...chosen, limit: 1 })]);
          const url = URL.createObjectURL(new Blob([JSON.stringify(har, null, 2)], { type: "application/json" }));
          el("a", { href: url, download: "teapot.har" }).click();
          setTimeout(() => URL.revokeObjectURL(url), 10_000);
          const exported = har.log.entries.length, rest = exported < count ? `; ${har.log.comment ? "the others are left out, as the file’s comment says" : "the others have no complete response, or it’s no longer kept"}` : "";
          toast(`Exported ${exported.toLocaleString("en")} of ${count.toLocaleString("en")} requests${rest}.`);
        }

        // The start.

        byID("toast-close").addEventListener("click", closeToast);
        on(["route"], showView);
        on(["state", "mocks"], showControls);
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
          const form = (event.ctrlKey || event.metaKey) && event.key === "s" && document.querySelector("main .view:not([hidden]) form.draft");
          if (form && !event.defaultPrevented) { event.preventDefault(); return form.requestSubmit(); }
          if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || byID("help").open) return;
          const isTyping = event.target.closest?.("input, textarea, select");
          if (isTyping && event.key !== "Escape" || !byID("keys-on").checked && event.key.length === 1) return;
          // Arrow keys scroll the detail pane.
          if (event.key.startsWith("Arrow") && event.target.closest?.(".detail")) return;
          if (press(event.key)) event.preventDefault();
        });
        window.addEventListener("hashchange", readRoute);
        readRoute(); connect();
        """#
}
