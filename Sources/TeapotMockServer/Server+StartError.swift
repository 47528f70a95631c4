public import Foundation
import Teapot

extension Server {
    /// An error that occurs if a server can't start listening.
    public struct StartError: LocalizedError, CustomStringConvertible, Sendable, Equatable {
        /// A kind of failure.
        public struct Reason: Sendable, Hashable {
            private let name: String

            /// The server is already running.
            public static let alreadyRunning = Reason(name: "alreadyRunning")
            /// The server is stopping, and current requests haven't ended yet.
            public static let stopping = Reason(name: "stopping")
            /// Another program is listening on the port.
            public static let portTaken = Reason(name: "portTaken")
            /// The system refused for some other reason, which the description includes.
            public static let system = Reason(name: "system")
        }

        /// The kind of failure.
        public let reason: Reason
        /// The description of the error, with a suggestion.
        public let description: String

        /// The same text as ``description``.
        public var errorDescription: String? { description }

        static func alreadyRunning(port: UInt16) -> StartError {
            StartError(
                reason: .alreadyRunning,
                description: "The server is already running, on port \(port). Stop it before starting it again."
            )
        }

        static let stopping = StartError(
            reason: .stopping,
            description: "The server is stopping. Wait for `stop()` to return before starting it again."
        )

        init(port: UInt16, _ error: SystemError) {
            switch error.code {
            case EADDRINUSE:
                reason = .portTaken
                description = """
                    Port \(port) is in use (\(error)). Stop the process that listens there, or pass port 0 for \
                    any free port.
                    """
            case EACCES:
                reason = .system
                description = """
                    Port \(port) is not allowed (\(error)). Ports below 1024 may require privileges; pass \
                    port 0 for any free port.
                    """
            default:
                reason = .system
                description = "The server could not listen on port \(port) of 127.0.0.1. \(error)"
            }
        }

        private init(reason: Reason, description: String) {
            self.reason = reason
            self.description = description
        }
    }
}
