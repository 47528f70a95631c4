import Foundation
import Teapot
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockWebSocket

@Suite(.inTurn) struct `A client's WebSocket messages` {
    typealias Event = WebSocketDecoder.Event

    static let long = [UInt8](unsafeUninitializedCapacity: 70_000) { buffer, count in
        for index in 0..<70_000 { buffer[index] = UInt8(truncatingIfNeeded: index &* 31) }
        count = 70_000
    }

    /// Complete conversations and their events.
    static let conversations: [([UInt8], [Event])] = [
        // The examples of RFC 6455 §5.7 from a client.
        ([0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58], [.message(.text("Hello"))]),
        ([0x8A, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58], [.pong(Array("Hello".utf8))]),
        (
            ClientFrame(first: 0x01, payload: Array("Hel".utf8)).bytes
                + ClientFrame(first: 0x80, payload: Array("lo".utf8)).bytes,
            [.message(.text("Hello"))]
        ),
        (ClientFrame.ping("Hello").bytes, [.ping(Array("Hello".utf8))]),
        (
            ClientFrame.data(Array(long.prefix(256))).bytes,
            [.message(.data(Data(long.prefix(256))))]
        ),
        // Control frames between fragments, one of which is empty, and a character split across two.
        (
            ClientFrame(first: 0x01, payload: Array("K\u{F6}".utf8.dropLast())).bytes + ClientFrame.ping("a").bytes
                + ClientFrame(first: 0x00, payload: []).bytes + ClientFrame(first: 0x8A, payload: []).bytes
                + ClientFrame(first: 0x80, payload: [0xB6, 0x6C]).bytes + ClientFrame.text("").bytes,
            [.ping([0x61]), .pong([]), .message(.text("K\u{F6}l")), .message(.text(""))]
        ),
        (
            ClientFrame(first: 0x02, payload: [1], key: [0, 0, 0, 0]).bytes
                + ClientFrame(first: 0x80, payload: [0xFF], key: [9, 8, 7, 6]).bytes,
            [.message(.data(Data([1, 0xFF])))]
        ),
        (
            ClientFrame.text("a").bytes + ClientFrame.close(4001, "bye").bytes + ClientFrame.text("b").bytes,
            [.message(.text("a")), .close(4001, reason: "bye")]
        ),
        (ClientFrame.close(nil).bytes + [0xFF], [.close(nil, reason: "")]),
        (
            ClientFrame(first: 0x89, payload: [UInt8](repeating: 7, count: 125)).bytes,
            [.ping([UInt8](repeating: 7, count: 125))]
        ),
    ]

    @Test(arguments: conversations)
    func `are the same however they're cut`(bytes: [UInt8], events: [Event]) {
        #expect(decoded(bytes) == events)
        #expect(decoded(bytes, cutAt: bytes.indices) == events)
        for cut in bytes.indices { #expect(decoded(bytes, cutAt: [cut]) == events, "cut at \(cut)") }
    }

    @Test(arguments: [125, 126, 127, 65_535, 65_536, 70_000])
    func `may have any length`(count: Int) {
        let payload = Array(Self.long.prefix(count))
        let bytes = ClientFrame.data(payload).bytes
        #expect(decoded(bytes) == [.message(.data(Data(payload)))])
        #expect(decoded(bytes, cutAt: stride(from: 5, to: bytes.count, by: 4093)) == [.message(.data(Data(payload)))])
    }

    @Test(arguments: 0..<20)
    func `are unmasked wherever their pieces begin`(length: Int) {
        let payload = Array(Self.long.prefix(length))
        for first in 0...length {
            var mask = WebSocketMask()
            for byte in [1, 2, 4, 8] as [UInt8] { mask.append(byte) }
            var bytes = payload
            bytes.withUnsafeMutableBytes { buffer in
                mask.unmask(UnsafeMutableRawBufferPointer(rebasing: buffer[..<first]))
                mask.unmask(UnsafeMutableRawBufferPointer(rebasing: buffer[first...]))
            }
            #expect(bytes == payload.enumerated().map { $1 ^ [1, 2, 4, 8][$0 % 4] })
        }
    }

    @Test func `a server's frames match the standard`() {
        #expect(WebSocketFrame.bytes(of: .text("Hello")) == [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
        #expect(WebSocketFrame.bytes(.ping, "Hello".utf8) == [0x89, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
        let payload = Data(Self.long)
        for (count, head) in [
            (0, [0x82, 0]), (125, [0x82, 125]), (126, [0x82, 126, 0, 126]), (256, [0x82, 0x7E, 0x01, 0x00]),
            (65_535, [0x82, 126, 255, 255]), (65_536, [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0]),
        ] as [(Int, [UInt8])] {
            #expect(WebSocketFrame.bytes(of: .data(payload.prefix(count))) == head + payload.prefix(count))
        }
        #expect(WebSocketFrame.close(nil) == [0x88, 0])
        #expect(WebSocketFrame.close(.goingAway, "x") == [0x88, 3, 0x03, 0xE9, 0x78])
        // A reason is cut between two characters.
        let reason = "a" + String(repeating: "\u{20AC}", count: 50)
        #expect(WebSocketFrame.close(1000, reason).dropFirst(4) == Array("a\(reason.dropFirst().prefix(40))".utf8)[...])
    }
}
