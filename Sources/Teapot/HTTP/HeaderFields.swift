extension Teapot {
    /// An ordered list of HTTP header fields whose names are compared without regard to case.
    ///
    /// A name may stand more than once, as `Set-Cookie` does (RFC 9110 §5.3).
    public struct HeaderFields: Sendable, Codable {
        /// One name and its value, as they were written.
        public struct Field: Sendable, Hashable, Codable {
            /// The field's name in its original spelling.
            public var name: String
            /// The field's value without surrounding white space.
            public var value: String

            /// Creates a field.
            ///
            /// - Parameters:
            ///   - name: The field's name.
            ///   - value: The field's value.
            public init(name: String, value: String) {
                self.name = name
                self.value = value
            }
        }

        /// The fields in order; for loops of other modules, which would ask for each by a call.
        package private(set) var fields: [Field]

        /// Creates a list from fields in the order given.
        ///
        /// - Parameter fields: The fields; names may repeat.
        public init(_ fields: [Field] = []) { self.fields = fields }

        /// Creates a list from a dictionary, in the alphabetical order of its names.
        ///
        /// - Parameter dictionary: The values by name.
        public init(_ dictionary: [String: String]) {
            fields = dictionary.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) }
        }

        /// The values under a name joined with a comma, as RFC 9110 §5.2 combines them; setting replaces all of them.
        ///
        /// - Parameter name: The field's name, in any case.
        /// - Returns: The combined value, or `nil` when no such field is there.
        public subscript(name: String) -> String? {
            get {
                guard let first = fields.firstIndex(where: { $0.name.isSameHeaderName(as: name) }) else { return nil }
                let others = fields[(first + 1)...].filter { $0.name.isSameHeaderName(as: name) }
                return others.reduce(fields[first].value) { $0 + ", " + $1.value }
            }
            set {
                let index = fields.firstIndex { $0.name.isSameHeaderName(as: name) }
                fields.removeAll { $0.name.isSameHeaderName(as: name) }
                guard let newValue else { return }
                fields.insert(Field(name: name, value: newValue), at: index ?? fields.endIndex)
            }
        }

        /// The values under a name, one for each time that it stands in the list.
        ///
        /// - Parameter name: The field's name, in any case.
        /// - Returns: The values in order; empty when there is none.
        public func values(for name: String) -> [String] {
            fields.filter { $0.name.isSameHeaderName(as: name) }.map(\.value)
        }

        /// Adds a field behind the others, beside any of the same name.
        ///
        /// - Parameters:
        ///   - name: The field's name.
        ///   - value: The field's value.
        public mutating func append(name: String, value: String) { fields.append(Field(name: name, value: value)) }
    }
}

extension Teapot.HeaderFields: RandomAccessCollection {
    /// The position of the first field.
    public var startIndex: Int { fields.startIndex }
    /// The position behind the last field.
    public var endIndex: Int { fields.endIndex }
    /// The field at a position.
    public subscript(position: Int) -> Field { fields[position] }
}

extension Teapot.HeaderFields: Equatable {
    /// Whether both lists hold the same values under the same names; neither case nor the order of different names counts.
    public static func == (left: Self, right: Self) -> Bool {
        left.count == right.count && left.allSatisfy { left.values(for: $0.name) == right.values(for: $0.name) }
    }
}

extension Teapot.HeaderFields: ExpressibleByDictionaryLiteral {
    /// Creates a list from a literal, keeping its order and its repeated names.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }
}

extension [String: String] {
    /// These header fields, and those of `defaults` whose names are not among them in any case.
    func completed(from defaults: Self) -> Self {
        defaults.reduce(into: self) { fields, field in
            if !fields.keys.contains(where: { $0.isSameHeaderName(as: field.key) }) { fields[field.key] = field.value }
        }
    }
}

extension String {
    /// Whether two header names are the same one: ASCII without regard to case (RFC 9110 §5.1).
    package func isSameHeaderName(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return zip(utf8, other.utf8).allSatisfy { left, right in
            left == right || (left ^ right == 0x20 && (0x61...0x7A).contains(left | 0x20))
        }
    }
}
