import Foundation

extension JSON {
    /// The shapes of the objects in a text, as a tree.
    ///
    /// A shape is the names of an object up to one of its members.
    ///
    /// Objects of one list usually have the same shape. From the third object of a shape on, an object is created by
    /// copying a dictionary and replacing its values. Its names are compared as bytes, and neither created nor hashed.
    struct Shapes {
        /// A shape's last name, and its relations to other shapes.
        ///
        /// The numbers are indices in `all`.
        struct Shape {
            /// The last name.
            let name: String
            /// The last name as it is written in the text, including the quotes.
            let text: UnsafeBufferPointer<UInt8>
            /// The shape without that name.
            let parent: Int
            /// The newest shape with one more name, or 0.
            var firstChild = 0
            /// The next older shape with the same parent, or 0.
            let nextSibling: Int
            /// The index of the template for objects of this shape, 0 if none has been read, or -1 if one has been
            /// read.
            var template = 0
        }

        /// A dictionary with the names of a shape and placeholder values, and the indices of the values, in reverse
        /// order.
        typealias Template = (members: [String: any Sendable], places: [Dictionary<String, any Sendable>.Index])

        /// All shapes.
        ///
        /// The first one has no names.
        var all: [Shape] = []
        /// All templates.
        ///
        /// The first one is not used.
        var templates = Self.noTemplates
        /// The first one, which all texts share until they have others.
        private static let noTemplates: [Template] = [([:], [])]
    }
}

extension JSON.Reader {
    /// Reads the name of a member and the colon after it (RFC 8259 §4).
    ///
    /// - Parameter parent: The shape of the object so far.
    /// - Returns: The shape of the object with the name.
    /// - Throws: ``JSON/ParsingError``.
    mutating func readName(after parent: Int) throws(Failure) -> Int {
        guard skipSpace() == UInt8(ascii: "\"") else {
            throw failure(parent == 0 ? "a member's name or \"}\"" : "a member's name")
        }
        var shape = shapes.all[parent].firstChild
        // With many children, as for names that are keys of a table, searching all would cost more than it saves.
        var rest = 8
        while shape != 0, !skipName(of: shape) {
            rest -= 1
            shape = rest == 0 ? 0 : shapes.all[shape].nextSibling
        }
        if shape == 0 {
            let first = at
            let name = try readString()
            if JSON.hasLongRunOfMarks(name) {
                throw failure("at most \(JSON.maximumMarks) combining marks in a row in a name", at: first)
            }
            let text = UnsafeBufferPointer(start: first, count: at - first)
            shape = shapes.all.count
            let sibling = shapes.all[parent].firstChild
            shapes.all.append(JSON.Shapes.Shape(name: name, text: text, parent: parent, nextSibling: sibling))
            shapes.all[parent].firstChild = shape
        }
        guard skipSpace() == UInt8(ascii: ":") else { throw failure("\":\"") }
        at += 1
        return shape
    }

    /// Skips the last name of a shape if it is next.
    @inline(__always) private mutating func skipName(of shape: Int) -> Bool {
        let text = shapes.all[shape].text
        guard end - at >= text.count, memcmp(at, text.baseAddress ?? at, text.count) == 0 else { return false }
        at += text.count
        return true
    }

    /// Replaces the values from an index on with an object that has these values and the names of a shape.
    ///
    /// - Throws: ``JSON/ParsingError`` for two names that are equal for a dictionary but written differently.
    mutating func pushMembers(from first: Int, shape: Int) throws(Failure) {
        let count = values.count - first
        let template = max(0, shapes.all[shape].template)
        var members = shapes.templates[template].members
        for index in 0..<members.count {
            members.values[shapes.templates[template].places[index]] = values.removeLast()
        }
        if template == 0, count > 0 {
            members = Dictionary(minimumCapacity: count)
            var last = shape
            for _ in 0..<count {
                let name = shapes.all[last].name
                // RFC 8259 §4 does not define which of two members with one name is used. As in Foundation, it is the
                // last.
                if let later = members.updateValue(values.removeLast(), forKey: name) {
                    members[name] = later
                    try checkIsSpelled(name, as: members.index(forKey: name).map { members[$0].key }, shape: last)
                }
                last = shapes.all[last].parent
            }
            // A repeated name has no index of its own, so such an object does not become a template.
            if members.count == count { remember(members, shape: shape) }
        }
        values.append(members)
    }

    /// Throws an error unless two names that are equal for a dictionary have the same Unicode scalars.
    ///
    /// RFC 8259 §8.3 compares names by scalars. A Swift dictionary compares them in normalized form and can't hold
    /// both. Keeping one would silently lose the other.
    private func checkIsSpelled(_ name: String, as other: String?, shape: Int) throws(Failure) {
        guard !isLenient, let other, !name.utf8.elementsEqual(other.utf8) else { return }
        let shown = [name, other].map { $0.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() }
        throw failure(
            "names that differ by more than their Unicode normalization", at: shapes.all[shape].text.baseAddress,
            found: "\"\(shown[0].prefix(60))\" and \"\(shown[1].prefix(60))\"")
    }

    /// Records that an object of a shape was read, and creates the template with the second.
    private mutating func remember(_ members: [String: any Sendable], shape: Int) {
        guard shapes.all[shape].template < 0 else { return shapes.all[shape].template = -1 }
        // `mapValues` keeps the index of every name.
        let template = members.mapValues { _ in false as any Sendable }
        // This is a loop because a closure would hold a copy of all shapes while they are modified.
        var places: [Dictionary<String, any Sendable>.Index] = []
        var last = shape
        while last != 0, let place = template.index(forKey: shapes.all[last].name) {
            places.append(place)
            last = shapes.all[last].parent
        }
        shapes.all[shape].template = shapes.templates.count
        shapes.templates.append((template, places))
    }
}

extension JSON {
    /// The maximum number of consecutive combining marks in the name of a member.
    ///
    /// A dictionary hashes its keys in normalized form, in which marks are sorted. In Swift this takes time quadratic
    /// in the number of marks, which is a minute for a name of a megabyte. Unicode's stream-safe text format (UAX #15
    /// §13) has at most 30.
    fileprivate static let maximumMarks = 250

    fileprivate static func hasLongRunOfMarks(_ name: String) -> Bool {
        guard name.utf8.count > 2 * maximumMarks else { return false }  // a mark takes two bytes or more
        let runs = name.unicodeScalars.split { $0.properties.canonicalCombiningClass == .notReordered }
        return runs.contains { $0.count > maximumMarks }
    }
}
