extension Page {
    /// The script of parts that several views use.
    static let partsScript = #"""
        // Elements that several views use.

        import { shown } from "./code.js";
        import { api, attempt, breakable, byID, bytes, copy, el, fetchMocks, go, isFiltered, keepFilters, rebuild, seconds, store, toast, tone } from "./store.js";

        export const status = (code, text) => el("span", { class: `status ${tone(code)}` }, text ?? String(code));

        export const method = (name) => el("span", { class: "method" }, name);

        export const path = (text) => el("span", { class: "path", title: text }, breakable(text));

        export const backButton = (hash, name) => button(`‹ ${name}`, () => go(hash), { class: "quiet back" });

        export const button = (text, onclick, properties = {}) =>
          el("button", { type: "button", onclick, ...properties }, text);

        export const copyCurl = (number) => attempt(() => api.curl(number).then((text) => copy(text, `the curl command${text.includes("…") ? "; its credentials are shortened" : ""}${/  # and .* of binary data/.test(text) ? "; its binary body is left out" : ""}`)));

        const names = ({ name, path }) => [name, path?.split("/").pop()];

        // Returns a mock's name, or its file's name or path if another mock in the list has the same name and method.
        const label = (mock, mocks) => names(mock).find((name, index) => !mocks.some((one) => one.path !== mock.path && one.method === mock.method && names(one)[index] === name)) ?? mock.path;

        // Returns a mock's status, method and delay.
        export const traits = (mock) => [
          mock.isBroken ? status(500, "problem") : status(mock.status, mock.summary),
          mock.method ? [" ", method(mock.method)] : null,
          mock.delay > 0 ? el("span", { class: "delay" }, ` after ${seconds(mock.delay)}`) : null,
        ];

        export function mockLine(mock, mocks = []) {
          const [badge, ...rest] = traits(mock);
          return [
            el("span", { class: mock.isSuccess && !mock.isBroken ? "dot good" : "dot bad" }), badge,
            el("span", { class: "mock-name" }, mock.name), rest,
            label(mock, mocks) === mock.name ? null : el("span", { class: "condition" }, path(label(mock, mocks))),
            mock.condition ? el("span", { class: "condition" }, `only with ${mock.condition}`) : null,
            mock.problem ? el("span", { class: "condition" }, mock.problem) : null,
            mock.isSuccess ? null : el("span", { class: "unseen" }, "error"),
          ];
        }

        // An empty value is also a value.
        export const headers = (list) => (list.length
          ? el("div", { class: "fields" }, facts(list.map(({ name, value }) => [name, el("span", {}, value)])))
          : el("p", { class: "muted" }, "No headers."));

        export const contentType = (list) => list.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? "";

        // Returns a message's body, or a description of a body that can't be shown.
        export function body(content, list, what) {
          if (!content || content.length === 0) return el("p", { class: "muted" }, "No body.");
          if (content.isDropped) {
            return el("p", { class: "muted" }, `${bytes(content.length)}, no longer kept.`);
          }
          const type = contentType(list);
          const image = content.isCut ? null : /^image\/(png|jpeg|gif|webp|svg\+xml)\b/.exec(type);
          const data = content.text === undefined ? `;base64,${content.base64}` : `,${encodeURIComponent(content.text)}`;
          const picture = image ? el("img", { class: "picture", alt: `The ${what}’s body`, src: `data:${image[0]}${data}` }) : null;
          const parts = content.parts?.length ? facts(content.parts.map((one) => [one.name, one.text ?? [one.file, one.type, bytes(one.length)].filter(Boolean).join(", ")])) : null;
          if (content.text === undefined) return picture ?? parts ?? el("p", { class: "muted" }, `${bytes(content.length)} of binary data.`);
          const part = content.isCut ? `the first ${Math.round(new Blob([content.text]).size / 1000)} kB` : null;
          return [parts, picture, sample(`${bytes(content.length)}${content.isCut ? ", partly shown" : ""}`, content.text, part ?? "the body", `Copy the ${what}’s body`, shown(content.text, type, part))];
        }

