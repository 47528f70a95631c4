import Teapot
import TeapotMock
import TeapotMockWebSocket

/// A fuzz target for the decoder of WebSocket frames.
///
/// Cuts make no difference, and sending the result again and decoding it gives the same messages.
enum WebSocketFuzzing {
    static func check(_ input: FuzzInput) {
        let limit = input.wantsSmallLimits ? 16 : 1 << 20
        let whole = events(of: [input.payload[...]], limit: limit)
        let cut = events(of: input.pieces, limit: limit)
        expect(whole == cut, "whole \(whole), cut \(cut)")
        for (index, event) in whole.enumerated() { check(event, isLast: index == whole.count - 1, limit: limit) }
        var readable = whole
        if case .violation = readable.last { readable.removeLast() }
        let again = events(of: [readable.flatMap(frame)[...]], limit: limit)
        expect(again == readable, "\(readable) was sent again, and read as \(again)")
    }

    private static func events(of pieces: [ArraySlice<UInt8>], limit: Int) -> [WebSocketDecoder.Event] {
        var decoder = WebSocketDecoder(maximumMessageBytes: limit)
        return pieces.flatMap { piece in
            // Each piece has its own memory, so that reading past its end is detected.
            Array(piece).withUnsafeBytes { decoder.decode($0) }
        }
    }

    private static func check(_ event: WebSocketDecoder.Event, isLast: Bool, limit: Int) {
        switch event {
        case .message(.text(let text)): expect(text.utf8.count <= limit, "a text of \(text.utf8.count) bytes")
        case .message(.data(let data)): expect(data.count <= limit, "a message of \(data.count) bytes")
        case .ping(let bytes), .pong(let bytes): expect(bytes.count <= 125, "\(bytes.count) bytes in a control frame")
        case .close(let code, let reason):
            expect(isLast, "something is read behind a close frame")
            expect(reason.utf8.count <= 123 && (code != nil || reason.isEmpty), "\(event)")
        case .violation(let violation):
            expect(isLast, "something is read behind a violation")
            expect(violation.reason.utf8.count <= 123, "\(violation) fits no close frame")
        }
    }

    /// Returns a client's frame for an event.
    private static func frame(_ event: WebSocketDecoder.Event) -> [UInt8] {
        switch event {
        case .message(.text(let text)): return frame(0x81, Array(text.utf8))
        case .message(.data(let data)): return frame(0x82, Array(data))
        case .ping(let bytes): return frame(0x89, bytes)
        case .pong(let bytes): return frame(0x8A, bytes)
        case .close(let code, let reason):
            let value = code.map { code in [8, 0].map { UInt8(truncatingIfNeeded: code.rawValue >> $0) } } ?? []
            return frame(0x88, value + reason.utf8)
        case .violation: return []
        }
    }

    private static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let count = UInt64(payload.count)
        let (short, width): (UInt8, UInt64) = count > 0xFFFF ? (127, 8) : count > 125 ? (126, 2) : (UInt8(count), 0)
        let long = (0..<width).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
        let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
        return [first, 0x80 | short] + long + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
    }
}
