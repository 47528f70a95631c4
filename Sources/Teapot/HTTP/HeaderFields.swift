extension Teapot {
    /// An ordered list of HTTP headers with case-insensitive names.
    ///
    /// A name may occur more than once, like `Set-Cookie` (RFC 9110 §5.3).
    public struct HeaderFields: Sendable, Codable {
        /// A header with its original name and value.
        public struct Field: Sendable, Hashable, Codable {
            /// The name of the header in its original spelling.
            public var name: String
            /// The value of the header without surrounding white space.
            public var value: String

            /// Creates a header.
            ///
            /// - Parameters:
            ///   - name: The name of the header.
            ///   - value: The value of the header.
            public init(name: String, value: String) { (self.name, self.value) = (name, value) }
        }

        /// The headers in order.
        ///
        /// Loops in other modules read this array, which avoids a function call for each element.
        package internal(set) var fields: [Field]

        /// Creates a list from headers in the given order.
        ///
        /// - Parameter fields: The headers. Names may repeat.
        public init(_ fields: [Field] = []) { self.fields = fields }

        /// Creates a list from a dictionary, sorted by name.
        ///
        /// - Parameter dictionary: The values by name.
        public init(_ dictionary: [String: String]) {
            fields = dictionary.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) }
        }

        /// The values for a name, joined with commas (RFC 9110 §5.2).
        ///
        /// Setting a value replaces all headers with that name.
        ///
        /// - Parameter name: The name of the header, which is case-insensitive.
        /// - Returns: The combined value, or `nil` if there is no such header.
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

        /// Returns the values for a name, one for each header in the list.
        ///
        /// - Parameter name: The name of the header, which is case-insensitive.
        /// - Returns: The values in order, or an empty array if there are none.
        public func values(for name: String) -> [String] {
            fields.filter { $0.name.isSameHeaderName(as: name) }.map(\.value)
        }

        /// Appends a header, keeping other headers with the same name.
        ///
        /// - Parameters:
        ///   - name: The name of the header.
        ///   - value: The value of the header.
        public mutating func append(name: String, value: String) { fields.append(Field(name: name, value: value)) }
    }
}

extension Teapot.HeaderFields: RandomAccessCollection {
    /// The position of the first header.
    public var startIndex: Int { fields.startIndex }
    /// The position after the last header.
    public var endIndex: Int { fields.endIndex }
    /// Returns the header at a position.
    public subscript(position: Int) -> Field { fields[position] }
}

extension Teapot.HeaderFields: Equatable {
    /// Returns whether both lists have the same values for the same names.
    ///
    /// The case of names, and the order of headers with different names, don't matter.
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
    /// Returns these headers, and those of `defaults` whose names aren't in this list in any case.
    package func completed(from defaults: Self) -> Self {
        defaults.reduce(into: self) { fields, field in
            if !fields.keys.contains(where: { $0.isSameHeaderName(as: field.key) }) { fields[field.key] = field.value }
        }
    }
}

extension String {
    /// Returns whether two header names are equal, ignoring ASCII case (RFC 9110 §5.1).
    package func isSameHeaderName(as other: String) -> Bool {
        utf8.count == other.utf8.count
            && withBytes { left in
                other.withBytes { right in
                    zip(left, right).allSatisfy { $0 == $1 || ($0 ^ $1 == 0x20 && (0x61...0x7A).contains($0 | 0x20)) }
                }
            }
    }
}
