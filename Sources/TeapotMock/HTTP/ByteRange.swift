import Foundation
import Teapot

/// The part of a body that a `Range` header requests (RFC 9110 §14.1.2).
enum ByteRange: Equatable {
    /// The whole body, because the header is invalid, or requests several ranges or a unit other than bytes.
    ///
    /// A server may ignore such a header (§14.2).
    case whole
    /// At least one byte, at these positions.
    case part(Range<Int>)
    /// A range that lies outside the body.
    case unsatisfiable

    /// - Parameters:
    ///   - field: The value of the header, such as `bytes=0-99`, `bytes=100-` or `bytes=-100`.
    ///   - length: The length of the body, in bytes.
    init(_ field: String, of length: Int) {
        self = .whole
        let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces).lowercased() == "bytes" else { return }
        let ends = parts[1].trimmingCharacters(in: .whitespaces)
            .split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        // Some clients request the range of everything, which even an empty body satisfies.
        guard ends.count == 2, length > 0 else { return }
        switch (Self.number(ends[0]), Self.number(ends[1])) {
        case (let first?, nil) where ends[1].isEmpty:
            self = first < length ? .part(first..<length) : .unsatisfiable
        case (let first?, let last?) where first <= last:
            self = first < length ? .part(first..<min(last, length - 1) + 1) : .unsatisfiable
        case (nil, let count?) where ends[0].isEmpty:
            self = count > 0 ? .part(max(0, length - count)..<length) : .unsatisfiable
        default: break
        }
    }

    /// Returns a number, clamped to `Int.max`.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text) ?? .max
    }
}
