/// The current states of scenarios, keyed by the scenarios' names.
///
/// This type is passive: its owner asks it whether a route may answer, and tells it when a route does.
struct NamedStates: Sendable {
    /// The initial state of every scenario.
    static let start = "Started"

    /// The states of the scenarios that have left the initial state.
    private(set) var states: [String: String] = [:]

    /// The state of a scenario.
    ///
    /// A scenario that doesn't exist is in the initial state.
    subscript(scenario: String) -> String {
        get { states[scenario] ?? Self.start }
        set { states[scenario] = newValue }
    }

    /// Returns whether the scenario is in the state that a route requires.
    ///
    /// A route without a required state is always allowed.
    func allow(_ transition: StateTransition?) -> Bool {
        guard let transition, let required = transition.required else { return true }
        return self[transition.scenario] == required
    }

    /// Moves the scenario to the state that follows a route's answer.
    mutating func follow(_ transition: StateTransition?) {
        guard let transition, let next = transition.next else { return }
        self[transition.scenario] = next
    }
}

/// The progress of a router's routes.
struct RouteProgress: Sendable {
    /// The number of requests that each route has answered.
    var counts = AnswerCounts()
    /// The current states of the routes' scenarios.
    var states = NamedStates()
}
