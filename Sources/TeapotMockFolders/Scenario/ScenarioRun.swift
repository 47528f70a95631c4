import Teapot
import TeapotMock

/// An active scenario and its current step.
struct ScenarioRun: Sendable, Equatable {
    let scenario: Scenario
    /// The index of the current step.
    private(set) var step = 0

    init(_ scenario: Scenario) { self.scenario = scenario }

    /// The effect of a request on a run.
    enum Action: Equatable {
        /// No effect: the request is not for this scenario, or not for its current step.
        case passBy
        /// The current step responds to the request, and the next step becomes current.
        case answer(Scenario.Step, number: Int)
    }

    /// Updates the run for a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The action to take; after the last step the run has ended.
    mutating func take(_ request: Request) -> Action {
        guard !hasEnded, scenario.request?.isMet(by: request) ?? true else { return .passBy }
        let current = scenario.steps[step]
        guard current.request?.isMet(by: request) ?? true else { return .passBy }
        step += 1
        return .answer(current, number: step)
    }

    /// A Boolean value that indicates whether no step is left.
    var hasEnded: Bool { step >= scenario.steps.count }
}