        export const facts = (pairs) => el("dl", { class: "facts" }, pairs.filter(([, value]) => (value ?? "") !== "")
          .map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));

        // Returns a text to copy, below its title.
        export const sample = (title, text, what, label = `Copy ${what}`, content = el("pre", { class: "code" }, text)) => el("div", { class: "body" },
          el("div", { class: "body-tools" }, el("span", { class: "muted" }, title), button("Copy", () => copy(text, what), { class: "quiet", "aria-label": label })), content);

        export const section = (title, ...children) => el("section", { class: "block" }, el("h3", {}, title), ...children);

        // Says that the files of the built-in sample are temporary.
        export const kept = () => (store.mocks?.folder?.includes("/teapot-sample-")
          ? ` The sample is deleted when the server stops: to keep your changes, copy its folder ${store.mocks.folder}.` : "");

        export const empty = (title, ...text) =>
          el("div", { class: "empty" }, el("p", { class: "empty-title" }, title), text.map((line) => line && el("p", {}, line)));

        // Labels an option to forward requests, which needs a live server.
        export const liveOption = (option, text) => Object.assign(option,
          store.state?.live ? { disabled: false, textContent: text } : { disabled: true, textContent: `${text} (needs --live URL)` });

        // Says that a change applies only to later requests, if any is held now.
        export const stillHeld = () => (store.state?.held.length ? " Held requests keep waiting for you." : "");

        // Returns the scenarios with a step that names a mock.
        export const scenariosOf = (path) => store.scenarios?.scenarios.filter(({ steps }) => steps.some(({ mock }) => mock?.path === path)) ?? [];

        // Returns the setting of a path for a method, whose own takes precedence.
        export const settingOf = ({ settings }, method) => settings[method === "HEAD" ? "GET" : method] ?? settings["any method"];

        // Returns the methods of a folder that have settings of their own.
        export const methodsOf = (folder) => [...new Set([...folder.mocks.map(({ methods }) => methods), ...Object.keys(folder.settings)])].sort();

        // Returns a method's name, or `other methods` if the other mocks in the folder name theirs.
        export const called = (name, folder) => (name === "any method" && folder && methodsOf(folder)[1] ? "other methods" : name);

        // Returns a menu for the responses to a path and a method from now on. `mocks` are those that match, and
        // `first` is the path of the one that answers if no other is chosen.
        export function settingSelect({ requestPath, settings, mocks, first, method, document: rest }) {
          const known = directory(requestPath), setting = settingOf({ settings }, method);
          // A folder whose mocks answer any method has one menu.
          const name = known && methodsOf(known).join() === "any method" ? "any method" : method === "HEAD" ? "GET" : method;
          // Mocks with other conditions can be chosen, too, and those for any request.
          const own = (store.mocks?.folders ?? []).filter((one) => one.requestPath === requestPath || one.isGeneral)
            .sort((one, other) => one.isGeneral - other.isGeneral).flatMap((one) => one.mocks);
          const isUsual = (mock) => [name, "any method"].includes(mock.methods);
          const all = [...own, ...mocks.filter((mock) => !own.some(({ path }) => path === mock.path))]
            .filter((mock) => !mock.method || mock.method === name || mock.path === setting?.mock).sort((one, other) => isUsual(other) - isUsual(one));
          const next = all.find((mock) => mock.path === first), hasOthers = own.some((mock) => mock.condition && mock !== next && isUsual(mock));
          const usual = { firstMock: next ? `${label(next, all)}${hasOthers ? ", or by condition" : ""}` : hasOthers ? "by condition" : rest ?? (store.state?.live ? "forward, no mock" : "404, no mock"), hold: "hold", live: "forward", unanswered: rest ?? "return 404" };
          const found = store.state?.isOn === false ? "forward, mocking is off" : usual[store.state?.undecided];
          const value = !setting ? "" : setting.kind === "mock" ? `mock:${setting.mock}` : setting.kind;
          const made = (value, text) => el("option", { value }, text);
          const missing = setting?.mock && !all.some(({ path }) => path === setting.mock) ? made(value, `missing: ${setting.mock.split("/").pop()}`) : null;
          const option = (mock) => made(`mock:${mock.path}`, `${mock.isBroken ? "problem: " : mock.isSuccess ? "" : "error: "}${label(mock, all)} (${mock.summary}${mock.condition ? `, ${mock.condition}` : ""})`);
          const select = el("select", {
            class: value ? "is-set" : "", "aria-label": `Setting for ${subject(requestPath, name)}`, "data-focus": `setting ${name} ${requestPath}`,
            onchange: () => choose({ requestPath, settings }, select.value.startsWith("mock:") ? { kind: "mock", mock: select.value.slice(5) } : select.value ? { kind: select.value } : null, name),
          }, made("", found ? `default (${found})` : "default"), made("hold", "always hold"),
          liveOption(made("live"), "always forward"), made("unanswered", `always ${rest ?? "return 404"}`), missing, all.length ? el("optgroup", { label: "always" }, all.map(option)) : null);
          select.value = value;
          select.title = select.selectedOptions[0]?.text ?? "";
          return select;
        }

        const subject = (requestPath, method) => `${method === "any method" ? "" : `${method} `}requests to ${requestPath}`;

        // Handles requests to a path with a method according to a setting from now on, or without one by default.
        export const choose = ({ requestPath, settings }, setting, method) => attempt(async () => {
          // Without a setting of its own, the method has that of all methods.
          const name = setting || settings[method] ? method : "any method", what = subject(requestPath, name);
          const old = setting && settings[name]?.mock?.split("/").pop();
          await api.set(requestPath, setting, name);
          toast((setting ? `Applies to ${what} until the server stops${old ? `, instead of ${old}` : ""}.` : `${what[0].toUpperCase()}${what.slice(1)} use the default again.`) + (store.state?.isOn === false ? " Mocking is off now." : "") + stillHeld());
        }).then(fetchMocks).catch(() => {});

        export const directory = (requestPath) => store.mocks?.folders.find((one) => one.requestPath === requestPath && !one.isGeneral);

        export const later = (item) => section("From now on", el("label", { class: "line" },
          el("span", {}, `Later ${item.method} requests to `, path(item.requestPath), ":"), settingSelect(item)));

        // Returns a list of problems with files, each with its place, which opens the file if it's one of the mocks.
        export function problems(list, mocks = new Set()) {
          const place = (one) => (one.line ? `:${one.line}${one.column ? `:${one.column}` : ""}` : "");
          const [count, most] = [list.length, 100];
          return el("section", { class: "problems", "aria-label": "Problems" },
            el("h3", {}, count === 1 ? "1 problem" : `${count} problems`),
            el("ul", {}, list.slice(0, most).map((one) =>
              el("li", {}, el(...(mocks.has(one.file) ? ["a", { href: `#mocks/${encodeURIComponent(one.file)}` }] : ["code", {}]),
                path(`${one.file}${place(one)}`)), el("span", {}, one.reason))),
            count > most ? el("li", {}, `and ${count - most} more; “teapot check” lists them`) : null));
        }

        // Sets up the search field and the chips above a list, which select what the server returns.
        // Returns a function that shows the chips, given the methods in the list. `fetch` fetches the selected items.
        export function setUpFilter(view, list, fetch) {
          const filter = store.filters[view];
          const form = byID(`${view}-form`);
          const input = form.querySelector("input");
          input.value = filter.search;
          let typing = 0;
          input.addEventListener("input", () => {
            clearTimeout(typing);
            typing = setTimeout(search, 150);
          });
          form.addEventListener("submit", (event) => {
            event.preventDefault();
            search();
            byID(list).querySelector("a.row")?.focus();
          });

          function search() {
            const text = input.value.trim();
            if (text === filter.search) return;
            filter.search = text;
            select();
          }

          const select = () => { keepFilters(); show([]); attempt(fetch); };

          function showAll() {
            Object.assign(filter, { search: "", status: [], method: [], unanswered: false });
            input.value = "";
            select();
          }

          const chip = (text, isOn, change) => button(text, () => { change(); select(); },
            { class: "chip", "aria-pressed": String(isOn), "data-focus": text });

          const oneOf = (name) => (value) => chip(value, filter[name].includes(value), () => {
            const others = filter[name].filter((one) => one !== value);
            filter[name] = others.length < filter[name].length ? others : [...others, value];
          });

          function show(methods) {
            for (const method of methods) if (!filter.methods.includes(method)) filter.methods.push(method);
            rebuild(form.querySelector(".chips"), filter, () => [
              ["2xx", "3xx", "4xx", "5xx"].map(oneOf("status")),
              [...filter.methods].sort().map(oneOf("method")),
              view === "requests"
                ? chip("Unanswered", filter.unanswered, () => { filter.unanswered = !filter.unanswered; }) : null,
              isFiltered(view) ? button("Show all", showAll, { class: "chip quiet", "data-focus": "all" }) : null,
            ]);
          }
          return show;
        }
        """#
}
