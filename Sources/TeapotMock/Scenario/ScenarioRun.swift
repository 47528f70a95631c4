import Teapot

/// A scenario that is active, and how far it has come.
struct ScenarioRun: Sendable, Equatable {
    let scenario: Scenario
    /// The place of the current step, counted from 0.
    private(set) var step = 0

    init(_ scenario: Scenario) { self.scenario = scenario }

    /// What a request means to a run.
    enum Action: Equatable {
        /// Nothing: it is not for this scenario, or not for its current step.
        case passBy
        /// The current step answers it, and the next becomes current.
        case answer(Scenario.Step, number: Int)
    }

    /// Takes in a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: What is to be done about it; with the last step the run has ended.
    mutating func take(_ request: Request) -> Action {
        guard !hasEnded, scenario.request?.isMet(by: request) ?? true else { return .passBy }
        let current = scenario.steps[step]
        guard current.request?.isMet(by: request) ?? true else { return .passBy }
        step += 1
        return .answer(current, number: step)
    }

    /// Whether no step is left.
    var hasEnded: Bool { step >= scenario.steps.count }
}
