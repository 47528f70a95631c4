extension Router {
    /// The states of all scenarios that routes belong to, or that ``setState(ofScenario:to:)`` named, by their names.
    public var scenarioStates: [String: String] {
        state.withLock { state in
            let names = state.table.routes.values.compactMap { $0.transition?.scenario }
            return names.reduce(into: state.namedStates.states) { $0[$1] = state.namedStates[$1] }
        }
    }

    /// The state that a scenario is in.
    ///
    /// - Parameter name: The scenario's name.
    /// - Returns: The state; `Started` until something changes it.
    public func state(ofScenario name: String) -> String {
        state.withLock { $0.namedStates[name] }
    }

    /// Puts a scenario into a state, whatever the one that it is in.
    ///
    /// - Parameters:
    ///   - name: The scenario's name; see ``RouteToken/inScenario(_:when:then:)``.
    ///   - newState: The state.
    public func setState(ofScenario name: String, to newState: String) {
        state.withLock { $0.namedStates[name] = newState }
    }

    /// Puts all scenarios back into the state `Started`.
    public func resetScenarios() {
        state.withLock { $0.namedStates = NamedStates() }
    }
}
