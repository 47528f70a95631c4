public import Foundation
import Teapot
import TeapotMock

/// An error of a WebSocket that has ended or can't send some content.
public struct WebSocketError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of failure; see the static members of ``Reason-swift.struct``.
    public let reason: Reason
    /// The code with which the connection was closed, or ``WebSocket/CloseCode/abnormalClosure`` if it wasn't closed.
    ///
    /// It's `nil` if the error doesn't concern the connection.
    public let code: WebSocket.CloseCode?
    /// A description of the failure and its remedy.
    public let description: String

    private init(_ reason: Reason, _ code: WebSocket.CloseCode?, _ description: String) {
        self.reason = reason
        self.code = code
        self.description = description
    }

    /// A kind of failure.
    ///
    /// It's a struct, not an enum, so a later version can add kinds. A `switch` over it needs a `default` case.
    public struct Reason: Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind, such as `closed`.
        public let description: String
    }
}

extension WebSocketError.Reason {
    /// The connection was closed by either side.
    public static let closed = Self(description: "closed")
    /// The connection ended without a close frame.
    public static let connectionLost = Self(description: "connectionLost")
    /// The client violated the protocol, or sent a message that's too long.
    public static let violation = Self(description: "violation")
    /// The content can't be sent: a ping or a reason that is too long, or a code that is never sent.
    public static let unsendable = Self(description: "unsendable")
}

extension WebSocketError: LocalizedError {
    /// The text of ``description``.
    public var errorDescription: String? { description }
}

extension WebSocketError {
    static func closedHere(_ code: WebSocket.CloseCode) -> Self {
        Self(
            .closed, code,
            "This side closed the WebSocket with the code \(code); nothing more can be sent. Send before close().")
    }

    static func closedByClient(_ code: WebSocket.CloseCode, _ reason: String) -> Self {
        let how = code == .noStatusReceived ? "without a code" : "with the code \(code)"
        let why = reason.isEmpty ? "" : ", “\(reason)”"
        return Self(.closed, code, "The client closed the WebSocket \(how)\(why); nothing more can be sent.")
    }

    static let lost = Self(
        .connectionLost, .abnormalClosure,
        "The connection ended without a close frame: the client disconnected, or the server was stopped.")

    static func violated(_ violation: WebSocketViolation) -> Self {
        let advice = violation.code == .messageTooBig ? " maximumMessageBytes sets the limit." : ""
        return Self(
            .violation, violation.code,
            "The client broke the WebSocket protocol, and was closed with \(violation.code): \(violation.reason)\(advice)"
        )
    }

    static func longPing(_ count: Int) -> Self {
        Self(.unsendable, nil, "A ping carries at most 125 bytes, not \(count).")
    }

    static func longReason(_ count: Int) -> Self {
        Self(.unsendable, nil, "The reason for closing has at most 123 bytes of UTF-8, not \(count).")
    }

    static func invalidCloseCode(_ code: WebSocket.CloseCode) -> Self {
        Self(
            .unsendable, nil,
            "The code \(code) can't be sent. Use one from 1000 to 1003, from 1007 to 1011, or from 3000 to 4999.")
    }
}
