extension Page {
    /// The script of the list of requests.
    static let requestsScript = #"""
        // The list of requests: held requests at the top, and the journal below.

        import { api } from "./api.js";
        import { arrange, attempt, byID, el, markCurrent, rebuild, seconds, setCount, setText, time, toast } from "./dom.js";
        import { button, method, path, setUpFilter, status } from "./parts.js";
        import { fetchJournal, go, isFiltered, on, selection, store } from "./store.js";

        const rows = new Map();

        function endText(entry) {
          if (entry.status) return status(entry.status);
          if (!entry.isOver) return status(0, "···");
          return el("span", { class: "status worst" }, entry.isAbandoned ? "closed" : "failed");
        }

        const row = (one, key, href, badge, took, reason) =>
          el("a", { class: "row", href, tabindex: "-1", "data-focus": key }, badge, method(one.method), path(one.target),
            el("span", { class: "took" }, took), el("span", { class: "reason" }, reason),
            el("time", { class: "when" }, time(one.date)));

        // A mock's reason begins with its path, and may end with that of the request, which the row has.
        const brief = (reason) => reason.replace(/^(?:.*\/)?([^\/]+)\.[^.\/ ]+, (always(?= for )|.*)(.*)$/, "$1 · $2");
        const why = ({ reason, outcome, failure }) => (outcome === "unanswered" ? `unanswered: ${reason}` : outcome === "switched" ? brief(reason) : reason)
          + (failure ? `; ${failure}` : "");

        function journalRow(entry) {
          const element = rows.get(entry.number) ?? el("li");
          element.classList.toggle("unanswered", entry.outcome === "unanswered" || entry.outcome === "refused");
          rebuild(element, entry, () => row(entry, `entry:${entry.number}`, `#requests/${entry.number}`, endText(entry),
            entry.isOver ? seconds(entry.duration) : "in progress", why(entry)));
          rows.set(entry.number, element);
          return element;
        }

        function heldRow(held) {
          const count = held.mockCount;
          const choices = count === 0 ? "no mock to choose from" : `${count} mock${count === 1 ? "" : "s"} to choose from`;
          return el("li", {}, row(held, `held:${held.id}`, `#requests/held/${held.id}`, status(400, "held"), "", choices));
        }

        function showRows() {
          // A held request already has a row above.
          const waiting = new Set((store.state?.held ?? []).map((held) => held.entry));
          const entries = [...store.journal.values()].filter((entry) => !waiting.has(entry.number))
            .sort((a, b) => b.number - a.number);
          for (const number of rows.keys()) if (!store.journal.has(number)) rows.delete(number);
          arrange(byID("rows"), entries.map(journalRow));
          const parts = [];
          if (entries.length === 0 && isFiltered("requests") && store.last) {
            parts.push(`No ${waiting.size ? "other " : ""}request matches. Choose “Show all” to see the others.`);
          } else if (entries.length === 0 && !waiting.size) parts.push(`No requests yet. Point your app at ${location.origin}`);
          if (store.isMore) parts.push("There are older requests: search for them.");
          if (store.forgotten) parts.push(`${store.forgotten} older requests are no longer kept.`);
          setText(byID("rows-note"), parts.join(" "));
          mark();
        }

        function showHeld() {
          const held = store.state?.held ?? [];
          rebuild(byID("held-rows"), held, () => held.map(heldRow));
          byID("held").hidden = held.length === 0;
          setText(byID("held-title"), isFiltered("requests") ? "Waiting for you (not filtered)" : "Waiting for you");
          byID("held-rows").querySelectorAll(".took").forEach((took, index) => setText(took, waited(held[index].date)));
          document.title = held.length ? `(${held.length}) Teapot` : "Teapot";
          mark();
        }

        function waited(date) {
          const passed = Math.max(0, Math.round((Date.now() - date) / 1000));
          return passed < 60 ? `${passed} s` : `${Math.floor(passed / 60)} min`;
        }

        function showCounts() {
          const held = store.state?.held.length ?? 0;
          if (held) setCount("requests", held, "held", "waiting"); else setCount("requests", store.journal.size || isFiltered("requests") ? store.last : 0);
        }

        // Tab reaches one row, and the arrow keys reach the others.
        function mark() {
          const { kind, key } = store.route;
          const open = kind ? `${kind}:${key}` : null;
          const links = [...document.querySelectorAll("#requests-view a.row")];
          let isReachable = false;
          for (const link of links) {
            const isOpen = link.dataset.focus === open;
            if (isOpen && !link.hasAttribute("aria-current")) link.scrollIntoView({ block: "nearest" });
            markCurrent(link, isOpen);
            link.tabIndex = isOpen || link === document.activeElement ? 0 : -1;
            isReachable ||= link.tabIndex === 0;
          }
          if (!isReachable && links[0]) links[0].tabIndex = 0;
        }

        export function setUpRequests() {
          on(["journal", "state"], () => { showRows(); showHeld(); showCounts(); });
          const showChips = setUpFilter("requests", "rows", () => fetchJournal(true));
          on(["journal"], () => showChips([...store.journal.values()].map((entry) => entry.method)));
          on(["route"], mark);
          setInterval(() => { if (store.state?.held.length) showHeld(); }, 1000);
          byID("har").addEventListener("click", () => attempt(exportHAR));
          byID("clear").addEventListener("click", () => {
            const count = store.last - store.first + 1;
            const others = isFiltered("requests") ? ", even those not shown" : "";
            toast(`Delete ${count === 1 ? "1 request" : `all ${count} requests`}${others}?`, false, button("Delete", clear, { id: "clear-all" }));
          });
        }

        const clear = () => attempt(async () => {
          await api.clear();
          await fetchJournal(true);
          if (store.route.kind === "entry") go("#requests");
          toast("The list was cleared.");
        });

        async function exportHAR() {
          const chosen = selection("requests");
          const [har, { count }] = await Promise.all([api.har(chosen), api.journal({ ...chosen, limit: 1 })]);
          const url = URL.createObjectURL(new Blob([JSON.stringify(har, null, 2)], { type: "application/json" }));
          el("a", { href: url, download: "teapot.har" }).click();
          setTimeout(() => URL.revokeObjectURL(url), 10_000);
          const exported = har.log.entries.length, rest = exported < count ? "; the other responses aren’t kept in full" : "";
          toast(`Exported ${exported.toLocaleString("en")} of ${count.toLocaleString("en")} requests${rest}.`);
        }
        """#
}
