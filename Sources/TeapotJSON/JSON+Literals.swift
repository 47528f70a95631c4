import Foundation

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Creates an object from its members.
    ///
    /// If two members have the same name, the last one is kept.
    ///
    /// - Parameter elements: The members, each with a name and a value: `nil`, a scalar, a document, or a list or
    ///   dictionary of those, such as a literal within this one. If a value can't be written as JSON, ``data(_:)``
    ///   throws an error with its key path.
    public init(dictionaryLiteral elements: (String, Any?)...) {
        self = .dictionary(Dictionary(elements.map { ($0, Self.sendable($1)) }) { _, last in last })
    }

    /// Creates a list from its values.
    ///
    /// - Parameter elements: The values, as in the literal of an object.
    public init(arrayLiteral elements: Any?...) { self = .array(elements.map { Self.sendable($0) }) }

    /// Creates an object from a dictionary, such as one of type `[String: Any]`.
    ///
    /// - Parameter members: The members, with values as in the literal of an object.
    public init(_ members: [String: Any]) { self = .dictionary(members.mapValues { Self.sendable($0) }) }

    /// The types of scalars that ``data(_:)`` writes, and the types most often mistaken for them.
    private static let scalars: [any Sendable.Type] = [
        String.self, Int.self, Double.self, Bool.self, JSON.self, Substring.self, Float.self, CGFloat.self, NSNull.self,
        Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
        NSNumber.self, Decimal.self, Date.self, Data.self, URL.self, UUID.self,
    ]

    /// Returns a value with all of its containers rebuilt, so it contains only `Sendable` values.
    ///
    /// An error replaces a value that can't be written, and the writer throws it at that place. This is the only
    /// function that recurses: as in the reader and the writer, 512 of its stack frames must fit on a small stack.
    private static func sendable(_ value: Any?, depth: Int = 1) -> any Sendable {
        let (scalar, container) = taken(value)
        guard let container else { return scalar }
        guard depth <= maximumDepth else { return WritingError.tooDeep }
        var elements: [any Sendable] = []
        var members: [String: any Sendable] = [:]
        var cursor = Container.Cursor()
        while let next = container.next(&cursor) {
            let value = sendable(next, depth: depth + 1)
            if let name = cursor.name { members[name] = value } else { elements.append(value) }
        }
        if case .elements = container { return elements }
        return members
    }

    /// Returns a container, a scalar, or the error that replaces the value.
    private static func taken(_ value: Any?) -> (any Sendable, Container?) {
        guard let value else { return (null, nil) }
        if let optional = value as? any OptionalValue { return taken(optional.wrapped) }
        func unchanged<T: Sendable>(_ type: T.Type) -> T? { Swift.type(of: value) == type ? value as? T : nil }
        for type in scalars { if let scalar = unchanged(type) { return (scalar, nil) } }
        do {
            var writer = Writer([])
            if let container = try writer.writeScalar(value) { return (null, container) }
            // The value has one of Foundation's classes, or is a scalar in an `AnyHashable`. Convert it by writing and
            // reading it.
            return (try JSON.value(parsing: writer.data()), nil)
        } catch { return (error, nil) }
    }
}

/// An optional of any type.
protocol OptionalValue {
    /// The wrapped value, if there's one.
    var wrapped: Any? { get }
}

extension Optional: OptionalValue { var wrapped: Any? { self } }
