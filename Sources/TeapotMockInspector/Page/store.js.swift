extension Page {
    /// The script with the state of the page.
    static let storeScript = #"""
        // The page's state, and the functions to call when it changes.

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
          const told = new Set(parts.flatMap((part) => listeners.get(part) ?? []));
          for (const listener of told) listener();
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
          if (location.hash === hash) readRoute(); else location.hash = hash;
        }
        """#
}
