import Foundation

extension Teapot {
    /// A style for dictionaries and lists in a query or a form.
    public struct QueryStyle: Sendable, Hashable {
        /// A style for the name of a dictionary's member.
        public enum Nesting: Sendable, Hashable {
            /// In brackets: `filter[name]=ada`.
            case brackets
            /// After a dot: `filter.name=ada`.
            case dots
        }

        /// A style for a list.
        public enum Lists: Sendable, Hashable {
            /// The name is repeated for each element: `tag=a&tag=b`.
            case repeated
            /// The name is repeated with brackets after it: `tag[]=a&tag[]=b`.
            case brackets
            /// One value, with commas between the elements: `tag=a,b`.
            ///
            /// A comma in an element is percent-encoded, as in `tag=a%2Cb,c` (RFC 6570 §3.2.8).
            case commas
            /// The name is repeated, with the index in brackets after it: `tag[0]=a&tag[1]=b`.
            ///
            /// Only in this style can elements be dictionaries or lists, as in `tag[0][id]=1`.
            case indices
        }

        let nesting: Nesting
        let lists: Lists

        /// Creates a style.
        ///
        /// - Parameters:
        ///   - nesting: The style for the name of a dictionary's member.
        ///   - lists: The style for a list.
        public init(nesting: Nesting = .brackets, lists: Lists = .repeated) {
            (self.nesting, self.lists) = (nesting, lists)
        }

        /// The style of PHP and Rails: `filter[name]=ada&tag[]=a&tag[]=b`.
        public static let brackets = Self(nesting: .brackets, lists: .brackets)
        /// The style of Spring and ASP.NET: `filter.name=ada&tag=a&tag=b`.
        public static let dots = Self(nesting: .dots, lists: .repeated)
        /// The style of PHP and qs that shows where each element of a list ends: `filter[name]=ada&tag[0]=a&tag[1]=b`.
        ///
        /// Empty lists and dictionaries, and `nil` elements, are omitted, so later elements get lower indices.
        public static let indices = Self(nesting: .brackets, lists: .indices)
    }
}

/// Query items or form fields from dictionaries, sorted by name.
struct QueryItems {
    /// The style, or `nil` to write a list like ``Teapot/QueryStyle/Lists/repeated`` and to reject other nested values.
    var style: Teapot.QueryStyle?
    /// The names and their texts; a list in the style `commas` has several texts, and a name without a value has none.
    private var items: [(name: String, texts: [String])] = []

    init(_ items: [URLQueryItem]) { self.items = items.map { ($0.name, $0.value.map { [$0] } ?? []) } }

    init(_ members: [String: Any], style: Teapot.QueryStyle? = nil) throws(TeapotError) {
        self.style = style
        for (name, value) in members.sorted(by: { $0.key < $1.key }) { try add(value, name) }
    }

    /// Creates items from members in their order, omitting those that are `nil`.
    init(inOrder members: [(String, Any?)]) throws(TeapotError) {
        for case (let name, let value?) in members { try add(value, name) }
    }

    /// Creates items from a value that is encoded as an object.
    init(_ value: some Encodable, with encoder: JSONEncoder, style: Teapot.QueryStyle) throws(TeapotError) {
        let json: Any
        do {
            // Unlike `JSON`, this keeps the digits of a `Decimal`.
            json = try JSONSerialization.jsonObject(with: try encoder.encode(value), options: .fragmentsAllowed)
        } catch { throw .unencodable(.invalidQuery, value, error) }
        guard let members = json as? [String: Any] else {
            throw .make(.invalidQuery, "a \(type(of: value)) has no named members; pass a type with properties")
        }
        try self.init(members, style: style)
    }

    /// Returns the items as one string, with only the commas between elements left unencoded.
    func encoded(as component: PercentEncoding.Component) -> String {
        items.map { name, texts in
            let values = texts.map { PercentEncoding.encode($0, as: component) }.joined(separator: ",")
            return PercentEncoding.encode(name, as: component) + (texts.isEmpty ? "" : "=" + values)
        }.joined(separator: "&")
    }

