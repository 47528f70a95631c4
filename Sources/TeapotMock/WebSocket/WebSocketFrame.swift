/// The frames that WebSocket messages travel in (RFC 6455 §5.2).
enum WebSocketFrame {
    /// What a frame is for (RFC 6455 §11.8).
    enum Opcode: UInt8 {
        /// The next fragment of a message.
        case continuation = 0x0
        case text = 0x1
        case binary = 0x2
        case close = 0x8
        case ping = 0x9
        case pong = 0xA

        /// Whether it is about the connection; it may then stand between the fragments of a message (RFC 6455 §5.5).
        var isControl: Bool { rawValue & 0x8 != 0 }
    }

    /// The longest payload of a control frame, in bytes (RFC 6455 §5.5).
    static let maximumControlBytes = 125
    /// The longest reason of a close frame, in bytes of UTF-8: two more are its code's.
    static let maximumReasonBytes = maximumControlBytes - 2

    /// A whole frame as a server sends it: not masked (RFC 6455 §5.1), and a message in one piece.
    ///
    /// - Parameters:
    ///   - opcode: What it is for.
    ///   - payload: What it carries.
    /// - Returns: The frame's bytes, its length in the shortest form.
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

    /// The frame that a message goes out in.
    static func bytes(of message: WebSocket.Message) -> [UInt8] {
        switch message {
        case .text(let text): bytes(.text, text.utf8)
        case .data(let data): bytes(.binary, data)
        }
    }

    /// A close frame (RFC 6455 §5.5.1).
    ///
    /// - Parameters:
    ///   - code: Why; `nil` for a frame that does not say.
    ///   - reason: The same for people; what does not fit is left out.
    /// - Returns: The frame's bytes.
    static func close(_ code: WebSocket.CloseCode?, _ reason: String = "") -> [UInt8] {
        guard let code else { return bytes(.close, []) }
        let value = UInt16(truncatingIfNeeded: code.rawValue)
        let text = reason.prefix(bytes: maximumReasonBytes)
        return bytes(.close, [UInt8(value >> 8), UInt8(value & 0xFF)] + text.utf8)
    }
}

extension String {
    /// As much of the text as fits, without cutting a character.
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
