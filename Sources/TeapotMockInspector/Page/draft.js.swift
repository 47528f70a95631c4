extension Page {
    /// The script of the forms for a written response and for a new mock.
    static let draftScript = #"""
        // A form to write a response, with its status, its headers, and its body in an editor, and one for a new mock.

        import { editor, firstError, looksLikeJSON } from "./code.js";
        import { button, contentType, kept, path as whole, scenariosOf, settingOf } from "./parts.js";
        import { decoded, el, fetchMocks, fill, setText, store, toast } from "./store.js";

        // The forms that aren't closed, even if they aren't shown now.
        const open = new Set();
        window.addEventListener("beforeunload", (event) => {
          if ([...open].some((form) => form.isChanged)) event.preventDefault();
        });

        // The button called `name` passes the response to `send`, which returns whether to close the form. `from` has
        // the initial values. For a file that isn't a response's body, only the text can be edited. `place` has more
        // fields, and `tell` gets the response whenever something changes. A file that
        // `isStrict` is sent only if it’s JSON or events.
        export function draft({ title, name, from = {}, isFile = false, isStrict, place, tell, send, close }) {
          const fields = from.headers ?? [{ name: "Content-Type", value: "application/json" }];
          const milliseconds = Math.round((from.delay ?? 0) * 1000);
          const status = el("input", { type: "number", min: 200, max: 599, required: true, value: from.status ?? 200 });
          const delay = el("input", { type: "number", min: 0, step: 1, value: milliseconds });
          const lines = el("textarea", { rows: Math.min(4, Math.max(1, fields.length)), spellcheck: "false",
            oninput: () => { check(); made.refresh(); } });
          lines.value = written(fields);
          const flaw = el("span", { class: "unmet", role: "alert" });
          const shutter = button("Close", leave, { class: "quiet", id: "close" });
          const main = el("button", { type: "submit", class: "main", id: "answer" }, name);
          const notice = el("div", { class: "problems", role: "alert", hidden: true });
          const made = editor({
            value: from.text ?? "", label: isFile ? "The file" : "The response’s body",
            advice: isStrict?.() ? "The server sends this file only if it’s valid JSON, so correct it before you save. To send invalid JSON, choose “New mock” above the list." : null,
            isJSON: (text, type = contentType(parsed(lines.value))) => looksLikeJSON(type, text) || isStrict?.() && !/^text\/event-stream\b/i.test(type),
          });
          const element = el("form", {
            class: "draft",
            oninput: () => {
              // A change to the text makes the question about it obsolete.
              if (!isBlocked) ask("");
              nameShutter();
              tell?.(response());
            },
            async onsubmit(event) {
              event.preventDefault();
              // Send it only once, no matter how often the key is pressed.
              if (main.disabled) return;
              main.disabled = true;
              const isSent = await send(response());
              main.disabled = isBlocked;
              if (isSent) shut();
              // A disabled button loses focus.
              else if (document.activeElement === main || document.activeElement === document.body) made.show();
            },
            // Works in every field of the form.
            onkeydown: (event) => {
              if (!["Enter", "s"].includes(event.key) || !event.metaKey && !event.ctrlKey) return;
              event.preventDefault();
              element.requestSubmit();
            },
          },
          el("h3", {}, title),
          place, isFile ? null : el("div", { class: "draft-head" }, el("label", {}, "Status", status),
            el("label", {}, "Delay (ms)", delay), el("label", { class: "wide" }, "Headers", lines, flaw)),
          isFile ? null : el("p", { class: "muted", "aria-hidden": "true" }, "Response body"), made.element,
          el("div", { class: "draft-foot" }, made.status, notice, el("div", { class: "actions" }, main, button("Format", () => made.layOut()), shutter)));
          const value = () => [...element.querySelectorAll("input, select, textarea")].map((one) => one.value).join("\n");
          const response = () => ({ status: Number(status.value), headers: parsed(lines.value), body: made.text,
            delay: Number(delay.value) / 1000 });
          tell?.(response());
          let [begun, isBlocked] = [from.isWritten ? null : value(), false];
          const nameShutter = () => setText(shutter, form.isChanged ? "Discard changes" : "Close");

          // A line that isn't a header is reported below the field, and keeps the form from being sent.
          function check() {
            const wrong = lines.value.split("\n").find((line) => line.trim() && !/^\s*[\w!#$%&'*+.^`|~-]+\s*:/.test(line));
            flaw.textContent = wrong === undefined ? "" : `“${wrong.trim()}” isn’t a header; write Name: value.`;
            lines.setCustomValidity(flaw.textContent);
          }

          // Shows a text with buttons above those of the form, or hides it.
          function ask(text, ...choices) {
            notice.hidden = !text;
            main.disabled = isBlocked = false;
            fill(notice, el("p", {}, text), el("div", { class: "actions" }, choices));
          }

          // Does something at once, or asks first if there are doubts.
          function sure(what, doubts, act) {
            if (!doubts.length) return act();
            ask(`Not ${what}: ${doubts.join(", and ")}.`, button(`${name} anyway`, async () => { if (await act()) shut(); }));
          }

          const shut = () => { open.delete(form); close(); };

          // Closes the form, but asks before changes are lost.
          function leave() {
            const keep = button("Keep editing", () => { ask(""); made.area.focus(); });
            const discard = button("Discard changes", shut, { class: "danger" });
            if (!form.isChanged) shut(); else ask("You have unsaved changes.", keep, discard);
            keep.focus();
            return true;
          }

          const form = {
            element, leave, ask, sure, shut,
            get response() { return response(); }, get question() { return notice.hidden ? null : notice.firstChild.textContent; },
            // Keeps the response from being sent until the question is answered.
            block() { main.disabled = isBlocked = true; },
            get error() { return made.error; },
            get doubts() { return !isFile && made.text && ["204", "205", "304"].includes(status.value) ? [`a response with status ${status.value} is sent without its body`] : []; },
            get isChanged() { return (isBlocked || !main.disabled) && value() !== begun; },
            load({ headers, body }) {
              if (!isFile) lines.value = written(headers);
              made.replaceAll(body.text);
              begun = value();
              nameShutter();
            },
            write() {
              element.scrollIntoView({ block: "nearest" });
              made.area.setSelectionRange(0, 0);
              made.area.focus();
            },
          };
          open.add(form);
          nameShutter();
          return form;
        }

        const written = (fields) => fields.map((field) => `${field.name}: ${field.value}`).join("\n");

        // Lines such as `Name: value`.
        const parsed = (text) => text.split("\n").filter((line) => line.trim()).map((line) => line.split(":"))
          .map(([name, ...value]) => ({ name: name.trim(), value: value.join(":").trim() }));

        // The form for a new mock.

        const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

        // Returns a text as a part of a file's name: letters and digits, and no word that has a meaning there.
        export function words(text) {
          const name = text.normalize("NFC").replace(/[^\p{L}\p{Mn}\p{Mc}\p{Nd}]+/gu, "-").replace(/^-|-$/g, "") || "name";
          return methods.includes(name) || /^([2-5]\d\d|\d+m?s|success|error)$/i.test(name) ? `mock-${name}` : name;
        }

        // Returns the name of a mock for a path: its last part that isn't a variable.
        export const nameFor = (path) => words(path.split("/").findLast((segment) => !/^{.*}$/.test(segment)) ?? "");

        const stem = (path) => path.replace(/(?<=[^/])\.[^./]*$/, "");

        // Returns the reason why a path can't have a mock, or an empty string.
        function flawOf(path) {
          const flaw = store.mocks?.pathFlaws.find(([pattern]) => new RegExp(pattern).test(path));
          return flaw ? path.replace(new RegExp(flaw[0]), flaw[1]) : "";
        }

        // Returns the name of the folder for a path, in which some characters are percent-encoded. An existing folder
        // keeps its uppercase and lowercase letters.
        function folderOf(path) {
          const coded = (text) => decoded(text).normalize("NFC")
            .replace(/[^\p{L}\p{Mn}\p{Mc}\p{Nd}_.~@+,=()!'-]/gu, (one) => (one === "*" ? "%2A" : encodeURIComponent(one))).replace(/^\.|\.$/g, "%2E");
          const names = path.split("/").map((one) => (/^{.*}$/.test(one) ? `{${coded(one.slice(1, -1))}}` : coded(one)));
          return names.reduce((made, name) => {
            const place = `${made}/${name}`, isAt = (one) => `${one}/`.toLowerCase().startsWith(`${place}/`.toLowerCase());
            return store.mocks?.folders.map(({ folder }) => folder).find(isAt)?.slice(0, place.length) ?? place;
          }, "").slice(1);
        }

        // Returns the name of a mock's file with another status, delay, method or name. Other parts stay as written.
        export function renamed(mock, { status, delay, name, method = mock.method ?? "" }) {
          const file = mock.path.split("/").pop(), parts = stem(file).split("_");
          const isPart = (one) => /^(success|error|\d{3}|\d+(\.\d+)?m?s)$/i.test(one) || methods.includes(one);
          const own = mock.name === stem(file) && parts.every(isPart) ? [] : mock.name.split("_");
          const head = parts.slice(0, parts.length - own.length), milliseconds = Math.round(delay * 1000);
          const [prefix, code, time] = [/^(success|error)$/i, /^\d{3}$/, /^\d.*s$/i].map((kind) => head.find((one) => kind.test(one)) ?? []);
          const isSame = [status === mock.status, milliseconds === Math.round(mock.delay * 1000), name === mock.name, method === (mock.method ?? "")];
          const start = [prefix.length && status < 400 !== mock.status < 400 ? (status < 400 ? "success" : "error") : prefix,
            isSame[0] ? code : status, isSame[1] ? time : milliseconds ? `${milliseconds}ms` : [], isSame[3] ? head.filter((one) => methods.includes(one)) : method || []];
          return isSame.every(Boolean) ? file : [...start, isSame[2] ? own : name].flat().join("_") + file.slice(stem(file).length);
        }

        // Returns a warning if a scenario's step no longer finds a mock whose file gets a new name.
        function warning({ path, name }, file) {
          const place = store.mocks?.folders.find((one) => one.mocks.some((mock) => mock.path === path));
          // A step also finds another file with the same name.
          const isFound = `_${stem(file)}`.endsWith(`_${name}`) && !place?.mocks.some((one) => one.path !== path && one.name.toLowerCase() === name.toLowerCase());
          const [user] = isFound ? [] : scenariosOf(path);
          return user ? el("span", { class: "unmet" }, `; the scenario “${user.name}” refers to the old file`) : null;
        }

        // Returns the form. For the request at hand, if there’s one, `only` describes an optional condition, and
        // `doubt` returns what's wrong with a path. `save` returns whether the mock was saved. For the file of a
        // `mock`, the folder and the method can’t change, but a copy may have others.
        export function mockForm({ title, action = "Create the mock", from, method, directory, name, only, isOnly, doubt, save, close, mock, isCopy }) {
          const home = mock && mock.path.split("/").slice(0, -1).join("/");
          const place = el("input", { value: directory ?? decoded(home), placeholder: "such as users/{id}; empty for /" });
          const [label, isHere] = [el("input", { maxlength: 60, value: isCopy ? "" : mock?.name ?? name }), () => mock && place.value === decoded(home)];
          const verbs = doubt ? [method] : mock ? [mock.method ?? "", ...methods.filter((one) => one !== mock.methods)] : [...new Set([method ?? "GET", ...methods])];
          const verb = el("select", { disabled: Boolean(doubt) }, verbs.map((one) => el("option", { value: one }, one || mock.methods)));
          const check = el("input", { type: "checkbox", checked: isOnly });
          const [flaw, hint] = [el("span", { class: "unmet", role: "alert" }), el("span", { role: "status" })];
          const file = el("p", { class: "muted" }), isFile = mock && (!mock.isBody || Boolean(mock.problem));
          // A name that a person wrote by hand stays as it is.
          const values = () => ({ method: verb.value || (isHere() ? "" : "GET"), path: place.value.split("/").filter(Boolean).join("/"), name: label.value === mock?.name ? mock.name : words(label.value) });
          const fileName = (response) => (isFile || !isHere() ? undefined : renamed(mock, { ...response, ...values() }));
          // A name that nobody has typed follows the path, and isn't that of another file.
          let proposed = "";
          function propose(fileFor) {
            const base = isCopy ? `${mock.name}Copy` : nameFor(values().path), isProposed = label.value === proposed;
            for (let count = 1; isProposed && (count === 1 || taken(fileFor())); count += 1) label.value = proposed = count === 1 ? base : `${base}-${count}`;
          }
          const taken = (file) => store.mocks?.folders.flatMap((one) => one.mocks.map(({ path }) => path))
            .find((path) => (isCopy || path !== mock?.path) && stem(path).toLowerCase() === stem(file).toLowerCase());
          const form = draft({
            title, name: action, from, close, isFile, isStrict: () => isHere() && /\.json$/i.test(mock.path),
            place: isFile ? null : [
              el("div", { class: "draft-head" }, mock && !isCopy ? null : [el("label", {}, "Method", verb), el("label", { class: "wide" }, "Path", place, flaw)],
                el("label", { class: "wide" }, "Name", label, hint)),
              only ? el("label", { class: "check" }, check, `Only for ${only}`) : null, file,
              mock && !isCopy ? el("p", { class: "muted" }, "To change the method or the path, close this form and duplicate the mock.") : null,
            ],
            tell({ status, headers, body, delay }) {
              const type = contentType(headers).split(";")[0].trim().toLowerCase(), here = isHere();
              const extension = !body ? "txt" : (type ? looksLikeJSON(type) : !firstError(body)) ? "json" : store.mocks?.extensions[type] ?? "txt";
              const fileFor = ({ method, path, name } = values()) => (here ? `${home && `${home}/`}${fileName({ status, delay }) ?? ""}`
                : `${path && `${folderOf(path)}/`}${status < 400 ? "success" : "error"}_${status}_${delay ? `${Math.round(delay * 1000)}ms_` : ""}${method}_${name}.${extension}`);
              propose(fileFor);
              const { method, path, name } = values();
              const wrong = here ? "" : flawOf(place.value.trim());
              place.setCustomValidity(wrong);
              setText(flaw, wrong || doubt?.(path));
              const typed = label.value.trim(), meaning = `“${typed}” has a special meaning in file names, so it becomes ${name}`;
              setText(hint, name === typed ? "" : !typed ? "An empty name becomes “name”" : name === `mock-${typed}` ? meaning : `Other characters become “-”: ${name}`);
              const made = here ? fileName({ status, delay }) : fileFor(), isSame = !isCopy && mock?.path.split("/").pop() === made;
              const other = isFile || isSame ? null : taken(fileFor());
              fill(file, flaw.textContent || isFile ? null : other ? el("span", { class: "unmet" }, "There’s already ", el("code", {}, whole(other)), ". Choose another name.")
                : [isSame ? "Saves " : mock && !isCopy ? "Renames the file to " : "Creates ", el("code", {}, whole(made)),
                isSame || !mock || isCopy ? null : warning(mock, made),
                !mock?.isConditional ? null : here ? [isCopy ? "; it gets the same conditions, in " : "; its conditions are in ", el("code", {}, "mocks.index.json")] : "; it gets no conditions"]);
            },
            send(response) {
              const doubts = [form.doubts, form.error && !isHere() ? "the body isn’t valid JSON, so the file would be a .txt file" : [], flaw.textContent ? "the path doesn’t match this request" : []].flat();
              return form.sure("saved", doubts, () => save({ response, ...values(), file: fileName(response), isExact: Boolean(only) && check.checked }));
            },
          });
          return form;
        }

        // Tells where a mock was saved and whether it answers now, and returns the path of its file.
        export function tellSaved({ files, leftOut, redacted }) {
          const file = files.find((name) => !/(\.headers|mocks\.index)\.json$/.test(name)) ?? files[0];
          const before = store.mocks?.folders ?? [];
          fetchMocks().catch(() => {}).then(() => {
            const folder = store.mocks?.folders.find((one) => one.mocks.some(({ path }) => path === file));
            const mock = folder?.mocks.find(({ path }) => path === file);
            const method = mock?.method ?? "GET", other = folder?.answering[method];
            const former = before.find((one) => one.requestPath === folder?.requestPath)?.answering[method];
            const instead = former !== file && folder?.mocks.some(({ path }) => path === former) ? `, instead of ${former.split("/").pop()}` : "";
            // What's left to do before the new mock can answer.
            const left = [store.state.isOn ? [] : "turn mocking on", mock?.answers === "always" || store.state.undecided === "firstMock" && !(folder && settingOf(folder, method)) ? [] : `${store.state.held.length ? "answer a held request with it, or " : ""}choose it for its path`].flat();
            const use = mock?.condition ? `, only for requests with ${mock.condition}` : left.length || !mock ? "" : mock.answers ? `; it answers ${method} ${folder.requestPath} now${instead}`
              : other ? `; ${other.split("/").pop()} ${former === other ? "still " : ""}answers ${method} ${folder.requestPath}${former === other ? "" : " now, instead of it"}` : "";
            const lost = (redacted ? ` Redacted: ${redacted.join(", ")}.` : "") + (leftOut ? ` Left out: ${leftOut.join(", ")}, which differs in each response. To send it, edit the mock’s headers.` : "");
            toast(`Saved as ${file}${use}.${lost}${left.length ? ` To use it, ${left.join(" and ")}.` : ""}${kept()}`);
          });
          return file;
        }
        """#
}