    private mutating func add(_ value: Any, _ name: String, inList: Bool = false, depth: Int = 1) throws(TeapotError) {
        guard depth <= JSON.maximumDepth else { throw .make(.invalidQuery, "more than \(depth - 1) levels of nesting") }
        if let list = value as? [Any], style != nil || !inList {
            if let style, style.lists != .indices, list.contains(where: { $0 is [Any] || $0 is [String: Any] }) {
                throw .make(
                    .invalidQuery,
                    "\(name): this style can't show where a list element ends; use one with lists: .indices")
            }
            switch style?.lists ?? .repeated {
            case .repeated: for element in list { try add(element, name, inList: true, depth: depth + 1) }
            case .brackets: for element in list { try add(element, name + "[]", inList: true, depth: depth + 1) }
            case .commas:
                var texts: [String] = []
                for element in list { if let text = try text(of: element, name) { texts.append(text) } }
                if !texts.isEmpty { items.append((name, texts)) }
            case .indices:
                var index = 0
                for element in list {
                    let count = items.count
                    try add(element, "\(name)[\(index)]", inList: true, depth: depth + 1)
                    // An omitted element, such as `nil`, has no index.
                    if items.count > count { index += 1 }
                }
            }
        } else if let style, let members = value as? [String: Any] {
            for (member, value) in members.sorted(by: { $0.key < $1.key }) {
                let path = style.nesting == .dots ? "\(name).\(member)" : "\(name)[\(member)]"
                try add(value, path, depth: depth + 1)
            }
        } else if let text = try text(of: value, name) {
            items.append((name, [text]))
        }
    }

    /// Returns text unchanged, numbers and Booleans as in JSON, and `nil` for no value.
    private func text(of value: Any, _ name: String) throws(TeapotError) -> String? {
        // On Apple platforms, text read from JSON is an `NSString`.
        if let text = value as? String ?? (value as? any StringProtocol).map({ String($0) }) { return text }
        let json = (try? JSON.data(from: value)).map { String(decoding: $0, as: UTF8.self) }
        if json == "null" { return nil }
        if let json, let first = json.utf8.first, "-0123456789tf".utf8.contains(first) { return json }
        let advice = value is [Any] || value is [String: Any] ? "; Teapot.Query([…], style: …) takes nested values" : ""
        throw .make(
            .invalidQuery,
            "\(name): a \(type(of: value)) can't be a query item; pass a string, a finite number or a list\(advice)")
    }
}

extension Teapot.Parameters where Self == Teapot.Payload {
    /// Returns query items from the properties of a value, sorted by name, for any method.
    ///
    /// The client's encoder encodes the value, with its strategies for keys and dates. `nil` values are omitted.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - style: The style for dictionaries and lists, by default `filter[name]=ada&tag=a&tag=b`.
    /// - Returns: The parameters.
    public static func query(_ value: some Encodable & Sendable, style: Teapot.QueryStyle = .init()) -> Self {
        Teapot.Payload { encoder throws(TeapotError) in
            .query(encoded: try QueryItems(value, with: encoder, style: style).encoded(as: .queryItem))
        }
    }

    /// Returns the properties of a value as `application/x-www-form-urlencoded`, sorted by name.
    ///
    /// The client's encoder encodes the value, with its strategies for keys and dates. `nil` values are omitted.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - style: The style for dictionaries and lists, by default `filter[name]=ada&tag=a&tag=b`.
    /// - Returns: The parameters.
    @_disfavoredOverload
    public static func form(_ value: some Encodable & Sendable, style: Teapot.QueryStyle = .init()) -> Self {
        Teapot.Payload { encoder throws(TeapotError) in
            .form(encoded: try QueryItems(value, with: encoder, style: style).encoded(as: .form))
        }
    }
}
