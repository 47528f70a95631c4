import Teapot

import TeapotMock
import TeapotMockWebSocket

/// A frame as a client sends it, valid or not.
struct ClientFrame {
    /// The first byte: the final bit, the reserved ones, the opcode.
    var first: UInt8
    var payload: [UInt8]
    var key: [UInt8]? = [0x37, 0xFA, 0x21, 0x3D]
    /// The size of the length: 0, 2 or 8 bytes; `nil` for the smallest.
    var lengthBytes: Int?
    /// The declared length; `nil` for the correct one.
    var toldLength: UInt64?

    static func text(_ text: String) -> ClientFrame { ClientFrame(first: 0x81, payload: Array(text.utf8)) }
    static func data(_ bytes: [UInt8]) -> ClientFrame { ClientFrame(first: 0x82, payload: bytes) }
    static func ping(_ text: String) -> ClientFrame { ClientFrame(first: 0x89, payload: Array(text.utf8)) }
    static func close(_ code: Int?, _ reason: String = "") -> ClientFrame {
        let value = code.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } ?? []
        return ClientFrame(first: 0x88, payload: value + reason.utf8)
    }

    /// The bytes of the frame.
    var bytes: [UInt8] {
        let length = toldLength ?? UInt64(payload.count)
        let count = lengthBytes ?? (length > 0xFFFF ? 8 : length > 125 ? 2 : 0)
        let short: UInt8 = count == 8 ? 127 : count == 2 ? 126 : UInt8(length)
        let long = (0..<count).reversed().map { UInt8(length >> UInt64(8 * $0) & 0xFF) }
        let head = [first, short | (key == nil ? 0 : 0x80)] + long
        guard let key else { return head + payload }
        return head + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
    }
}

extension WebSocketDecoder {
    /// Decodes bytes in pieces.
    ///
    /// - Parameters:
    ///   - bytes: All bytes.
    ///   - cuts: The positions at which they are divided, in order.
    /// - Returns: The events, in order.
    mutating func events(of bytes: [UInt8], cutAt cuts: some Sequence<Int> = []) -> [Event] {
        var events: [Event] = []
        var start = 0
        for end in Array(cuts) + [bytes.count] {
            // Each piece has its own memory, so that reading past its end is detected.
            Array(bytes[start..<end]).withUnsafeBytes { events += decode($0) }
            start = end
        }
        return events
    }
}

/// Returns the events that a decoder returns for bytes.
func decoded(_ bytes: [UInt8], limit: Int = 1 << 20, cutAt cuts: some Sequence<Int> = []) -> [WebSocketDecoder.Event] {
    var decoder = WebSocketDecoder(maximumMessageBytes: limit)
    return decoder.events(of: bytes, cutAt: cuts)
}
