import Foundation
import Teapot
import TeapotMock

/// A decoder for the bytes that a client sends over a WebSocket.
///
/// The bytes can be passed in pieces of any size without affecting the events. Each rule is checked at the first byte
/// that can violate it.
package struct WebSocketDecoder {
    /// A decoded event.
    package enum Event: Equatable {
        /// A complete message.
        case message(WebSocket.Message)
        /// A ping, to be answered with a pong of the same payload (RFC 6455 §5.5.2).
        case ping([UInt8])
        /// The answer to a ping, or an unsolicited pong (RFC 6455 §5.5.3).
        case pong([UInt8])
        /// A close frame, with or without a code.
        ///
        /// Nothing is read after it.
        case close(WebSocket.CloseCode?, reason: String)
        /// A violation of the protocol.
        ///
        /// Nothing is read after it.
        case violation(WebSocketViolation)
    }

    private enum Stage: Equatable {
        /// The first byte of a frame is next.
        case opcode
        /// The second byte is next, with the mask bit and the short length.
        case length
        /// Bytes of an extended length are next.
        ///
        /// The length must not be below the minimum.
        case extendedLength(missing: Int, minimum: UInt64)
        /// Bytes of the masking key are next.
        case mask(missing: Int)
        case payload
        /// A close frame or a violation was received.
        ///
        /// All further bytes are dropped (RFC 6455 §5.5.1, §7.1.7).
        case over
    }

    private let limit: Int
    private var stage = Stage.opcode

    // The current frame.
    private var opcode = WebSocketFrame.Opcode.continuation
    private var isFinal = false
    /// The length of the payload, and later the number of its bytes still to come.
    private var length: UInt64 = 0
    private var mask = WebSocketMask()
    private var control: [UInt8] = []

    // The current message. Control frames may come between its fragments.
    private var kind: WebSocketFrame.Opcode?
    private var message: [UInt8] = []
    private var validator = UTF8Validator()

    /// - Parameter limit: The maximum length of a message, in bytes, in one frame or in several.
    package init(maximumMessageBytes limit: Int) {
        self.limit = max(0, limit)
    }

    /// Decodes the next bytes.
    ///
    /// - Parameter bytes: The bytes, which can begin and end anywhere.
    /// - Returns: The completed events, in order. After a close frame or a violation, there are none.
    package mutating func decode(_ bytes: UnsafeRawBufferPointer) -> [Event] {
        var events: [Event] = []
        var position = 0
        do throws(WebSocketViolation) {
            while stage != .over {
                if stage == .payload {
                    let count = Int(min(length, UInt64(bytes.count - position)))
                    try take(UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]))
                    position += count
                    guard length == 0 else { break }
                    if let event = try endFrame() { events.append(event) }
                } else if position < bytes.count {
                    try read(bytes[position])
                    position += 1
                } else {
                    break
                }
            }
        } catch {
            stage = .over
            events.append(.violation(error))
        }
        return events
    }
}

// MARK: - The head of a frame (RFC 6455 §5.2)

extension WebSocketDecoder {
    private mutating func read(_ byte: UInt8) throws(WebSocketViolation) {
        switch stage {
        case .opcode:
            try begin(byte)
            stage = .length
        case .length:
            guard byte & 0x80 != 0 else { throw .notMasked }  // RFC 6455 §5.1.
            length = UInt64(byte & 0x7F)
            guard !opcode.isControl || length <= WebSocketFrame.maximumControlBytes else { throw .longControl }
            switch length {
            case 126: (length, stage) = (0, .extendedLength(missing: 2, minimum: 126))
            case 127: (length, stage) = (0, .extendedLength(missing: 8, minimum: 0x1_0000))
            default: try endLength()
            }
        case .extendedLength(let missing, let minimum):
            if missing == 8, byte & 0x80 != 0 { throw .negativeLength }
            length = length << 8 | UInt64(byte)
            guard missing == 1 else { return stage = .extendedLength(missing: missing - 1, minimum: minimum) }
            // Only the shortest form of a length is allowed.
            guard length >= minimum else { throw .longLength }
            try endLength()
        case .mask(let missing):
            mask.append(byte)
            stage = missing > 1 ? .mask(missing: missing - 1) : .payload
        case .payload, .over: break  // These aren't read byte by byte.
        }
    }

    private mutating func begin(_ byte: UInt8) throws(WebSocketViolation) {
        guard byte & 0x70 == 0 else { throw .reservedBits }
        guard let opcode = WebSocketFrame.Opcode(rawValue: byte & 0xF) else { throw .opcode(byte & 0xF) }
        self.opcode = opcode
        isFinal = byte & 0x80 != 0
        switch opcode {
        case .close, .ping, .pong:
            guard isFinal else { throw .fragmentedControl }  // RFC 6455 §5.5.
            control.removeAll(keepingCapacity: true)
        case .continuation:
            guard kind != nil else { throw .nothingToContinue }  // RFC 6455 §5.4.
        case .text, .binary:
            guard kind == nil else { throw .notContinued }
            kind = opcode
        }
    }

    private mutating func endLength() throws(WebSocketViolation) {
        if opcode == .close, length == 1 { throw .halfCode }
        // The stored bytes never exceed the limit, so the difference isn't negative.
        if !opcode.isControl, length > UInt64(limit - message.count) { throw .size(limit: limit) }
        mask = WebSocketMask()
        stage = .mask(missing: 4)
    }
}

// MARK: - The payload

extension WebSocketDecoder {
    private mutating func take(_ bytes: UnsafeRawBufferPointer) throws(WebSocketViolation) {
        length -= UInt64(bytes.count)
        guard !opcode.isControl else { return Self.append(bytes, to: &control, &mask) }
        let start = message.count
        Self.append(bytes, to: &message, &mask)
        guard kind == .text else { return }
        // RFC 6455 §8.1: text is checked as it arrives, not only when the message is complete.
        let isValid = message.withUnsafeBytes { validator.accepts(UnsafeRawBufferPointer(rebasing: $0[start...])) }
        guard isValid else { throw .text }
    }

    private static func append(_ bytes: UnsafeRawBufferPointer, to buffer: inout [UInt8], _ mask: inout WebSocketMask) {
        let start = buffer.count
        buffer.append(contentsOf: bytes)
        buffer.withUnsafeMutableBytes { mask.unmask(UnsafeMutableRawBufferPointer(rebasing: $0[start...])) }
    }

    private mutating func endFrame() throws(WebSocketViolation) -> Event? {
        stage = .opcode
        switch opcode {
        case .ping: return .ping(control)
        case .pong: return .pong(control)
        case .close:
            let event = try close()
            stage = .over
            return event
        case .text, .binary, .continuation: return isFinal ? try endMessage() : nil
        }
    }

    private mutating func endMessage() throws(WebSocketViolation) -> Event {
        let isText = kind == .text
        guard !isText || validator.isComplete else { throw .text }
        defer {
            kind = nil
            // Release the memory of a long message.
            message.removeAll(keepingCapacity: message.capacity <= 65_536)
        }
        return .message(isText ? .text(String(decoding: message, as: UTF8.self)) : .data(Data(message)))
    }

    /// Returns the event for the payload of a close frame (RFC 6455 §5.5.1).
    private func close() throws(WebSocketViolation) -> Event {
        guard control.count >= 2 else { return .close(nil, reason: "") }
        let code = WebSocket.CloseCode(rawValue: Int(control[0]) << 8 | Int(control[1]))
        guard code.maySend else { throw .closeCode(code.rawValue) }
        guard let reason = String(validUTF8: control[2...]) else { throw .closeReason }
        return .close(code, reason: reason)
    }
}
