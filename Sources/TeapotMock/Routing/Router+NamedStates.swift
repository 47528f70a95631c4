extension Router {
    /// The states of all scenarios that have routes, or whose state was set with ``setState(of:to:)``, by name.
    public var states: [String: String] {
        withState { state in
            let names = state.table.routes.values.compactMap { $0.transition?.scenario }
            return names.reduce(into: state.progress.states.states) { $0[$1] = state.progress.states[$1] }
        }
    }

    /// Returns the state of a scenario.
    ///
    /// - Parameter name: The name of the scenario.
    /// - Returns: The state, which is `Started` until it changes.
    public func state(of name: String) -> String { withState { $0.progress.states[name] } }

    /// Sets the state of a scenario.
    ///
    /// - Parameters:
    ///   - name: The name of the scenario; see ``Router/Registration/inScenario(_:when:then:)``.
    ///   - newState: The new state.
    public func setState(of name: String, to newState: String) { withState { $0.progress.states[name] = newState } }

    /// Resets all scenarios to the state `Started`.
    public func resetScenarios() { withState { $0.progress.states = NamedStates() } }
}
