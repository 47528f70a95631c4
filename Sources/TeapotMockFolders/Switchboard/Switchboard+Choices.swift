public import Foundation
import Teapot
public import TeapotMock

extension Switchboard {
    /// The handling of requests that no scenario or setting applies to.
    public enum Undecided: String, Sendable, CaseIterable {
        /// The request is held until a response is chosen.
        case hold
        /// The request gets the first successful mock of its directory or, if there's none, the first mock.
        ///
        /// If there's no mock, another part of the router may answer, such as an OpenAPI document. Otherwise, the
        /// request goes to the live server or, without one, isn't answered.
        case firstMock
        /// The request goes to the live server.
        case live
        /// The request isn't answered.
        case unanswered
    }

    /// The fixed handling of requests for one path, even if a scenario is active.
    public enum Setting: Sendable, Equatable {
        /// A mock responds; it's identified by the path of its file in the folder.
        case mock(String)
        /// The requests go to the live server.
        case live
        /// The requests are held until a response is chosen.
        case hold
        /// No mock answers the requests, but other parts of the router may, such as an OpenAPI document.
        case unanswered
    }

    /// The decision about a held request.
    public enum Decision: Sendable, Equatable {
        /// A mock, identified by the path of its file in the folder.
        case mock(String)
        /// A custom response, such as an edited copy or pasted JSON, with the reason for the journal.
        case response(Response, because: String = "a response written on the page")
        /// The live server.
        case live
        /// A failure, as if the request were cancelled; a server closes the connection.
        case cancel
    }

    /// A request that is held until a response is chosen.
    public struct HeldRequest: Sendable, Identifiable {
        /// The ID to pass to ``Switchboard/answer(_:_:)``.
        public let id: Int
        /// The request.
        public let request: Request
        /// The time when the request arrived.
        public let date: Date
        /// The number of its entry in the router's ``/TeapotMock/Journal``, or `nil` until the entry exists.
        public let entry: Int?
        /// The mocks offered for the request.
        public let mocks: [MockFolder.Mock]
    }

    /// An active scenario.
    public struct ActiveScenario: Sendable, Identifiable {
        /// The scenario.
        public let scenario: Scenario
        /// The index of the current step.
        public let step: Int
        /// The mock of the current step, or `nil` if there's no such mock.
        public let nextMock: MockFolder.Mock?

        /// The display name.
        public var id: String { scenario.name }
        /// The current step.
        public var nextStep: Scenario.Step { scenario.steps[step] }
    }

    /// An error for an operation that isn't possible, with the alternatives.
    public struct Refusal: Error, Sendable, Equatable, CustomStringConvertible, LocalizedError {
        /// The description of the problem, as a sentence.
        public let description: String

        /// The same text as ``description``.
        public var errorDescription: String? { description }
    }
}
