import Teapot

/// A request's head as its bytes came over a wire, checked by the HTTP parser already.
///
/// Strings are made of it only when they are asked for; the query's items and the header fields once.
// `Self.making` guards `madeQuery` and `madeHeaders`; nothing else changes, nor do the bytes.
package final class WireHead: @unchecked Sendable {
    /// One lock for all heads, held only to look or to put away: a lock of its own would cost each head an allocation.
    private static let making = Guarded(())

    /// The copy, which the head frees.
    private let bytes: Segment
    private let methodRange: Range<Int>
    private let pathRange: Range<Int>
    private let queryRange: Range<Int>?
    private let fieldsRange: Range<Int>
    private var madeQuery: [URLQueryItem]?
    private var madeHeaders: Teapot.HeaderFields?

    /// Keeps a copy of a head.
    ///
    /// - Parameters:
    ///   - head: The bytes.
    ///   - method: Where the method stands, a token.
    ///   - path: Where the path stands, percent-encoded ASCII.
    ///   - query: Where the query stands, without its question mark; `nil` for none.
    ///   - fields: Where the field lines stand, each ending in CRLF (RFC 9112 §5).
    package init(
        copying head: UnsafeRawBufferPointer,
        method: Range<Int>,
        path: Range<Int>,
        query: Range<Int>?,
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

    deinit {
        bytes.deallocate()
    }

    var method: String { text(at: methodRange) }

    var path: String { text(at: pathRange) }

    var query: [URLQueryItem] {
        guard let queryRange, !queryRange.isEmpty else { return [] }
        if let made = Self.making.withLock({ _ in madeQuery }) { return made }
        let items = Request.items(of: text(at: queryRange))
        // Of two that make it at once, both make the same.
        Self.making.withLock { _ in madeQuery = items }
        return items
    }

    /// The query as it was sent; empty for none.
    var queryText: String { queryRange.map { text(at: $0) } ?? "" }

    var headerFields: Teapot.HeaderFields {
        guard !fieldsRange.isEmpty else { return [:] }
        if let made = Self.making.withLock({ _ in madeHeaders }) { return made }
        let headerFields = withExtendedLifetime(self) { Teapot.HeaderFields(fields) }
        Self.making.withLock { _ in madeHeaders = headerFields }
        return headerFields
    }

    /// Calls a function with the bytes of the method and of the path.
    func withTarget<Result>(_ body: (_ method: Segment, _ path: Segment) -> Result) -> Result {
        withExtendedLifetime(self) {
            body(Segment(rebasing: bytes[methodRange]), Segment(rebasing: bytes[pathRange]))
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
            // Behind CR stands LF.
            rest = rest[min(end + 2, rest.endIndex)...]
        }
        return fields
    }

    /// A value without the white space around it: UTF-8 where it is that, else one character a byte, so that none is lost.
    private static func text(_ bytes: Slice<Segment>) -> String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        let value = bytes[first...last]
        return String(validating: value, as: UTF8.self)
            ?? String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
    }
}
