import Foundation
import Teapot

/// The head of a request as received over a connection, already checked by the HTTP parser.
///
/// It creates strings only on access, and caches the query items and the headers.
// `Self.making` guards `madeQuery`, `madeHeaders` and `missed`. The other properties and the bytes never change.
package final class WireHead: RequestHead, @unchecked Sendable {
    /// A lock shared by all heads, held only to read or store a value.
    ///
    /// A separate lock for each head would cost an allocation.
    // The value isn't used.
    static let making = Locked(false)

    /// A copy of the bytes, which the head deallocates.
    private let bytes: Segment
    private let methodRange: Range<Int>
    private let pathRange: Range<Int>
    private let queryRange: Range<Int>?
    private let fieldsRange: Range<Int>
    private var madeQuery: [URLQueryItem]?
    private var madeHeaders: Teapot.HeaderFields?
    var missed: Request.Missed = (nil, nil)

    /// Creates a head with a copy of the bytes.
    ///
    /// - Parameters:
    ///   - head: The bytes.
    ///   - method: The range of the method, which is a token.
    ///   - path: The range of the path, which is percent-encoded ASCII.
    ///   - query: The range of the query without its question mark, or `nil` for none.
    ///   - fields: The range of the field lines, each ending in CRLF (RFC 9112 §5).
    package init(
        copying head: UnsafeRawBufferPointer, method: Range<Int>, path: Range<Int>, query: Range<Int>?,
        fields: Range<Int>
    ) {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: head.count)
        _ = copy.initialize(from: head)
        bytes = Segment(copy)
        let all = 0..<head.count
        methodRange = method.clamped(to: all)
        pathRange = path.clamped(to: all)
        queryRange = query?.clamped(to: all)
        fieldsRange = fields.clamped(to: all)
    }

    deinit { bytes.deallocate() }

    // It isn't part of a head on the wire.
    var origin: String? { nil }

    var method: String { text(at: methodRange) }

    var path: String { text(at: pathRange) }

    var query: [URLQueryItem] {
        guard let queryRange, !queryRange.isEmpty else { return [] }
        if let made = Self.making.withLock({ _ in madeQuery }) { return made }
        let items = Request.items(of: text(at: queryRange))
        // If two threads create the items at the same time, both create the same items.
        Self.making.withLock { _ in madeQuery = items }
        return items
    }

    /// The query as sent, or an empty string for none.
    var queryText: String { queryRange.map { text(at: $0) } ?? "" }

    var headers: Teapot.HeaderFields {
        guard !fieldsRange.isEmpty else { return [:] }
        if let made = Self.making.withLock({ _ in madeHeaders }) { return made }
        let headers = withExtendedLifetime(self) { Teapot.HeaderFields(fields) }
        Self.making.withLock { _ in madeHeaders = headers }
        return headers
    }

    /// Calls a closure with the bytes of the method and of the path.
    @inline(__always)
    func withTarget<Result>(_ body: (_ method: Segment, _ path: Segment) -> Result) -> Result {
        withExtendedLifetime(self) { body(Segment(rebasing: bytes[methodRange]), Segment(rebasing: bytes[pathRange])) }
    }

    /// Returns whether any header name satisfies a condition, without creating a string.
    func hasField(where isName: (Segment) -> Bool) -> Bool {
        withExtendedLifetime(self) {
            var rest = bytes[fieldsRange]
            while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
                if isName(Segment(rebasing: rest[..<colon])) { return true }
                guard let end = rest[colon...].firstIndex(of: UInt8(ascii: "\n")) else { return false }
                rest = rest[(end + 1)...]
            }
            return false
        }
    }

    private func text(at range: Range<Int>) -> String {
        withExtendedLifetime(self) { String(decoding: bytes[range], as: UTF8.self) }
    }

    private var fields: [Teapot.HeaderFields.Field] {
        var fields: [Teapot.HeaderFields.Field] = []
        var rest = bytes[fieldsRange]
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            let end = rest[colon...].firstIndex(of: UInt8(ascii: "\r")) ?? rest.endIndex
            let name = String(decoding: rest[rest.startIndex..<colon], as: UTF8.self)
            fields.append(.init(name: name, value: Self.text(rest[rest.index(after: colon)..<end])))
            // The parser guarantees that LF follows CR.
            rest = rest[min(end + 2, rest.endIndex)...]
        }
        return fields
    }

    /// Returns a value without surrounding white space.
    ///
    /// A value that isn't UTF-8 is converted byte by byte, so no byte is lost.
    private static func text(_ bytes: Slice<Segment>) -> String {
        guard let first = bytes.firstIndex(where: { !$0.isBlank }), let last = bytes.lastIndex(where: { !$0.isBlank })
        else { return "" }
        let value = bytes[first...last]
        return String(validUTF8: value)
            ?? String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
    }
}
