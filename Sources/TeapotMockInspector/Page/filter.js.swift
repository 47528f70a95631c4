extension Page {
    /// The script of the search field and the chips above a list.
    static let filterScript = #"""
        // The search field and the chips above a list. They select what the server returns.

        import { byID, rebuild, toast } from "./dom.js";
        import { button } from "./parts.js";
        import { isFiltered, store } from "./store.js";

        // Returns a function that shows the chips, given the methods in the list. `fetch` fetches the selected items.
        export function setUpFilter(view, list, fetch) {
          const filter = store.filters[view];
          const form = byID(`${view}-form`);
          const input = form.querySelector("input");
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

          async function select() {
            show([]);
            try { await fetch(); } catch (error) { toast(error.message, true); }
          }

          function showAll() {
            Object.assign(filter, { search: "", status: [], method: [], unanswered: false });
            input.value = "";
            select();
          }

          const chip = (text, isOn, change) => button(text, () => {
            change();
            select();
          }, { class: "chip", "aria-pressed": String(isOn), "data-focus": text });

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
