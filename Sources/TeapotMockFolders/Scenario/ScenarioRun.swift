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
        (self.scenario, self.place) = (scenario, place)
    }

    /// Updates the run for a request.
    ///
    /// An `OPTIONS` or `HEAD` request affects only a step with a condition on that method, because browsers send such
    /// requests on their own.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isOwnPath: A closure that returns whether a request is for the path of a step.
    /// - Returns: The number of the step that responds, or `nil` if the request isn't for the scenario or its current
    ///   step. After the last step, the run has ended.
    mutating func take(_ request: Request, isOwnPath: (Scenario.Step, Request) -> Bool) -> Int? {
        guard !hasEnded, scenario.request?.isMet(by: request) ?? true else { return nil }
        let current = scenario.steps[step]
        let isExtra = ["OPTIONS", "HEAD"].contains(request.method.uppercased())
        if isExtra, current.request?.method?.uppercased() != request.method.uppercased() { return nil }
        guard current.request?.isMet(by: request) ?? isOwnPath(current, request) else { return nil }
        step += 1
        return step
    }

    /// Whether no steps are left.
    var hasEnded: Bool { step >= scenario.steps.count }
}
