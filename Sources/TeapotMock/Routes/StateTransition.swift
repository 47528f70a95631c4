/// A route's part in a scenario: the state in which it answers, and the state that follows.
package struct StateTransition: Sendable, Hashable {
    /// The name of the scenario.
    package let scenario: String
    /// The required state of the scenario, or `nil` for every state.
    package let required: String?
    /// The state after the route answers, or `nil` to leave it unchanged.
    package let next: String?

    package init(scenario: String, required: String?, next: String?) {
        self.scenario = scenario
        self.required = required
        self.next = next
    }

    /// The transition reduced to its requirement, or `nil` if it requires no state.
    package var condition: StateTransition? {
        required == nil ? nil : StateTransition(scenario: scenario, required: required, next: nil)
    }

    /// The requirement as text, such as `scenario “To do list” in state “Started”`, or `nil` if there is none.
    package var expectation: String? {
        required.map { "scenario “\(scenario.shortened(to: 60))” in state “\($0.shortened(to: 60))”" }
    }
}
