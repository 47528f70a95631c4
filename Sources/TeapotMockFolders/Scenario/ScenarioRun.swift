import Teapot
import TeapotMock

/// An active scenario and its current step.
struct ScenarioRun: Sendable {
    let scenario: Scenario
    /// The place where the scenario was activated, if a test fails because of remaining steps; otherwise, `nil`.
    let place: SourcePlace?
    /// The index of the current step.
    private(set) var step = 0

    init(_ scenario: Scenario, at place: SourcePlace? = nil) {
        self.scenario = scenario
        self.place = place
    }

    /// The effect of a request on a run.
    enum Action: Equatable {
        /// The request has no effect, because it isn't for this scenario or its current step.
        case passBy
        /// The current step responds to the request, and the next step becomes current.
        case answer(Scenario.Step, number: Int)
    }

    /// Updates the run for a request.
    ///
    /// An `OPTIONS` or `HEAD` request affects only a step with a condition on that method, because browsers send such
    /// requests on their own.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isOwnPath: A closure that returns whether a request is for the path of a step.
    /// - Returns: The action to take. After the last step, the run has ended.
    mutating func take(_ request: Request, isOwnPath: (Scenario.Step, Request) -> Bool) -> Action {
        guard !hasEnded, scenario.request?.isMet(by: request) ?? true else { return .passBy }
        let current = scenario.steps[step]
        let isExtra = ["OPTIONS", "HEAD"].contains(request.method.uppercased())
        if isExtra, current.request?.method?.uppercased() != request.method.uppercased() { return .passBy }
        guard current.request?.isMet(by: request) ?? isOwnPath(current, request) else { return .passBy }
        step += 1
        return .answer(current, number: step)
    }

    /// Whether no steps are left.
    var hasEnded: Bool { step >= scenario.steps.count }
}
