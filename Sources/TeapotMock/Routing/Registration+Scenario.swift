extension Router.Registration {
    /// Makes the route part of a scenario: it answers in one state of the scenario, and moves the scenario to another
    /// state.
    ///
    /// ```swift
    /// let list = "To do list"
    /// router.get("/todo", with: ["Buy milk"]).inScenario(list, when: "Started")
    /// router.post("/todo", with: .status(201)).inScenario(list, when: "Started", then: "Newspaper added")
    /// router.get("/todo", with: ["Buy milk", "Cancel newspaper"]).inScenario(list, when: "Newspaper added")
    /// ```
    ///
    /// Every scenario begins in the state `Started`. If several requests arrive at once, exactly one of them makes a
    /// transition, and the others see the new state. In any state other than the required one, the route doesn't match
    /// any requests.
    ///
    /// - Parameters:
    ///   - name: The name of the scenario. A route belongs to one scenario; a later call replaces the earlier one.
    ///   - required: The state in which the route answers, or `nil` for every state.
    ///   - next: The state of the scenario after the route answers, or `nil` to leave the state unchanged.
    /// - Returns: This token.
    @discardableResult
    public func inScenario(_ name: String, when required: String? = nil, then next: String? = nil)
        -> Router.Registration
    {
        let transition = StateTransition(scenario: name, required: required, next: next)
        router.update(number) { $0.transition = transition }
        return self
    }
}
