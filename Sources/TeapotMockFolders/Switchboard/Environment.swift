public import Foundation
import Teapot
import TeapotMock
public import TeapotMockLive

extension Switchboard {
    /// A live server with a name, such as `Staging`.
    public struct Environment: Sendable, Identifiable {
        /// The display name.
        public let name: String
        /// The passthrough that forwards requests to the server.
        public let passthrough: Passthrough

        /// The display name.
        public var id: String { name }
        /// The base URL of forwarded requests.
        public var baseURL: URL { passthrough.baseURL }

        /// Creates an environment.
        ///
        /// - Parameters:
        ///   - name: The display name.
        ///   - baseURL: The base URL of forwarded requests.
        public init(_ name: String, baseURL: URL) { self.init(name, passthrough: Passthrough(to: baseURL)) }

        /// Creates an environment with a passthrough.
        ///
        /// - Parameters:
        ///   - name: The display name.
        ///   - passthrough: The passthrough that forwards requests to the server.
        public init(_ name: String, passthrough: Passthrough) {
            (self.name, self.passthrough) = (name, passthrough)
        }
    }
}
