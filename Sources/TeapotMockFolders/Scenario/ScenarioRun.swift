import Teapot
import TeapotMock

/// An active scenario and its current step.
struct ScenarioRun: Sendable {
    let scenario: Scenario
    /// The place at which the scenario was activated, if a test fails for steps that are left; otherwise `nil`.
    let place: SourcePlace?
    /// The index of the current step.
    private(set) var step = 0

    init(_ scenario: Scenario, at place: SourcePlace? = nil) {
        self.scenario = scenario
        self.place = place
    }

    /// The effect of a request on a run.
    enum Action: Equatable {
        /// No effect: the request is not for this scenario, or not for its current step.
        case passBy
        /// The current step responds to the request, and the next step becomes current.
        case answer(Scenario.Step, number: Int)
    }

    /// Updates the run for a request.
    ///
    /// A request with the method `OPTIONS` or `HEAD` has an effect only on a step with a condition on that method: a
    /// browser sends them in addition.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isOwnPath: A closure that returns whether a request is for the path of a step.
    /// - Returns: The action to take; after the last step the run has ended.
    mutating func take(_ request: Request, isOwnPath: (Scenario.Step, Request) -> Bool) -> Action {
        guard !hasEnded, scenario.request?.isMet(by: request) ?? true else { return .passBy }
        let current = scenario.steps[step]
        let isExtra = ["OPTIONS", "HEAD"].contains(request.method.uppercased())
        if isExtra, current.request?.method?.uppercased() != request.method.uppercased() { return .passBy }
        guard current.request?.isMet(by: request) ?? isOwnPath(current, request) else { return .passBy }
        step += 1
        return .answer(current, number: step)
    }

    /// Whether no step is left.
    var hasEnded: Bool { step >= scenario.steps.count }
}
