/// What a route has to do with a scenario: the state that it answers in, and the one that its answer leads to.
struct StateTransition: Sendable, Hashable {
    /// The scenario's name.
    let scenario: String
    /// The state that the scenario has to be in; `nil` for any.
    let required: String?
    /// The state that it is in once the route answers; `nil` for the same.
    let next: String?

    /// What is asked for alone, wherever that leads; `nil` for nothing.
    var condition: StateTransition? {
        required == nil ? nil : StateTransition(scenario: scenario, required: required, next: nil)
    }

    /// What is asked for, such as `scenario “To do list” in state “Started”`; `nil` for nothing.
    var expectation: String? {
        required.map { "scenario “\(scenario.shortened(to: 60))” in state “\($0.shortened(to: 60))”" }
    }
}
