public import Teapot

extension Switchboard {
    /// What becomes of a request that no scenario and no setting decides about.
    public enum Undecided: String, Sendable, CaseIterable {
        /// It waits until somebody chooses.
        case hold
        /// The first mock of its directory that succeeds answers it, or else the first. Without any it goes live where
        /// there is a live server to go to, and stays unanswered elsewhere.
        case firstMock
        /// It goes to the live server.
        case live
        /// It stays unanswered.
        case unanswered
    }

    /// What is always done about the requests for one path.
    public enum Setting: Sendable, Equatable {
        /// A mock answers them, by the path of its file in the folder.
        case mock(String)
        /// They go to the live server; also past an active scenario.
        case live
        /// They wait until somebody chooses; also past an active scenario.
        case hold
    }

    /// What somebody chooses for a request that is held.
    public enum Decision: Sendable, Equatable {
        /// A mock, by the path of its file in the folder.
        case mock(String)
        /// A response of one's own: an edited copy, or JSON that was pasted in.
        case response(Response)
        /// The live server.
        case live
        /// That it fails, as a request does that is cancelled; a server breaks the connection off.
        case cancel
    }

    /// A request that waits for somebody to choose.
    public struct HeldRequest: Sendable, Identifiable {
        /// What ``Switchboard/answer(_:_:)`` calls it.
        public let id: Int
        /// The request.
        public let request: Request
        /// When it came.
        public let date: Date
        /// The number of its entry in the router's ``Journal``; `nil` for the moment until that is made.
        public let entry: Int?
        /// The mocks that it is offered.
        public let mocks: [MockFolder.Mock]
    }

    /// A scenario that is active.
    public struct ActiveScenario: Sendable, Identifiable {
        /// The scenario.
        public let scenario: Scenario
        /// The place of the current step, counted from 0.
        public let step: Int
        /// The mock that the current step answers with; `nil` if there is none of that name.
        public let nextMock: MockFolder.Mock?

        /// What people call it.
        public var id: String { scenario.name }
        /// The current step.
        public var nextStep: Scenario.Step { scenario.steps[step] }
    }

    /// That something can't be done, and what can be done instead.
    public struct Refusal: Error, Sendable, Equatable, CustomStringConvertible, LocalizedError {
        /// What is wrong, as a sentence.
        public let description: String

        /// The same sentence.
        public var errorDescription: String? { description }
    }
}
