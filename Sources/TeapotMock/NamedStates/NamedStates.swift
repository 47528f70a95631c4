/// The states that scenarios are in, by the scenarios' names.
///
/// It does nothing by itself: who owns it asks whether a route may answer, and says when it does.
struct NamedStates: Sendable {
    /// The state that every scenario begins in.
    static let start = "Started"

    /// The states of the scenarios that are, or were, in another than the first.
    private(set) var states: [String: String] = [:]

    /// The state of a scenario, whether or not there is one of that name.
    subscript(scenario: String) -> String {
        get { states[scenario] ?? Self.start }
        set { states[scenario] = newValue }
    }

    /// Whether the state is the one that a route asks for, if it asks for any.
    func allow(_ transition: StateTransition?) -> Bool {
        guard let transition, let required = transition.required else { return true }
        return self[transition.scenario] == required
    }

    /// Goes where the answer of a route leads.
    mutating func follow(_ transition: StateTransition?) {
        guard let transition, let next = transition.next else { return }
        self[transition.scenario] = next
    }
}
