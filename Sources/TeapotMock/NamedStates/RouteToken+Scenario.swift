extension RouteToken {
    /// Makes the route a part of a scenario: it answers in one of the scenario's states, and leads to another.
    ///
    /// ```swift
    /// let list = "To do list"
    /// router.get("/todo", with: ["Buy milk"]).inScenario(list, when: "Started")
    /// router.post("/todo", with: .status(201)).inScenario(list, when: "Started", then: "Newspaper added")
    /// router.get("/todo", with: ["Buy milk", "Cancel newspaper"]).inScenario(list, when: "Newspaper added")
    /// ```
    ///
    /// Every scenario begins in the state `Started`. Of requests that come at once exactly one makes a transition; what
    /// answers the others is chosen in the new state. In another state the route is as good as absent.
    ///
    /// - Parameters:
    ///   - name: The scenario's name; a route has one scenario, the last that it was given.
    ///   - required: The state in which the route answers; `nil` for any.
    ///   - next: The state that the scenario is in once the route answers; `nil` leaves it as it is.
    /// - Returns: The same token.
    @discardableResult
    public func inScenario(_ name: String, when required: String? = nil, then next: String? = nil) -> RouteToken {
        let transition = StateTransition(scenario: name, required: required, next: next)
        router.update(number) { $0.transition = transition }
        return self
    }
}
