extension Router {
    /// The states of all scenarios to which routes belong or that were set with ``setState(ofScenario:to:)``, by their
    /// names.
    public var scenarioStates: [String: String] {
        withState { state in
            let names = state.table.routes.values.compactMap { $0.transition?.scenario }
            return names.reduce(into: state.progress.states.states) { $0[$1] = state.progress.states[$1] }
        }
    }

    /// Returns the state of a scenario.
    ///
    /// - Parameter name: The name of the scenario.
    /// - Returns: The state, which is `Started` until it changes.
    public func state(ofScenario name: String) -> String {
        withState { $0.progress.states[name] }
    }

    /// Sets the state of a scenario.
    ///
    /// - Parameters:
    ///   - name: The name of the scenario; see ``RouteToken/inScenario(_:when:then:)``.
    ///   - newState: The new state.
    public func setState(ofScenario name: String, to newState: String) {
        withState { $0.progress.states[name] = newState }
    }

    /// Resets all scenarios to the state `Started`.
    public func resetScenarios() {
        withState { $0.progress.states = NamedStates() }
    }
}
