import Foundation
import Teapot

import TeapotMock
@testable import TeapotMockWebSocket

/// A simple and slow decoder that gets all bytes at once.
struct SlowDecoder {
    let bytes: [UInt8]
    let limit: Int

    func events() -> [WebSocketDecoder.Event] {
        var events: [WebSocketDecoder.Event] = []
        var (message, isText): ([UInt8], Bool?) = ([], nil)
        var rest = bytes[...]
        while let first = rest.popFirst() {
            let (isFinal, opcode) = (first >= 128, first % 16)
            let violation: WebSocketViolation? =
                if first / 16 % 8 != 0 {
                    .reservedBits
                } else if ![0, 1, 2, 8, 9, 10].contains(opcode) {
                    .opcode(opcode)
                } else if opcode >= 8 {
                    isFinal ? nil : .fragmentedControl
                } else if opcode == 0 {
                    isText == nil ? .nothingToContinue : nil
                } else {
                    isText == nil ? nil : .notContinued
                }
            if let violation { return events + [.violation(violation)] }
            if opcode == 1 || opcode == 2 { isText = opcode == 1 }

            guard let second = rest.popFirst() else { break }
            guard second >= 128 else { return events + [.violation(.notMasked)] }
            guard opcode < 8 || second <= 128 + 125 else { return events + [.violation(.longControl)] }
            var length = UInt64(second - 128)
            let size = second == 254 ? 2 : second == 255 ? 8 : 0
            if size > 0 {
                if size == 8, let next = rest.first, next >= 128 { return events + [.violation(.negativeLength)] }
                guard rest.count >= size else { break }
                length = rest.prefix(size).reduce(0) { $0 * 256 + UInt64($1) }
                rest = rest.dropFirst(size)
                guard length >= (size == 2 ? 126 : 65_536) else { return events + [.violation(.longLength)] }
            }
            if opcode == 8, length == 1 { return events + [.violation(.halfCode)] }
            if opcode < 8, UInt64(message.count) + length > UInt64(limit) {
                return events + [.violation(.size(limit: limit))]
            }
            guard rest.count >= 4 else { break }
            let key = Array(rest.prefix(4))
            rest = rest.dropFirst(4)
            let isWhole = rest.count >= length
            let masked = rest.prefix(Int(length))
            let payload = masked.enumerated().map { $1 ^ key[$0 % 4] }
            rest = rest.dropFirst(payload.count)
            if opcode < 8 {
                message += payload
                if isText == true, !Self.canBecomeText(message) { return events + [.violation(.text)] }
            }
            guard isWhole else { break }
            switch opcode {
            case 8: return events + [Self.close(payload)]
            case 9: events.append(.ping(payload))
            case 10: events.append(.pong(payload))
            default:
                guard isFinal else { continue }
                if isText == true {
                    guard let text = String(validUTF8: message) else {
                        return events + [.violation(.text)]
                    }
                    events.append(.message(.text(text)))
                } else {
                    events.append(.message(.data(Data(message))))
                }
                (message, isText) = ([], nil)
            }
        }
        return events
    }

    private static func close(_ payload: [UInt8]) -> WebSocketDecoder.Event {
        guard payload.count >= 2 else { return .close(nil, reason: "") }
        let code = Int(payload[0]) * 256 + Int(payload[1])
        let isValid = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011].contains(code) || 3000..<5000 ~= code
        guard isValid else { return .violation(.closeCode(code)) }
        guard let reason = String(validUTF8: payload.dropFirst(2)) else {
            return .violation(.closeReason)
        }
        return .close(.init(rawValue: code), reason: reason)
    }

    /// All possible ends of a cut character: the limits of each range of continuation bytes.
    private static let ends: [[UInt8]] = {
        let bytes: [UInt8] = [0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF]
        let pairs = bytes.flatMap { first in bytes.map { [first, $0] } }
        return [[]] + bytes.map { [$0] } + pairs + bytes.flatMap { first in pairs.map { [first] + $0 } }
    }()

    private static func canBecomeText(_ bytes: [UInt8]) -> Bool {
        ends.contains { String(validUTF8: bytes + $0) != nil }
    }
}
