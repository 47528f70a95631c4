import TeapotMock

/// A violation of the protocol by a client, with the code for closing the connection.
package struct WebSocketViolation: Error, Equatable {
    /// The code (RFC 6455 §7.4.1).
    package let code: WebSocket.CloseCode
    /// The description of the violation.
    ///
    /// It has at most 123 bytes, so it fits into a close frame.
    package let reason: String

    static func protocolError(_ reason: String) -> Self { Self(code: .protocolError, reason: reason) }
    static let reservedBits = protocolError("A reserved bit is set, and no extension was negotiated.")
    static func opcode(_ value: UInt8) -> Self { protocolError("The opcode \(value) is not defined.") }
    static let notMasked = protocolError("A client's frames must be masked.")
    static let fragmentedControl = protocolError("A control frame can't be fragmented.")
    static let longControl = protocolError("A control frame carries at most 125 bytes.")
    static let nothingToContinue = protocolError("A continuation frame has no message to continue.")
    static let notContinued = protocolError("A new message began before the last fragment of the previous one.")
    static let longLength = protocolError("A length must use the fewest bytes possible.")
    static let negativeLength = protocolError("A length must be less than 2^63.")
    static let halfCode = protocolError("A close frame must be empty, or begin with a code of two bytes.")
    static func closeCode(_ value: Int) -> Self { protocolError("The code \(value) is not allowed in a close frame.") }
    static let text = Self(code: .invalidFramePayloadData, reason: "A text message is not UTF-8.")
    static let closeReason = Self(code: .invalidFramePayloadData, reason: "The reason of a close frame is not UTF-8.")
    static func size(limit: Int) -> Self {
        Self(code: .messageTooBig, reason: "A message may have at most \(limit) bytes.")
    }
}
