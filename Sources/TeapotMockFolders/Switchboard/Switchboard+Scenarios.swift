import Teapot
import TeapotMock

extension Switchboard {
    /// The available scenarios: the added ones, and those in the folder.
    public var scenarios: [Scenario] {
        let added = state.withLock { $0.scenarios }
        let read = scenarioFolder?.scenarios ?? []
        return added + read.filter { scenario in !added.contains { $0.name == scenario.name } }
    }

    /// Adds a scenario, replacing any scenario with the same name.
    ///
    /// - Parameter scenario: The scenario.
    public func add(_ scenario: Scenario) {
        change { state in
            state.scenarios.removeAll { $0.name == scenario.name }
            state.scenarios.append(scenario)
        }
    }

    /// Activates a scenario, starting with its first step.
    ///
    /// It replaces active scenarios for the same requests. Other active scenarios continue.
    ///
    /// - Parameters:
    ///   - scenario: The scenario, which doesn't have to be one of the available ones.
    ///   - allowsEarlyEnd: Whether a test passes even if steps are left when it ends. Otherwise, the test fails if its
    ///     router has this switchboard.
    ///   - fileID: The module and the file where the scenario is activated.
    ///   - filePath: The full path of the file where the scenario is activated.
    ///   - line: The line where the scenario is activated.
    public func activate(
        _ scenario: Scenario, allowsEarlyEnd: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        change { $0.board.activate(scenario, at: allowsEarlyEnd ? nil : place) }
    }

    /// Activates one of the available scenarios.
    ///
    /// - Parameters:
    ///   - name: The name of the scenario.
    ///   - allowsEarlyEnd: Whether a test passes even if steps are left when it ends. Otherwise, the test fails if its
    ///     router has this switchboard.
    ///   - fileID: The module and the file where the scenario is activated.
    ///   - filePath: The full path of the file where the scenario is activated.
    ///   - line: The line where the scenario is activated.
    /// - Throws: A ``Refusal`` if there's no scenario with that name.
    public func activate(
        _ name: String, allowsEarlyEnd: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) throws(Refusal) {
        let scenarios = scenarios
        guard let scenario = scenarios.first(where: { $0.name == name }) else {
            throw Refusal.unknown("scenario", name, among: scenarios.map(\.name))
        }
        activate(scenario, allowsEarlyEnd: allowsEarlyEnd, fileID: fileID, filePath: filePath, line: line)
    }

    /// Deactivates a scenario; does nothing if it isn't active.
    ///
    /// - Parameter name: The name of the scenario.
    public func deactivate(_ name: String) { change { $0.board.deactivate(name) } }

    /// The active scenarios, in the order they're tried; those with a request condition come before the one for all
    /// requests.
    public var activeScenarios: [ActiveScenario] {
        state.withLock(\.board.runs).map { run in
            let mock = folder?.mock(of: run.scenario.steps[run.step])
            return ActiveScenario(scenario: run.scenario, step: run.step, nextMock: mock)
        }
    }
}
