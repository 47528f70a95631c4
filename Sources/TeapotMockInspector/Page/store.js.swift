extension Page {
    /// The script with the state of the page, which receives updates from the server.
    static let storeScript = #"""
        // The page's state, the functions to call when it changes, and what keeps it in sync with the server.

        import { api, Replaced } from "./api.js";
        import { byID, closeToast, el, fill, say } from "./dom.js";

        const address = new URLSearchParams(location.search);
        const listed = (name) => address.get(name)?.split(",") ?? [];

        // Returns the filter in the address: the search text, the chips that are on, and the methods with chips.
        const newFilter = (view) => ({ search: address.get(`${view}-search`) ?? "", status: listed(`${view}-status`),
          method: listed(`${view}-method`), unanswered: address.has(`${view}-unanswered`), methods: listed(`${view}-method`) });

        export const store = {
          // The server's state: on or off, environments, held requests, active scenarios.
          state: null,
          // Journal entries by number.
          journal: new Map(),
          last: 0,
          forgotten: 0,
          isMore: false,
          filters: { requests: newFilter("requests"), mocks: newFilter("mocks") },
          mocks: null,
          scenarios: null,
          // The reason why there's no connection, if there's none.
          lost: null,
          // The view, and the item that's open in it.
          route: { view: "requests", kind: null, key: null },
        };

        // Returns the query parameters for a view's filter.
        export function selection(view) {
          const { search, status, method, unanswered } = store.filters[view];
          const members = { search, status: status.join(","), method: method.join(","), unanswered: unanswered ? "true" : "" };
          return Object.fromEntries(Object.entries(members).filter(([, value]) => value));
        }

        // Keeps the filters in the address for a reload. The token isn't kept there: the document and a cookie have it.
        export function keepFilters() {
          const members = Object.keys(store.filters).flatMap((view) =>
            Object.entries(selection(view)).map(([name, value]) => [`${view}-${name}`, value]));
          history.replaceState(null, "", location.pathname + (members.length ? `?${new URLSearchParams(members)}` : "") + location.hash);
        }

        export const isFiltered = (view) => Object.keys(selection(view)).length > 0;

        const listeners = new Map();

        export function on(parts, listener) {
          for (const part of parts) listeners.set(part, [...(listeners.get(part) ?? []), listener]);
        }

        export function changed(...parts) {
          for (const listener of new Set(parts.flatMap((part) => listeners.get(part) ?? []))) listener();
        }

        // The hash names the open item: `#requests/12`, `#requests/held/3`, `#mocks/products%2Fsuccess_list.json`.
        export function readRoute() {
          const [view, ...rest] = location.hash.slice(1).split("/");
          const known = ["requests", "mocks", "scenarios"].includes(view) ? view : "requests";
          let [kind, key] = [null, null];
          if (known === "requests" && rest[0] === "held" && rest[1]) [kind, key] = ["held", Number(rest[1])];
          else if (known === "requests" && /^\d+$/.test(rest[0] ?? "")) [kind, key] = ["entry", Number(rest[0])];
          else if (known === "mocks" && rest[0]) [kind, key] = ["mock", decoded(rest.join("/"))];
          store.route = { view: known, kind, key };
          changed("route");
        }

        export function decoded(text) {
          try { return decodeURIComponent(text); } catch { return text; }
        }

        export function go(hash) {
          if (location.hash !== hash) history.pushState(null, "", hash);
          readRoute();
        }

        // The server sends an event at least every ten seconds.
        const timeout = 25_000;
        // A hidden page gives up its connection, because browsers allow only six for each server.
        const hiddenTime = 30_000;

        let source = null, attempts = 0;
        let watchdog, retry, hiding, looking;

        export async function connect() {
          clearTimeout(retry);
          disconnect();
          try {
            await fetchState();
            await Promise.all([fetchJournal(true), fetchScenarios()]);
          } catch (error) {
            return lose(error);
          }
          attempts = 0;
          if (store.lost) { say("Reconnected to the server."); closeToast(); }
          showLost(null);
          listen();
          // This takes a while for a large folder.
          fetchMocks().catch(() => {});
        }

        function disconnect() {
          clearTimeout(watchdog);
          source?.close();
          source = null;
        }

        function listen() {
          const actions = {
            // Events may have been missed during a pause.
            hello: () => Promise.all([fetchState(), fetchJournal()]),
            state: fetchState,
            journal: () => fetchJournal(),
          };
          const heard = () => {
            clearTimeout(watchdog);
            watchdog = setTimeout(() => lose(), timeout);
          };
          const events = api.events(async (name) => {
            heard();
            try { await actions[name]?.(); } catch (error) { if (source === events) lose(error); }
          }, () => { if (source === events) lose(); });
          source = events;
          heard();
        }

        function lose(error) {
          disconnect();
          showLost(error instanceof Replaced ? error.message : `Lost the connection to ${location.host}. Retrying…`,
            el("button", { type: "button", hidden: error instanceof Replaced, onclick: () => { attempts = 0; connect(); } }, "Try now"));
          clearTimeout(retry);
          retry = setTimeout(connect, Math.min(250 * 2 ** attempts, 4000));
          attempts += 1;
        }

        function showLost(text, button) {
          if (store.lost === text) return;
          store.lost = text;
          byID("lost").hidden = !text;
          document.body.classList.toggle("is-lost", Boolean(text));
          fill(byID("lost"), el("span", {}, text ?? ""), button);
        }

        // Runs one fetch at a time. All calls in the meantime share one more fetch after it.
        function coalesced(work) {
          let running = null;
          let again = null;
          const start = () => {
            again = null;
            running = work().finally(() => { running = null; });
            return running;
          };
          return () => (running ? again ??= running.catch(() => {}).then(start) : start());
        }

        export const fetchState = coalesced(async () => {
          const state = await api.state();
          const isAnother = store.state && store.state.server.run !== state.server.run;
          const before = new Set((isAnother ? [] : store.state?.held ?? []).map((held) => held.id));
          const fresh = state.held.filter((held) => !before.has(held.id));
          store.state = state;
          if (fresh.length) say(fresh.map((held) => `${held.method} ${held.target} is waiting for your response.`).join(" "));
          if (isAnother) changed("run");
          changed("state");
        });

        let isWholeWanted = false;

        export function fetchJournal(isWhole = false) {
          isWholeWanted ||= isWhole;
          return fetchEntries();
        }

        const fetchEntries = coalesced(async () => {
          const isWhole = isWholeWanted;
          isWholeWanted = false;
          const known = [...store.journal.values()];
          const last = known.reduce((last, entry) => Math.max(last, entry.number), 0);
          const asked = JSON.stringify(selection("requests"));
          const query = { limit: 500, ...selection("requests") };
          if (!isWhole && asked === "{}" && last > 0) {
            query.after = last;
            const open = known.filter((entry) => !entry.isOver).map((entry) => entry.number);
            if (open.length) query.and = open.slice(-200).join(",");
          }
          const answer = await api.journal(query);
          if (asked !== JSON.stringify(selection("requests"))) return;
          if (!query.after) {
            store.journal.clear();
            store.isMore = answer.count > answer.entries.length;
          }
          Object.assign(store, { first: answer.first, last: answer.last, forgotten: answer.forgotten });
          for (const entry of answer.entries) store.journal.set(entry.number, entry);
          for (const number of store.journal.keys()) if (number < answer.first) store.journal.delete(number);
          changed("journal");
        });

        const fetching = (part, ask) => coalesced(async () => {
          store[part] = await ask();
          changed(part);
        });

        export const fetchMocks = fetching("mocks", () => api.mocks(selection("mocks")));
        export const fetchScenarios = fetching("scenarios", api.scenarios);

        // Looks for changes on disk, because every view shows the number of problems in the others. It looks less often
        // while no files are shown, and in a large folder.
        async function follow() {
          clearTimeout(looking);
          const ease = store.route.view === "requests" ? 30 : 10;
          const began = performance.now();
          try { if (!document.hidden && store.state && !store.lost) await Promise.all([fetchMocks(), fetchScenarios()]); } catch { /* The event stream notices a lost connection. */ }
          clearTimeout(looking);
          looking = setTimeout(follow, ease * Math.max(150, performance.now() - began));
        }

        on(["route"], follow);

        document.addEventListener("visibilitychange", () => {
          clearTimeout(hiding);
          if (document.hidden) {
            hiding = setTimeout(() => { disconnect(); clearTimeout(retry); }, hiddenTime);
          } else if (!source) {
            attempts = 0;
            connect();
          }
        });
        """#
}
