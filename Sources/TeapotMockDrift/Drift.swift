import TeapotMock

/// A difference between a mock and the type, document or server that it's compared with.
public struct Drift: Sendable, Equatable {
    /// A kind of difference.
    public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The kind's name, such as `body`.
        public let rawValue: String

        /// Creates a kind.
        ///
        /// - Parameter rawValue: The kind's name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The kind's name.
        public var description: String { rawValue }

        /// A value in the body, or the whole body.
        public static let body = Self(rawValue: "body")
        /// A header.
        public static let header = Self(rawValue: "header")
        /// The status: the operation or the server doesn't respond with it.
        public static let status = Self(rawValue: "status")
        /// The method: the path doesn't have it.
        public static let method = Self(rawValue: "method")
        /// The body's media type.
        public static let mediaType = Self(rawValue: "mediaType")
        /// The file: it isn't a valid mock.
        public static let file = Self(rawValue: "file")
        /// The folder: it has no mocks to check.
        public static let folder = Self(rawValue: "folder")
        /// The live server: it didn't respond, or its body isn't of the declared type.
        public static let network = Self(rawValue: "network")
    }

    /// The kind of difference.
    public var kind: Kind
    /// The mock's path below the folder, such as `products/success_productList.json`.
    public var file: String
    /// The place in the body, a JSON Pointer (RFC 6901) such as `/0/price`; empty for the whole body, and for other
    /// kinds.
    public var pointer: String
    /// The name of the header, or `nil` for other kinds.
    public var header: String?
    /// The line of the file, counted from 1, if known.
    public var line: Int?
    /// The expected value, such as `a number`.
    public var expected: String
    /// The actual value, such as `a string "12"`.
    public var found: String
    /// The source of the expectation.
    ///
    /// It's a place in the OpenAPI document, such as `#/components/schemas/Product/properties/price/type`, the name of
    /// a type, or a live URL.
    public var source: String
    /// The number of further differences in the same file, from the same source, that the report omits.
    public var others = 0

    init(
        _ kind: Kind, in file: String, at pointer: JSONPointer = JSONPointer(), header: String? = nil,
        line: Int? = nil, expected: String, found: String, source: String
    ) {
        self.kind = kind
        self.file = file
        self.pointer = pointer.description
        self.header = header
        self.line = line
        self.expected = expected
        self.found = found
        self.source = source
    }
}

extension Drift: CustomStringConvertible {
    /// The difference on one line, such as `products/success_list.json /0/price: expected a number, found null`.
    public var description: String { file.onOneLine + rest }

    /// The difference on one line, after the file.
    package var rest: String {
        let place = header.map { " header \($0)" } ?? (pointer.isEmpty ? "" : " " + pointer)
        let more = others == 0 ? "" : " (and \(others) more like it)"
        var text = kind == .network ? "can't reach the live server: \(found)" : "expected \(expected), found \(found)"
        if kind == .folder, source == "MockFolder" { text = "\(found) could be checked" }
        return "\(place): \(text)\(more)".onOneLine
    }
}

extension Drift {
    /// The maximum number of differences from one source to list for one file.
    static let shownAlike = 10

    /// Sorts differences for a report, with at most ``shownAlike`` per file and source.
    ///
    /// They're ordered by file: first differences of the whole file, then by line and place in the body, then
    /// differences in headers.
    static func arranged(_ drifts: [Drift]) -> [Drift] {
        let places = drifts.map { JSONPointer(description: $0.pointer).tokens }
        let sorted = drifts.indices.sorted { left, right in
            let (own, other) = (drifts[left], drifts[right])
            if own.file != other.file { return own.file < other.file }
            if own.header != other.header { return (own.header ?? "") < (other.header ?? "") }
            if own.line != other.line { return (own.line ?? 0) < (other.line ?? 0) }
            if own.pointer != other.pointer { return JSONPointer.isOrdered(places[left], places[right]) }
            return (own.source, own.expected, own.found) < (other.source, other.expected, other.found)
        }
        var shown: [Drift] = []
        var alike: [[String]: (last: Int, count: Int)] = [:]
        for drift in sorted.map({ drifts[$0] }) {
            let key = [drift.file, drift.source, drift.expected]
            if let known = alike[key], known.count == shownAlike {
                shown[known.last].others += 1
            } else {
                alike[key] = (shown.count, (alike[key]?.count ?? 0) + 1)
                shown.append(drift)
            }
        }
        return shown
    }
}
