import TeapotMock

/// The frames of WebSocket messages (RFC 6455 §5.2).
enum WebSocketFrame {
    /// The kind of a frame (RFC 6455 §11.8).
    enum Opcode: UInt8 {
        /// The next fragment of a message.
        case continuation = 0x0
        case text = 0x1
        case binary = 0x2
        case close = 0x8
        case ping = 0x9
        case pong = 0xA

        /// Whether this is a control frame, which may come between the fragments of a message (RFC 6455 §5.5).
        var isControl: Bool { rawValue & 0x8 != 0 }
    }

    /// The maximum length of the payload of a control frame, in bytes (RFC 6455 §5.5).
    static let maximumControlBytes = 125
    /// The maximum length of the reason in a close frame, in bytes of UTF-8.
    ///
    /// The code takes two more bytes.
    static let maximumReasonBytes = maximumControlBytes - 2

    /// Returns a complete server frame: unmasked (RFC 6455 §5.1), with a whole message.
    ///
    /// - Parameters:
    ///   - opcode: The kind of the frame.
    ///   - payload: The payload.
    /// - Returns: The bytes of the frame, with its length in the shortest form.
    static func bytes(_ opcode: Opcode, _ payload: some Collection<UInt8>) -> [UInt8] {
        let count = payload.count
        var frame: [UInt8] = []
        frame.reserveCapacity(10 + count)
        frame.append(0x80 | opcode.rawValue)
        switch count {
        case ...125:
            frame.append(UInt8(truncatingIfNeeded: count))
        case ...0xFFFF:
            frame.append(126)
            frame += [8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
        default:
            frame.append(127)
            frame += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: UInt64(count) >> UInt64($0)) }
        }
        frame.append(contentsOf: payload)
        return frame
    }

    /// Returns the frame for a message.
    static func bytes(of message: WebSocket.Message) -> [UInt8] {
        switch message {
        case .text(let text): bytes(.text, text.utf8)
        case .data(let data): bytes(.binary, data)
        }
    }

    /// Returns a close frame (RFC 6455 §5.5.1).
    ///
    /// - Parameters:
    ///   - code: The code, or `nil` for a frame without a code.
    ///   - reason: The reason as text, truncated if it's too long.
    /// - Returns: The bytes of the frame.
    static func close(_ code: WebSocket.CloseCode?, _ reason: String = "") -> [UInt8] {
        guard let code else { return bytes(.close, []) }
        let value = UInt16(truncatingIfNeeded: code.rawValue)
        let text = reason.prefix(bytes: maximumReasonBytes)
        return bytes(.close, [UInt8(value >> 8), UInt8(value & 0xFF)] + text.utf8)
    }
}

extension String {
    /// Returns the longest prefix of whole characters that fits into a number of bytes.
    fileprivate func prefix(bytes limit: Int) -> Substring {
        guard utf8.count > limit else { return self[...] }
        var (end, count) = (startIndex, 0)
        while end < endIndex {
            let next = index(after: end)
            count += utf8.distance(from: end, to: next)
            guard count <= limit else { break }
            end = next
        }
        return self[..<end]
    }
}
