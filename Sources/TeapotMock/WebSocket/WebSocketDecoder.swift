import Teapot

/// Reads what a client sends over a WebSocket: bytes in, events out.
///
/// It takes the bytes cut anywhere, and gives the same for them however they are cut. Each rule is checked with the first
/// byte that can break it.
package struct WebSocketDecoder {
    /// What came.
    package enum Event: Equatable {
        /// A message, whole.
        case message(WebSocket.Message)
        /// What is to be answered with a pong of the same payload (RFC 6455 §5.5.2).
        case ping([UInt8])
        /// The answer to a ping, or a sign of life (RFC 6455 §5.5.3).
        case pong([UInt8])
        /// The client closes, with a code or without; nothing is read behind it.
        case close(WebSocket.CloseCode?, reason: String)
        /// The client broke a rule; nothing is read behind it.
        case violation(WebSocketViolation)
    }

    private enum Stage: Equatable {
        /// The first byte of a frame comes next.
        case opcode
        /// The second, with the mask bit and the short length.
        case length
        /// So many bytes of a longer length, which is wrong below a minimum.
        case extendedLength(missing: Int, minimum: UInt64)
        /// So many bytes of the mask's key.
        case mask(missing: Int)
        case payload
        /// A close frame or a violation came: all that follows is dropped (RFC 6455 §5.5.1, §7.1.7).
        case over
    }

    private let limit: Int
    private var stage = Stage.opcode

    // The present frame.
    private var opcode = WebSocketFrame.Opcode.continuation
    private var isFinal = false
    /// How long its payload is, and then how much of it is still to come.
    private var length: UInt64 = 0
    private var mask = WebSocketMask()
    private var control: [UInt8] = []

    // The present message, of which control frames may stand between the fragments.
    private var kind: WebSocketFrame.Opcode?
    private var message: [UInt8] = []
    private var validator = UTF8Validator()

    /// - Parameter limit: The longest message, in bytes, whether in one frame or in several.
    package init(maximumMessageBytes limit: Int) {
        self.limit = max(0, limit)
    }

    /// Takes the next bytes.
    ///
    /// - Parameter bytes: What came, cut anywhere.
    /// - Returns: What it completes, in order; behind a close or a violation nothing.
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
            // The shortest form is the only one.
            guard length >= minimum else { throw .longLength }
            try endLength()
        case .mask(let missing):
            mask.append(byte)
            stage = missing > 1 ? .mask(missing: missing - 1) : .payload
        case .payload, .over: break  // Not read byte by byte.
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
        // What is kept never exceeds the limit, so the difference is not negative.
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
        // RFC 6455 §8.1; at once, not when the message is whole.
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
            // A long message's memory is given back.
            message.removeAll(keepingCapacity: message.capacity <= 65_536)
        }
        return .message(isText ? .text(String(decoding: message, as: UTF8.self)) : .data(Data(message)))
    }

    /// Reads the payload of a close frame (RFC 6455 §5.5.1).
    private func close() throws(WebSocketViolation) -> Event {
        guard control.count >= 2 else { return .close(nil, reason: "") }
        let code = WebSocket.CloseCode(rawValue: Int(control[0]) << 8 | Int(control[1]))
        guard code.maySend else { throw .closeCode(code.rawValue) }
        guard let reason = String(validating: control[2...], as: UTF8.self) else { throw .closeReason }
        return .close(code, reason: reason)
    }
}
