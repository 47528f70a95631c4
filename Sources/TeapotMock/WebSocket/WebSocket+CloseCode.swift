extension WebSocket {
    /// Why a WebSocket was closed (RFC 6455 §7.4).
    ///
    /// Those from 3000 to 3999 are registered by libraries, those from 4000 to 4999 are for each application to use.
    public struct CloseCode: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible
    {
        /// The code's number.
        public let rawValue: Int

        /// Creates a code.
        ///
        /// - Parameter rawValue: Its number.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Creates a code from a literal, such as `4001`.
        ///
        /// - Parameter value: Its number.
        public init(integerLiteral value: Int) { rawValue = value }

        /// The code's number.
        public var description: String { String(rawValue) }

        /// 1000: what the connection was for is done.
        public static let normalClosure: Self = 1000
        /// 1001: a server shuts down, or a page is left.
        public static let goingAway: Self = 1001
        /// 1002: the other side broke the protocol.
        public static let protocolError: Self = 1002
        /// 1003: data of a kind that is not understood.
        public static let unsupportedData: Self = 1003
        /// 1005: there was no code; never sent.
        public static let noStatusReceived: Self = 1005
        /// 1006: the connection ended without a close frame; never sent.
        public static let abnormalClosure: Self = 1006
        /// 1007: what a message holds is not of its kind, such as text that is not UTF-8.
        public static let invalidFramePayloadData: Self = 1007
        /// 1008: a message is against a rule that has no code of its own.
        public static let policyViolation: Self = 1008
        /// 1009: a message is too big.
        public static let messageTooBig: Self = 1009
        /// 1010: a client misses an extension.
        public static let mandatoryExtensionMissing: Self = 1010
        /// 1011: a server failed.
        public static let internalServerError: Self = 1011
        /// 1015: no TLS connection was made; never sent.
        public static let tlsHandshakeFailure: Self = 1015

        /// Whether it may stand in a close frame (RFC 6455 §7.4).
        var maySend: Bool {
            switch rawValue {
            case 1000...1003, 1007...1011, 3000...4999: true
            default: false
            }
        }

        /// Whether a connection that is closed with it has come to its intended end.
        var isOrderly: Bool { [.normalClosure, .goingAway, .noStatusReceived].contains(self) }
    }
}
