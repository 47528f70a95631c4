extension Teapot {
    /// How values that hold others are written in a query or a form.
    public struct QueryStyle: Sendable, Hashable {
        /// How the name of a member of a dictionary is written.
        public enum Nesting: Sendable, Hashable {
            /// In brackets: `filter[name]=ada`.
            case brackets
            /// Behind a dot: `filter.name=ada`.
            case dots
        }

        /// How a list is written.
        public enum Lists: Sendable, Hashable {
            /// The name again for each element: `tag=a&tag=b`.
            case repeated
            /// The same with brackets behind the name: `tag[]=a&tag[]=b`.
            case brackets
            /// One value with commas between: `tag=a,b`.
            case commas
        }

        /// How the name of a member of a dictionary is written.
        public var nesting: Nesting
        /// How a list is written.
        public var lists: Lists

        /// Creates a style.
        ///
        /// - Parameters:
        ///   - nesting: How the name of a member of a dictionary is written.
        ///   - lists: How a list is written.
        public init(nesting: Nesting = .brackets, lists: Lists = .repeated) {
            self.nesting = nesting
            self.lists = lists
        }

        /// `filter[name]=ada&tag[]=a&tag[]=b`, as PHP and Rails read it.
        public static let brackets = Self(nesting: .brackets, lists: .brackets)
        /// `filter.name=ada&tag=a&tag=b`, as Spring and ASP.NET read it.
        public static let dots = Self(nesting: .dots, lists: .repeated)
    }
}

/// Makes query items or form fields of dictionaries, in the order of their names.
struct QueryItems {
    /// `nil` writes a list like ``Teapot/QueryStyle/Lists/repeated``, and takes no other value that holds others.
    var style: Teapot.QueryStyle?
    private(set) var items: [URLQueryItem] = []

    init(_ members: [String: Any], style: Teapot.QueryStyle? = nil) throws(TeapotError) {
        self.style = style
        for (name, value) in members.sorted(by: { $0.key < $1.key }) { try add(value, name) }
    }

    /// The items of a value that encodes to an object.
    init(_ value: some Encodable, with encoder: JSONEncoder, style: Teapot.QueryStyle) throws(TeapotError) {
        let json: Any
        do { json = try JSON.value(parsing: try encoder.encode(value)) } catch let error as EncodingError {
            throw .make(.invalidQuery, error.explanation, underlying: error)
        } catch { throw .make(.invalidQuery, "\(type(of: value)) can't be encoded: \(error)", underlying: error) }
        guard let members = json as? [String: Any] else {
            throw .make(.invalidQuery, "a \(type(of: value)) has no members to name; give a type with properties")
        }
        try self.init(members, style: style)
    }

    private mutating func add(_ value: Any, _ name: String, isElement: Bool = false) throws(TeapotError) {
        if let list = value as? [Any], style != nil || !isElement {
            guard style?.lists == .commas else {
                let name = style?.lists == .brackets ? name + "[]" : name
                for element in list { try add(element, name, isElement: true) }
                return
            }
            var texts: [String] = []
            for element in list { if let text = try text(of: element, name) { texts.append(text) } }
            if !texts.isEmpty { items.append(URLQueryItem(name: name, value: texts.joined(separator: ","))) }
        } else if let style, let members = value as? [String: Any] {
            for (member, value) in members.sorted(by: { $0.key < $1.key }) {
                try add(value, style.nesting == .dots ? "\(name).\(member)" : "\(name)[\(member)]")
            }
        } else if let text = try text(of: value, name) {
            items.append(URLQueryItem(name: name, value: text))
        }
    }

    /// Text as it is, numbers and booleans as JSON has them; `nil` for no value.
    private func text(of value: Any, _ name: String) throws(TeapotError) -> String? {
        if let text = value as? any StringProtocol { return String(text) }
        let json = (try? JSON.data(from: value)).map { String(decoding: $0, as: UTF8.self) }
        if json == "null" { return nil }
        if let json, let first = json.utf8.first, "-0123456789tf".utf8.contains(first) { return json }
        let advice = style == nil ? "; .query(…) takes what is nested" : ""
        throw .make(
            .invalidQuery,
            "\(name): a \(type(of: value)) can't stand in a query; give text, a finite number or a list\(advice)")
    }
}

extension Teapot.Parameters where Self == Teapot.Payload {
    /// Query items from the properties of a value, in the order of their names, whatever the method.
    ///
    /// The value goes through the client's encoder, whose strategies for keys and dates hold here too. `nil` is left out.
    ///
    /// - Parameters:
    ///   - value: What to encode.
    ///   - style: How values that hold others are written.
    /// - Returns: The parameters.
    public static func query(_ value: some Encodable & Sendable, style: Teapot.QueryStyle = .brackets)
        -> Teapot.Payload
    {
        Teapot.Payload { encoder throws(TeapotError) in
            .query(try QueryItems(value, with: encoder, style: style).items)
        }
    }

    /// Query items from a dictionary, in the order of its names, whatever the method.
    ///
    /// `nil` is left out.
    ///
    /// - Parameters:
    ///   - members: The values by name, which may hold dictionaries and lists.
    ///   - style: How values that hold others are written.
    /// - Returns: The parameters.
    public static func query(_ members: [String: Any], style: Teapot.QueryStyle = .brackets) -> Teapot.Payload {
        let items = Result { () throws(TeapotError) in try QueryItems(members, style: style).items }
        return Teapot.Payload { _ throws(TeapotError) in .query(try items.get()) }
    }

    /// The properties of a value as `application/x-www-form-urlencoded`, in the order of their names.
    ///
    /// The value goes through the client's encoder, whose strategies for keys and dates hold here too. `nil` is left out.
    ///
    /// - Parameters:
    ///   - value: What to encode.
    ///   - style: How values that hold others are written.
    /// - Returns: The parameters.
    @_disfavoredOverload
    public static func form(_ value: some Encodable & Sendable, style: Teapot.QueryStyle = .brackets)
        -> Teapot.Payload
    {
        Teapot.Payload { encoder throws(TeapotError) in
            .form(try QueryItems(value, with: encoder, style: style).items)
        }
    }
}
