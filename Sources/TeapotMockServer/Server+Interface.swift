extension Server {
    /// The network interface of a server, which determines who can connect.
    public struct Interface: Sendable, Hashable {
        let addresses: [Socket.Address]
        private let name: String

        /// Clients on this machine, at 127.0.0.1 and ::1.
        public static let loopback = Interface(name: "loopback", addresses: [.loopback4, .loopback6])
        /// All clients that can reach this machine, such as a phone on the same network.
        public static let all = Interface(name: "all", addresses: [.every4, .every6])

        private init(name: String, addresses: [Socket.Address]) {
            self.name = name
            self.addresses = addresses
        }
    }

    /// An error thrown by an operation that requires a running server.
    public struct NotRunning: Error, CustomStringConvertible, Equatable {
        /// The description of the error, with a suggestion.
        public var description: String { "The server is not running: it was not started, or was already stopped." }
    }
}
