extension Page {
    /// The script of the view of scenarios.
    static let scenariosScript = #"""
        // The scenarios with their steps, and the next step of each active one.

        import { api } from "./api.js";
        import { attempt, byID, el, rebuild, setCount } from "./dom.js";
        import { button, empty, path, problems, traits } from "./parts.js";
        import { fetchState, on, store } from "./store.js";

        const active = (name) => store.state?.activeScenarios.find((one) => one.name === name);

        const turn = (name, isActive) => attempt(() => api.activate(name, isActive).then(fetchState));

        const inPlural = (condition) => condition.replace("path that ends", "paths that end");

        function step(one, index, current) {
          const place = current === null ? "" : index < current ? "done" : index === current ? "current" : "";
          return el("li", { class: place, "aria-current": place === "current" ? "step" : null },
            el("span", { class: "step-name" }, one.mock?.name ?? one.responseFileName, " "),
            one.mock ? traits(one.mock) : el("span", { class: "unmet" }, "(not found)"),
            place === "current" ? el("span", { class: "tag" }, "next") : null,
            el("span", { class: "muted" }, one.expects?.includes(one.folder) ? `for ${inPlural(one.expects)}` : `${one.folder}${one.expects ? ` for ${inPlural(one.expects)}` : ""}`),
            place === "done" ? el("span", { class: "unseen" }, "done") : null);
        }

        function card(scenario) {
          const now = active(scenario.name);
          const turner = button(now ? "Turn off" : "Turn on", () => turn(scenario.name, !now), {
            class: now ? "" : "main", "data-scenario": scenario.name, "data-focus": scenario.name,
            "aria-label": `${now ? "Turn off" : "Turn on"} ${scenario.name}`,
          });
          return el("article", { class: now ? "card is-active" : "card" },
            el("header", {}, el("h3", {}, scenario.name), turner),
            scenario.when ? el("p", { class: "muted" }, `For ${inPlural(scenario.when)}`) : null,
            el("ol", { class: "steps" }, scenario.steps.map((one, index) => step(one, index, now ? now.step : null))));
        }

        function show() {
          const { scenarios, state } = store;
          if (!scenarios || !state) return;
          const [count, wrong] = [state.activeScenarios.length, scenarios.problems.length];
          document.querySelector(".tabs [data-view=scenarios]").hidden = !scenarios.hasFolder && !scenarios.scenarios.length && store.mocks !== null && !store.mocks.folder;
          if (wrong) setCount("scenarios", wrong, wrong === 1 ? "problem" : "problems", "wrong");
          else if (count) setCount("scenarios", count, "on", "on"); else setCount("scenarios", state.hasSwitchboard ? scenarios.scenarios.length : "");
          rebuild(byID("scenarios"), [scenarios, state.activeScenarios, store.mocks?.folder], () => [
            scenarios.problems.length ? problems(scenarios.problems) : null,
            scenarios.scenarios.length ? scenarios.scenarios.map(card)
              : empty("There are no scenarios.", "A scenario is a list of steps, each with the response to a request.",
                !state.hasSwitchboard ? "Scenarios need a folder of mocks: teapot serve Mocks"
                  : scenarios.hasFolder ? ["To add one, create a file such as ", path(`${scenarios.folder}/Payment.json`)]
                  : ["To add one, create the folder “Scenarios” next to ", path(store.mocks?.folder ?? "the mocks"), ", and restart the server."]),
          ]);
        }

        // Shows the current step of each active scenario, in every view.
        function showStrip() {
          const all = store.state?.activeScenarios ?? [];
          byID("strip").hidden = all.length === 0;
          rebuild(byID("strip"), all, () => all.map((one) => el("div", { class: "running" },
            el("strong", {}, one.name),
            el("span", {}, `step ${one.step + 1} of ${one.stepCount}`),
            one.next ? el("span", { class: "next" }, "next: ", el("code", {}, one.next)) : null,
            button("Turn off", () => turn(one.name, false),
              { class: "quiet", "data-focus": one.name, "aria-label": `Turn off ${one.name}` }))));
        }

        export const setUpScenarios = () => on(["scenarios", "state", "mocks"], () => { show(); showStrip(); });
        """#
}
