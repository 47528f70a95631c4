extension Page {
    /// The script with the state of the page.
    static let storeScript = #"""
        // The page's state, and the functions to call when it changes.

        // Returns a filter: the search text, the chips that are on, and the methods with chips.
        const newFilter = () => ({ search: "", status: [], method: [], unanswered: false, methods: [] });

        export const store = {
          // The server's state: on or off, environments, held requests, active scenarios.
          state: null,
          // Journal entries by number.
          journal: new Map(),
          last: 0,
          forgotten: 0,
          isMore: false,
          filters: { requests: newFilter(), mocks: newFilter() },
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
          const members = {};
          if (search) members.search = search;
          if (status.length) members.status = status.join(",");
          if (method.length) members.method = method.join(",");
          if (unanswered) members.unanswered = "true";
          return members;
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

        function decoded(text) {
          try { return decodeURIComponent(text); } catch { return text; }
        }

        export function go(hash) {
          if (location.hash === hash) readRoute(); else location.hash = hash;
        }
        """#
}
