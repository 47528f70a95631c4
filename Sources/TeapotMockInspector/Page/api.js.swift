extension Page {
    /// The script that communicates with the server.
    static let apiScript = #"""
        // Communicates with the server. Every failure is an Error with a message to show.

        const base = "/__teapot/api/";

        // Scripts of mocks share this page's origin. The token is only in the page's document, and never in a URL.
        const token = document.querySelector("meta[name=token]").content;

        export class Replaced extends Error {}
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
          if (response.status === 401) throw new Replaced("The server restarted with a new token. Open the new inspector address from the terminal.");
          throw new Error(value.error ?? `The server answered with status ${response.status}.`);
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
          edit: (path, text, version) => call("PUT", `mocks/${escaped(path)}`, { text, version }),
          create: (members) => call("POST", "mocks", members),
          remove: (path) => call("DELETE", `mocks/${escaped(path)}`),
          set: (path, setting) => call("PUT", "settings", { path, setting }),
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
          events,
        };

        // An EventSource can't send a token. Passes each event's name and data to `hear`, and calls `lose` at the end.
        function events(hear, lose) {
          const stop = new AbortController();
          listen(stop.signal, hear).catch(() => {}).then(() => { if (!stop.signal.aborted) lose(); });
          return { close: () => stop.abort() };
        }

        async function listen(signal, hear) {
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
        """#
}
