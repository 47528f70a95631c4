extension JSON {
    /// What the objects of a text look like, as a tree: a shape is an object's names up to one of its members.
    ///
    /// Objects of one list look alike. From the third of a kind on, one is made by copying a dictionary and putting the
    /// values in: its names are compared as bytes, and neither made nor hashed.
    struct Shapes {
        /// A shape's last name, and how the shape goes on; the numbers are places in `all`.
        struct Shape {
            /// The last name.
            let name: String
            /// The last name as it stands in the text, quotes included.
            let text: UnsafeBufferPointer<UInt8>
            /// The shape without that name.
            let parent: Int
            /// The newest shape with one name more, or 0.
            var firstChild = 0
            /// The shape of the same parent that is next older, or 0.
            let nextSibling: Int
            /// What to make an object of this shape from: 0 if none was seen yet, -1 if one was, else a template's place.
            var template = 0
        }

        /// A dictionary with a shape's names and meaningless values, and where the values belong, the last name's first.
        typealias Template = (members: [String: any Sendable], places: [Dictionary<String, any Sendable>.Index])

        /// All shapes; the first has no names.
        var all = [Shape(name: "", text: UnsafeBufferPointer(start: nil, count: 0), parent: 0, nextSibling: 0)]
        /// All templates; the first is none.
        var templates: [Template] = [([:], [])]
    }
}

extension JSON.Reader {
    /// Reads a member's name and the colon after it (RFC 8259 §4).
    ///
    /// - Parameter parent: The shape of the object so far.
    /// - Returns: The object's shape with the name.
    /// - Throws: ``JSON/ParsingError``.
    mutating func readName(after parent: Int) throws(Failure) -> Int {
        guard skipSpace() == UInt8(ascii: "\"") else {
            throw failure(parent == 0 ? "a member's name or \"}\"" : "a member's name")
        }
        var shape = shapes.all[parent].firstChild
        // With many children, as where names are keys of a table, looking through all would cost more than it saves.
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

    /// Skips a shape's last name if it is next.
    @inline(__always) private mutating func skipName(of shape: Int) -> Bool {
        let text = shapes.all[shape].text
        guard end - at >= text.count, memcmp(at, text.baseAddress ?? at, text.count) == 0 else { return false }
        at += text.count
        return true
    }

    /// Replaces the values from an index on with an object that has them and a shape's names.
    ///
    /// - Throws: ``JSON/ParsingError`` for two names that a dictionary takes for one though they are written differently.
    mutating func pushMembers(from first: Int, shape: Int) throws(Failure) {
        let count = values.count - first
        let template = max(0, shapes.all[shape].template)
        var members = shapes.templates[template].members
        for index in 0..<members.count {
            members.values[shapes.templates[template].places[index]] = values.removeLast()
        }
        if template == 0, count > 0 {
            members.reserveCapacity(count)
            var last = shape
            for _ in 0..<count {
                let name = shapes.all[last].name
                // RFC 8259 §4 leaves open which of two members with one name counts. As in Foundation it is the last.
                if let later = members.updateValue(values.removeLast(), forKey: name) {
                    members[name] = later
                    try checkIsSpelled(name, as: members.index(forKey: name).map { members[$0].key }, shape: last)
                }
                last = shapes.all[last].parent
            }
            // A name that stands twice has no place of its own.
            if members.count == count { remember(members, shape: shape) }
        }
        values.append(members)
    }

    /// Throws unless two names that a dictionary takes for one are the same in Unicode scalars.
    ///
    /// RFC 8259 §8.3 has names compared by scalars. A Swift dictionary compares them in normalized form and can't hold
    /// both; to keep one would lose the other without a word.
    private func checkIsSpelled(_ name: String, as other: String?, shape: Int) throws(Failure) {
        guard let other, !name.utf8.elementsEqual(other.utf8) else { return }
        let shown = [name, other].map { $0.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() }
        throw failure(
            "names that differ by more than their Unicode normalization", at: shapes.all[shape].text.baseAddress,
            found: "\"\(shown[0].prefix(60))\" and \"\(shown[1].prefix(60))\"")
    }

    /// Counts an object of a shape, and makes the template with the second.
    private mutating func remember(_ members: [String: any Sendable], shape: Int) {
        guard shapes.all[shape].template < 0 else { return shapes.all[shape].template = -1 }
        // `mapValues` keeps every name in its place.
        let template = members.mapValues { _ in false as any Sendable }
        // A loop and no closure, which would hold a copy of all shapes while they are written.
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
    /// How many combining marks may stand in a row in a member's name.
    ///
    /// A dictionary hashes its keys in normalized form, where marks are sorted: in Swift that takes time quadratic in
    /// their number, a minute for a name of a megabyte. Unicode's stream-safe text (UAX #15 §13) has 30 at most.
    fileprivate static let maximumMarks = 250

    fileprivate static func hasLongRunOfMarks(_ name: String) -> Bool {
        guard name.utf8.count > 2 * maximumMarks else { return false }  // a mark takes two bytes or more
        let runs = name.unicodeScalars.split { $0.properties.canonicalCombiningClass == .notReordered }
        return runs.contains { $0.count > maximumMarks }
    }
}
