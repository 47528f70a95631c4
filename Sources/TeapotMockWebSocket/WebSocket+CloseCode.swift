import TeapotMock

extension WebSocket {
    /// The reason for closing a WebSocket (RFC 6455 §7.4).
    ///
    /// Codes from 3000 to 3999 are registered by libraries. Codes from 4000 to 4999 are for private use by
    /// applications.
    public struct CloseCode: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible
    {
        /// The number of the code.
        public let rawValue: Int

        /// Creates a code.
        ///
        /// - Parameter rawValue: The number of the code.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Creates a code from a literal, such as `4001`.
        ///
        /// - Parameter value: The number of the code.
        public init(integerLiteral value: Int) { rawValue = value }

        /// The number of the code, as text.
        public var description: String { String(rawValue) }

        /// 1000: the connection has fulfilled its purpose.
        public static let normalClosure: Self = 1000
        /// 1001: the server is shutting down, or the client has left the page.
        public static let goingAway: Self = 1001
        /// 1002: the other side violated the protocol.
        public static let protocolError: Self = 1002
        /// 1003: the data is of a kind that isn't supported.
        public static let unsupportedData: Self = 1003
        /// 1005: the close frame had no code.
        ///
        /// This code is never sent.
        public static let noStatusReceived: Self = 1005
        /// 1006: the connection ended without a close frame.
        ///
        /// This code is never sent.
        public static let abnormalClosure: Self = 1006
        /// 1007: the content of a message doesn't match its kind, such as text that isn't UTF-8.
        public static let invalidFramePayloadData: Self = 1007
        /// 1008: a message violates a rule that no other code covers.
        public static let policyViolation: Self = 1008
        /// 1009: a message is too long.
        public static let messageTooBig: Self = 1009
        /// 1010: the client needs an extension that the server didn't accept.
        public static let mandatoryExtensionMissing: Self = 1010
        /// 1011: the server failed.
        public static let internalServerError: Self = 1011
        /// 1015: the TLS handshake failed.
        ///
        /// This code is never sent.
        public static let tlsHandshakeFailure: Self = 1015

        /// Whether a close frame may have this code (RFC 6455 §7.4).
        package var maySend: Bool {
            switch rawValue {
            case 1000...1003, 1007...1011, 3000...4999: true
            default: false
            }
        }

        /// Whether the code stands for a normal end of the connection.
        var isOrderly: Bool { [.normalClosure, .goingAway, .noStatusReceived].contains(self) }
    }
}
