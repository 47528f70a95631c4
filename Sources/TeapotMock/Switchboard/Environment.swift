public import Teapot

extension Switchboard {
    /// A live server by a name, such as `Staging`.
    public struct Environment: Sendable, Identifiable {
        /// What people call it.
        public let name: String
        /// What hands requests on to it.
        public let passthrough: Passthrough

        /// What people call it.
        public var id: String { name }
        /// The URL that requests go below.
        public var baseURL: URL { passthrough.baseURL }

        /// Creates an environment.
        ///
        /// - Parameters:
        ///   - name: What people call it.
        ///   - baseURL: The URL that requests go below.
        public init(_ name: String, baseURL: URL) {
            self.init(name, passthrough: Passthrough(to: baseURL))
        }

        /// Creates an environment.
        ///
        /// - Parameters:
        ///   - name: What people call it.
        ///   - passthrough: What hands requests on to it.
        public init(_ name: String, passthrough: Passthrough) {
            self.name = name
            self.passthrough = passthrough
        }
    }
}
