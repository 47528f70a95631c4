extension Page {
    /// The script that communicates with the server.
    static let apiScript = #"""
        // Speaks to the server. Every failure is an Error whose message can be shown.

        const base = "/__teapot/api/";

        export class Lost extends Error {}

        async function call(method, path, body) {
          const options = { method, cache: "no-store", credentials: "omit" };
          if (body !== undefined) {
            options.headers = { "Content-Type": "application/json" };
            options.body = JSON.stringify(body);
          }
          let response;
          let text;
          try {
            response = await fetch(base + path, options);
            text = await response.text();
          } catch {
            throw new Lost("The server does not answer.");
          }
          const isJSON = response.headers.get("Content-Type")?.startsWith("application/json");
          const value = isJSON && text ? JSON.parse(text) : text;
          if (response.ok) return value;
          throw new Error(value.error ?? `The server answered with the status ${response.status}.`);
        }

        // A path of the mock folder as a part of a URL.
        const escaped = (path) => path.split("/").map(encodeURIComponent).join("/");

        // Not by URLSearchParams, whose spaces are plus signs.
        const query = (members) =>
          Object.entries(members).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");

        export const api = {
          state: () => call("GET", "state"),
          change: (members) => call("PATCH", "state", members),
          mocks: () => call("GET", "mocks"),
          mock: (path) => call("GET", `mocks/${escaped(path)}`),
          set: (path, setting) => call("PUT", "settings", { path, setting }),
          scenarios: () => call("GET", "scenarios"),
          activate: (name, isActive) => call("PUT", `scenarios/${encodeURIComponent(name)}`, { isActive }),
          held: (id) => call("GET", `held/${id}`),
          answer: (id, decision) => call("POST", `held/${id}`, decision),
          journal: (members) => call("GET", `journal?${query(members)}`),
          entry: (number) => call("GET", `journal/${number}`),
          curl: (number) => call("GET", `journal/${number}/curl`),
          clear: () => call("DELETE", "journal"),
          har: (search) => `${base}journal.har${search ? `?${query({ search })}` : ""}`,
          events: () => new EventSource(`${base}events`),
        };
        """#
}
