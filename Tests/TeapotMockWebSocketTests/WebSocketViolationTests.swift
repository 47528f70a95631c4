import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockWebSocket

@Suite(.inTurn) struct `A client that breaks the protocol` {
    static let limit = 1000

    static let violations: [(ClientFrame, WebSocketViolation)] =
        [
            (ClientFrame(first: 0x81, payload: [0x61], key: nil), .notMasked),
            (ClientFrame(first: 0x88, payload: [], key: nil), .notMasked),
        ]
        + [0x10, 0x20, 0x40, 0x70].map { (ClientFrame(first: 0x81 | $0, payload: []), .reservedBits) }
        + [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map { (ClientFrame(first: 0x80 | $0, payload: []), .opcode($0)) }
        + [8, 9, 10].flatMap { (opcode: UInt8) -> [(ClientFrame, WebSocketViolation)] in
            let long = [UInt8](repeating: 0, count: 126)
            return [
                (ClientFrame(first: opcode, payload: []), .fragmentedControl),
                (ClientFrame(first: 0x80 | opcode, payload: long), .longControl),
                (ClientFrame(first: 0x80 | opcode, payload: [], lengthBytes: 2), .longControl),
                (ClientFrame(first: 0x80 | opcode, payload: [], lengthBytes: 8), .longControl),
            ]
        } + [
            (ClientFrame(first: 0x80, payload: []), .nothingToContinue),
            (ClientFrame(first: 0x00, payload: []), .nothingToContinue),
            (ClientFrame(first: 0x82, payload: [UInt8](repeating: 0, count: 125), lengthBytes: 2), .longLength),
            (ClientFrame(first: 0x82, payload: [], lengthBytes: 8, toldLength: 0xFFFF), .longLength),
            (ClientFrame(first: 0x82, payload: [], lengthBytes: 8, toldLength: 1 << 63), .negativeLength),
            (ClientFrame(first: 0x82, payload: [], lengthBytes: 8, toldLength: .max), .negativeLength),
            (ClientFrame(first: 0x82, payload: [], toldLength: UInt64(Int64.max)), .size(limit: limit)),
            (ClientFrame(first: 0x82, payload: [], toldLength: 1001), .size(limit: limit)),
            (ClientFrame(first: 0x88, payload: [3]), .halfCode),
        ]
        + [0, 999, 1004, 1005, 1006, 1012, 1014, 1015, 1016, 2999, 5000, 65_535].map {
            (ClientFrame.close($0), .closeCode($0))
        } + [
            (ClientFrame(first: 0x88, payload: [3, 0xE8, 0xC3]), .closeReason),
            (ClientFrame(first: 0x88, payload: [3, 0xE8, 0xFF]), .closeReason),
            (ClientFrame(first: 0x81, payload: [0x61, 0xFF]), .text),
            (ClientFrame(first: 0x81, payload: [0xC3]), .text),
            (ClientFrame(first: 0x01, payload: [0xED, 0xA0]), .text),
        ]

    @Test(arguments: violations)
    func `gets a close with the violation's code`(frame: ClientFrame, violation: WebSocketViolation) {
        let before = ClientFrame.text("a").bytes
        let bytes = before + frame.bytes + ClientFrame.text("b").bytes
        let events: [WebSocketDecoder.Event] = [.message(.text("a")), .violation(violation)]
        #expect(decoded(bytes, limit: Self.limit) == events)
        for cut in bytes.indices { #expect(decoded(bytes, limit: Self.limit, cutAt: [cut]) == events) }
        #expect(decoded(bytes, limit: Self.limit, cutAt: bytes.indices) == events)
        // The reason fits into a close frame.
        #expect(violation.reason.utf8.count <= WebSocketFrame.maximumReasonBytes)
    }

    @Test(arguments: [
        (1002, WebSocketViolation.notMasked), (1002, .reservedBits), (1002, .opcode(3)), (1002, .closeCode(1005)),
        (1007, .text), (1007, .closeReason), (1009, .size(limit: .max)),
    ])
    func `the codes match the standard`(code: Int, violation: WebSocketViolation) {
        #expect(violation.code.rawValue == code)
        #expect(violation.reason.utf8.count <= WebSocketFrame.maximumReasonBytes)
    }

    @Test(arguments: [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999])
    func `a valid code isn't an error`(code: Int) {
        #expect(decoded(ClientFrame.close(code, "é").bytes) == [.close(.init(rawValue: code), reason: "é")])
    }

    @Test func `a new message inside another one is a violation, even with a ping between them`() {
        let open = ClientFrame(first: 0x01, payload: [0x61]).bytes
        #expect(decoded(open + ClientFrame.text("b").bytes) == [.violation(.notContinued)])
        #expect(decoded(open + ClientFrame.data([]).bytes) == [.violation(.notContinued)])
        #expect(decoded(open + ClientFrame.ping("").bytes + [0x82]) == [.ping([]), .violation(.notContinued)])
    }

    @Test func `a violation is found at the first invalid byte`() {
        let text = ClientFrame(first: 0x01, payload: [0x61, 0xF4, 0x90, 0x80]).bytes
        for (bytes, count) in [
            (ClientFrame(first: 0xC1, payload: [1]).bytes, 1), (ClientFrame(first: 0x83, payload: [1]).bytes, 1),
            (ClientFrame(first: 0x09, payload: []).bytes, 1),
            (ClientFrame(first: 0x81, payload: [], key: nil).bytes, 2),
            (ClientFrame(first: 0x89, payload: [UInt8](repeating: 0, count: 126)).bytes, 2),
            (ClientFrame(first: 0x82, payload: [], toldLength: 1001).bytes, 4),
            (ClientFrame(first: 0x82, payload: [], toldLength: .max).bytes, 3),
            (ClientFrame(first: 0x88, payload: [1]).bytes, 2), (text, 9),
        ] {
            #expect(decoded(Array(bytes.prefix(count - 1)), limit: Self.limit) == [])
            #expect(decoded(Array(bytes.prefix(count)), limit: Self.limit).count == 1)
        }
    }

    @Test func `the limit applies to all fragments of a message together, and to each message separately`() {
        let part = ClientFrame(first: 0x02, payload: [UInt8](repeating: 0, count: 600)).bytes
        let end = ClientFrame(first: 0x80, payload: [UInt8](repeating: 0, count: 400)).bytes
        #expect(decoded(part + end + part + end, limit: Self.limit).count == 2)
        let more = ClientFrame(first: 0x80, payload: [], toldLength: 401).bytes
        #expect(decoded(part + end + part + more, limit: Self.limit).last == .violation(.size(limit: Self.limit)))
        #expect(decoded(ClientFrame.data([]).bytes + ClientFrame.data([1]).bytes, limit: -5).count == 2)
        // A control frame has its own limit.
        #expect(decoded(ClientFrame.ping("hello").bytes, limit: 0) == [.ping(Array("hello".utf8))])
    }
}
