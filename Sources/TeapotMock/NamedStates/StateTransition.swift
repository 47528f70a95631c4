/// The part of a route in a scenario: the state in which it answers, and the state that follows.
struct StateTransition: Sendable, Hashable {
    /// The name of the scenario.
    let scenario: String
    /// The required state of the scenario, or `nil` for every state.
    let required: String?
    /// The state after the route answers, or `nil` if it does not change.
    let next: String?

    /// The transition reduced to its requirement, or `nil` if there is none.
    var condition: StateTransition? {
        required == nil ? nil : StateTransition(scenario: scenario, required: required, next: nil)
    }

    /// The requirement as text, such as `scenario “To do list” in state “Started”`, or `nil` if there is none.
    var expectation: String? {
        required.map { "scenario “\(scenario.shortened(to: 60))” in state “\($0.shortened(to: 60))”" }
    }
}
