extension Page {
    /// The script that creates elements.
    static let domScript = #"""
        // Creates elements. Text is always inserted as text, and never parsed as markup.

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
          const key = focused?.dataset.focus;
          (focused?.isConnected ? focused : key && element.querySelector(`[data-focus="${CSS.escape(key)}"]`))?.focus({ preventScroll: true });
        }

        export function markCurrent(element, isCurrent, kind = "true") {
          if (isCurrent) element.setAttribute("aria-current", kind); else element.removeAttribute("aria-current");
        }

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
        export function tone(status) {
          return ["none", "good", "moved", "bad", "worst"][Math.floor(status / 100) - 1] ?? "none";
        }

        let hiding;
        export function toast(text, isError = false, action = null) {
          const element = byID("toast");
          fill(byID("toast-text"), breakable(text), action);
          element.classList.toggle("error", isError);
          element.hidden = false;
          action?.focus();
          clearTimeout(hiding);
          hiding = setTimeout(() => { element.hidden = true; }, isError || action ? 8000 : 2500);
        }

        // Does some work, and shows an error if it fails.
        export async function attempt(work) {
          try { return await work(); } catch (error) { toast(error.message, true); }
        }

        export function closeToast() {
          clearTimeout(hiding);
          byID("toast").hidden = true;
        }

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
