extension Server {
    /// Who may connect to a server.
    public struct Interface: Sendable, Hashable {
        let addresses: [Socket.Address]
        private let name: String

        /// Programs on this machine, at 127.0.0.1 and ::1.
        public static let loopback = Interface(name: "loopback", addresses: [.loopback4, .loopback6])
        /// Whoever reaches this machine, such as a telephone on the same network.
        public static let all = Interface(name: "all", addresses: [.every4, .every6])

        private init(name: String, addresses: [Socket.Address]) {
            self.name = name
            self.addresses = addresses
        }
    }

    /// A server is not running, so that there is nothing to stop.
    public struct NotRunning: Error, CustomStringConvertible, Equatable {
        /// What is wrong, and what to do.
        public var description: String { "The server is not running: it was not started, or stopped already." }
    }
}
