extension Page {
    /// The script of the switch and the environments.
    static let controlsScript = #"""
        // The switch, the environments, and the default handling of requests.

        import { api } from "./api.js";
        import { byID, copy, el, rebuild, setText, toast } from "./dom.js";
        import { fetchState } from "./live.js";
        import { liveOption } from "./parts.js";
        import { on, store } from "./store.js";

        async function change(members) {
          try { await api.change(members); } catch (error) { toast(error.message, true); }
          fetchState().catch(() => {});
        }

        function show() {
          const { state } = store;
          if (!state) return;
          byID("controls").hidden = !state.hasSwitchboard;
          byID("switch").setAttribute("aria-checked", String(state.isOn));
          byID("switch").hidden = state.isOn && !state.live;
          liveOption(byID("undecided").querySelector("[value=live]"), "send live");
          document.body.classList.toggle("is-off", !state.isOn);
          setText(byID("address"), state.server.url);
          byID("environment-field").hidden = state.environments.length === 0;
          const select = byID("environment");
          rebuild(select, state.environments, () => state.environments.map((one) =>
            el("option", { value: one.name, title: one.baseURL }, one.name)));
          select.value = state.environment ?? "";
          byID("undecided").value = state.undecided;
        }

        export function setUpControls() {
          on(["state"], show);
          byID("address").addEventListener("click", () => copy(store.state.server.url, "the address"));
          byID("switch").addEventListener("click", () => change({ isOn: !store.state.isOn }));
          byID("environment").addEventListener("change", (event) => change({ environment: event.target.value }));
          byID("undecided").addEventListener("change", (event) => change({ undecided: event.target.value }));
        }
        """#
}
