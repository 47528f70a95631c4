import TeapotMockDocuments

/// A value as text, which may be a single value, a list or an object: only a schema says which.
struct WrittenValue {
    typealias Pair = (name: String, value: String)

    /// The single value, or `nil` if there are several.
    var text: String?
    /// The elements if the value is a list.
    var elements: [String] = []
    /// The texts of the members if the value is an object, or `nil` if it can't be an object.
    var members: [String: [String]]?
    /// Whether a list or an object may be written as JSON, as in forms.
    var mayBeJSON = false

    /// Creates a value that is written once, or a list with a text for each element.
    init(_ values: [String], mayBeJSON: Bool = false) {
        text = values.count == 1 ? values[0] : nil
        (elements, self.mayBeJSON) = (values, mayBeJSON)
    }

    /// Creates an object, grouping pairs with the same name.
    ///
    /// Pairs with a name of more than 500 bytes are left out, because hashing many combining marks takes long.
    init(members pairs: [Pair], mayBeJSON: Bool = false) {
        let groups = Dictionary(grouping: pairs.filter { $0.name.utf8.count <= 500 }, by: \.name)
        (members, self.mayBeJSON) = (groups.mapValues { $0.map(\.value) }, mayBeJSON)
    }

    /// Returns the ways to read a text with separators.
    ///
    /// A separator within an element is encoded. If no other separator is in the text, it may be that a client encoded
    /// all of them.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - separator: The ASCII character between elements.
    ///   - hasNames: Whether a member is written as `name=value`, not as two elements.
    ///   - decode: A function that decodes an element.
    /// - Returns: The ways, the likeliest first.
    static func readings(
        of text: String, separatedBy separator: Unicode.Scalar, hasNames: Bool, decode: (String) -> String = { $0 }
    ) -> [WrittenValue] {
        let (literal, whole) = (text.parts(separator), decode(text))
        let others = literal.count > 1 ? [] : whole.parts(separator)
        return ((others.count > 1 ? [others] : []) + [literal.map(decode)]).map { parts in
            var value = WrittenValue(parts)
            value.text = whole
            value.members = pairs(in: parts, hasNames).flatMap { WrittenValue(members: $0).members }
            return value
        }
    }

    /// Returns the names and values in elements, or `nil` if they don't have any.
    private static func pairs(in parts: [String], _ hasNames: Bool) -> [Pair]? {
        if hasNames { return parts.allSatisfy { $0.utf8.contains(UInt8(ascii: "=")) } ? parts.map(pair) : nil }
        guard parts.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: parts.count, by: 2).map { (parts[$0], parts[$0 + 1]) }
    }

    /// Returns the name and the value in `name=value`.
    static func pair(_ text: String) -> Pair {
        let name = Substring(text.utf8.prefix { $0 != UInt8(ascii: "=") })
        return (String(name), String(Substring(text.utf8.dropFirst(name.utf8.count + 1))))
    }
}

extension String {
    /// Returns the parts between ASCII separators; an empty text has none.
    ///
    /// It compares bytes, because a separator and a combining mark after it form one character.
    func parts(_ separator: Unicode.Scalar) -> [String] {
        guard !isEmpty else { return [] }
        return utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
    }
}
