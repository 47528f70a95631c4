extension Page {
    /// The script that communicates with the server, and keeps the page's state.
    static let storeScript = #"""
        // The basis of the page: the requests to the server, the page's state and what keeps it in sync, and elements.

        // The requests to the server. Every failure is an Error with a message to show.

        const base = "/__teapot/api/";

        // Scripts of mocks share this page's origin. The token is only in the page's document, and never in a URL.
        const token = document.querySelector("meta[name=token]").content;

        export class Unreachable extends Error {}

        const ask = (path, options = {}) => fetch(base + path, {
          cache: "no-store", credentials: "omit", ...options,
          headers: { ...options.headers, Authorization: `Bearer ${token}` },
        });

        async function call(method, path, body) {
          const options = body === undefined ? { method }
            : { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
          let response, text;
          try {
            response = await ask(path, options);
            text = await response.text();
          } catch { throw new Unreachable("The server isn’t responding."); }
          const isJSON = response.headers.get("Content-Type")?.startsWith("application/json");
          const value = isJSON && text ? JSON.parse(text) : text;
          if (response.ok) return value;
          const error = new Error(response.status === 401 ? "The server restarted with a new token. Open the new inspector address from the terminal."
            : value.error ?? `The server answered with status ${response.status}.`);
          throw Object.assign(error, { status: response.status });
        }

        // Returns a path in the mock folder, encoded for a URL.
        const escaped = (path) => path.split("/").map(encodeURIComponent).join("/");

        // URLSearchParams would encode spaces as plus signs.
        const query = (members) =>
          Object.entries(members).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");

        export const api = {
          state: () => call("GET", "state"),
          change: (members) => call("PATCH", "state", members),
          mocks: (members) => call("GET", `mocks?${query(members)}`),
          mock: (path) => call("GET", `mocks/${escaped(path)}`),
          // Writes the file of a mock, or with POST a copy of it.
          write: (method, path, members) => call(method, `mocks/${escaped(path)}`, members),
          create: (members) => call("POST", "mocks", members),
          remove: (path) => call("DELETE", `mocks/${escaped(path)}`),
          set: (path, setting, method) => call("PUT", "settings", { path, setting, method: method === "any method" ? undefined : method }),
          scenarios: () => call("GET", "scenarios"),
          activate: (name, isActive) => call("PUT", `scenarios/${encodeURIComponent(name)}`, { isActive }),
          held: (id) => call("GET", `held/${id}`),
          answer: (id, decision) => call("POST", `held/${id}`, decision),
          journal: (members) => call("GET", `journal?${query(members)}`),
          entry: (number) => call("GET", `journal/${number}`),
          curl: (number) => call("GET", `journal/${number}/curl`),
          // Saves the entry's own response if there's no other one.
          save: (number, members) => call("POST", `journal/${number}/mock`, members),
          clear: () => call("DELETE", "journal"),
          har: (members) => call("GET", `journal.har?${query(members)}`),
        };

        // Passes each event's name to `hear`. An EventSource can't send a token.
        async function readEvents(signal, hear) {
          const response = await ask("events", { signal });
          if (!response.ok) return;
          const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
          let text = "";
          for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
            text += piece.value;
            const events = text.split("\n\n");
            text = events.pop();
            for (const event of events) hear(/^event: ?(.*)$/m.exec(event)?.[1] ?? "message");
          }
        }

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

        export const on = (parts, listener) => parts.forEach((part) => listeners.set(part, [...(listeners.get(part) ?? []), listener]));

        export const changed = (...parts) => new Set(parts.flatMap((part) => listeners.get(part) ?? [])).forEach((listener) => listener());

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

        let source = null, attempts = 0, watchdog, retry, hiding, looking;

        export async function connect() {
          clearTimeout(retry);
          disconnect();
          const run = store.state?.server.run;
          try {
            await fetchState();
            await Promise.all([fetchJournal(true), fetchScenarios()]);
          } catch (error) { return lose(error); }
          attempts = 0;
          if (store.lost) { say("Reconnected to the server."); closeToast(); if (store.state.server.run !== run) toast(`The server was started again, without its earlier requests and settings.${store.isKept ? " What you’ve written for them is under Mocks." : ""}`); }
          showLost(null);
          listen();
          // This takes a while for a large folder.
          fetchMocks().catch(() => {});
        }

        const reconnect = () => { attempts = 0; connect(); };

        function disconnect() {
          clearTimeout(watchdog);
          source?.abort();
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
          const stop = source = new AbortController();
          readEvents(stop.signal, async (name) => {
            heard();
            try { await actions[name]?.(); } catch (error) { if (source === stop) lose(error); }
          }).catch(() => {}).then(() => { if (source === stop) lose(); });
          heard();
        }

        function lose(error) {
          disconnect();
          const isReplaced = error?.status === 401;
          showLost(isReplaced ? error.message : `Lost the connection to ${location.host}. Retrying…`,
            el("button", { type: "button", hidden: isReplaced, onclick: reconnect }, "Try now"));
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
        export function coalesced(work) {
          let [running, again] = [null, null];
          const start = () => {
            again = null;
            return running = work().finally(() => { running = again; });
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

        export const fetchJournal = (isWhole = false) => { isWholeWanted ||= isWhole; return fetchEntries(); };

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
        // A held request may have other mocks now.
        on(["mocks"], () => { if (store.state?.held.length) fetchState().catch(() => {}); });

        document.addEventListener("visibilitychange", () => {
          clearTimeout(hiding);
          if (document.hidden) hiding = setTimeout(() => { disconnect(); clearTimeout(retry); }, hiddenTime); else if (!source) reconnect();
        });

        // Elements. Text is always inserted as text, and never parsed as markup.

        export function el(tag, properties = {}, ...children) {
          const element = document.createElement(tag);
          for (const [name, value] of Object.entries(properties)) {
            if (value === undefined || value === null || value === false) continue;
            if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
            else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
            else element.setAttribute(name, value === true ? "" : String(value));
          }
          element.append(...present(children));
          return element;
        }

        // Returns a text that can break after a slash or an underscore, and before a query or a file's extension.
        export const breakable = (text) => text.split(/(?<=[\/_])|(?=[?&])|(?=\.\w+(?:$|[ ,.]))/).flatMap((part) => [part, el("wbr")]);

        // Returns the children that exist, without the lists around them.
        const present = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined);

        export const byID = (id) => document.getElementById(id);

        export const fill = (element, ...children) => element.replaceChildren(...present(children));

        const signatures = new WeakMap();

        // Rebuilds an element's content if its source has changed, and keeps the focus.
        export function rebuild(element, source, build) {
          const signature = JSON.stringify(source);
          if (signatures.get(element) === signature) return;
          signatures.set(element, signature);
          const focused = element.contains(document.activeElement) ? document.activeElement : null;
          fill(element, build());
          const key = focused?.dataset.focus ? `[data-focus="${CSS.escape(focused.dataset.focus)}"]` : focused?.id ? `#${focused.id}` : null;
          (focused?.isConnected ? focused : key && element.querySelector(key))?.focus({ preventScroll: true });
        }

        export const markCurrent = (element, isCurrent, kind = "true") => { element.ariaCurrent = isCurrent ? kind : null; };

        export const setText = (element, text) => { if (element.textContent !== text) element.textContent = text; };

        // Sets the number beside a tab's name. A phone has no room for the word.
        export function setCount(name, number, word = "", kind = "") {
          const element = document.querySelector(`[data-count=${name}]`);
          fill(element, `${number}`, word ? el("span", { class: "word" }, ` ${word}`) : null);
          element.className = `count ${kind}`;
        }

        // Arranges keyed rows, and touches only those that are new, gone or out of place.
        export function arrange(list, rows) {
          const wanted = new Set(rows);
          for (const row of [...list.children]) if (!wanted.has(row)) row.remove();
          rows.forEach((row, index) => {
            if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null);
          });
        }

        export function seconds(value) {
          if (value === null || value === undefined) return "";
          if (value < 0.0995) return `${Number((value * 1000).toPrecision(2))} ms`;
          return value < 1 ? `${Math.round(value * 1000)} ms` : `${Number(value.toPrecision(3))} s`;
        }

        export const time = (milliseconds) => new Date(milliseconds).toLocaleTimeString([], { hour12: false });

        export function bytes(count) {
          if (count < 1000) return `${count} byte${count === 1 ? "" : "s"}`;
          return count < 1e6 ? `${(count / 1e3).toFixed(1)} kB` : `${(count / 1e6).toFixed(1)} MB`;
        }

        // Returns the color class for a status.
        export const tone = (status) => ["none", "good", "moved", "bad", "worst"][Math.floor(status / 100) - 1] ?? "none";

        let fading;
        export function toast(text, isError = false, action = null) {
          const element = byID("toast");
          // A message that comes late doesn't replace a question.
          if (!action && !isError && !element.hidden && byID("toast-text").querySelector("button")) return;
          action?.addEventListener("click", closeToast);
          fill(byID("toast-text"), breakable(text), action);
          element.classList.toggle("error", isError);
          element.hidden = false;
          action?.focus();
          clearTimeout(fading);
          // A question stays.
          if (!action) fading = setTimeout(() => { element.hidden = true; }, isError || text.length > 100 ? 8000 : 2500);
        }

        // Does some work, and shows an error if it fails.
        export async function attempt(work) {
          try { return await work(); } catch (error) { toast(error.message, true); }
        }

        export const closeToast = () => { clearTimeout(fading); byID("toast").hidden = true; };

        // Announces a text to screen readers.
        export const say = (text) => { byID("news").textContent = text; };

        export async function copy(text, what) {
          try {
            await navigator.clipboard.writeText(text);
            toast(`Copied ${what}.`);
          } catch {
            // Without permission to use the clipboard, fall back to the old command.
            const area = el("textarea", { class: "unseen", value: text });
            const host = document.querySelector("dialog[open]") ?? document.body;
            host.append(area);
            area.select();
            const isCopied = document.execCommand("copy");
            area.remove();
            toast(isCopied ? `Copied ${what}.` : `The browser didn’t allow copying ${what}.`, !isCopied);
          }
        }
        """#
}
