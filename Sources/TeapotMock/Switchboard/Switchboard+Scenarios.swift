import Teapot

extension Switchboard {
    /// The scenarios to choose from: those that were added, and those of the folder.
    public var scenarios: [Scenario] {
        let added = state.withLock { $0.scenarios }
        let read = scenarioFolder?.scenarios ?? []
        return added + read.filter { scenario in !added.contains { $0.name == scenario.name } }
    }

    /// Adds a scenario to choose from, in the place of one of the same name.
    ///
    /// - Parameter scenario: The scenario.
    public func add(_ scenario: Scenario) {
        change { state in
            state.scenarios.removeAll { $0.name == scenario.name }
            state.scenarios.append(scenario)
        }
    }

    /// Activates a scenario, from its first step on.
    ///
    /// It takes the place of those that are active for the same requests; others go on.
    ///
    /// - Parameter scenario: The scenario; it need not be one of those to choose from.
    public func activate(_ scenario: Scenario) {
        change { $0.board.activate(scenario) }
    }

    /// Activates one of the scenarios to choose from.
    ///
    /// - Parameter name: Its name.
    /// - Throws: That there is none of that name.
    public func activate(_ name: String) throws(Refusal) {
        let scenarios = scenarios
        guard let scenario = scenarios.first(where: { $0.name == name }) else {
            throw Refusal.unknown("scenario", name, among: scenarios.map(\.name))
        }
        activate(scenario)
    }

    /// Switches a scenario off; one that is not active stays so.
    ///
    /// - Parameter name: Its name.
    public func deactivate(_ name: String) {
        change { $0.board.deactivate(name) }
    }

    /// The scenarios that are active, in the order in which they are asked: those for some requests before that for all.
    public var activeScenarios: [ActiveScenario] {
        let runs = state.withLock { $0.board.runs }
        let index = folder?.index
        return runs.map { run in
            let step = run.scenario.steps[run.step]
            let mock = index?.mock(in: step.folder, named: step.responseFileName)
            return ActiveScenario(scenario: run.scenario, step: run.step, nextMock: mock)
        }
    }
}
