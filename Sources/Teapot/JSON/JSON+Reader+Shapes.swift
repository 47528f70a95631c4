extension JSON {
    /// An object's names up to a member: the last of them, and the shape that the names before it make.
    struct Shape {
        /// The last name.
        let name: String
        /// The last name as it stands in the text, quotes included.
        let text: UnsafeBufferPointer<UInt8>
        /// The shape without the last name.
        let parent: Int
        /// How many names it has.
        let count: Int
        /// The shapes with one name more are a chain, from the newest to the oldest; 0 is its end.
        var firstChild = 0
        var nextSibling = 0
        var childCount = 0
        /// How many objects have had exactly these names; it is not counted beyond 2.
        var sightings = 0
        /// A dictionary with these names and values that mean nothing.
        var template: [String: any Sendable] = [:]
        /// Where each name's value belongs in a copy of the template; empty if there is none.
        var places: [Dictionary<String, any Sendable>.Index] = []
    }

    /// What the objects of a text look like, as a tree of shapes.
    ///
    /// Objects of one list look alike. From the third of a kind on, one is made by copying a dictionary and putting the
    /// values in: its names are compared as bytes, and neither made nor hashed. What is remembered is limited, so that
    /// a text whose objects all differ costs little more than it would without; an object that is the whole text has no
    /// like and goes without a shape.
    struct Shapes {
        /// All shapes; the first has no names.
        private(set) var all: [Shape] = []
        private static let mostShapes = 1000
        private static let mostChildren = 8

        /// Adds the shape without names, unless it is there.
        mutating func begin() {
            guard all.isEmpty else { return }
            all.reserveCapacity(16)
            all.append(Shape(name: "", text: UnsafeBufferPointer(start: nil, count: 0), parent: 0, count: 0))
        }
    }
}

extension JSON.Shapes {
    /// The shape with a name more that is next in the text, or 0 if there is none yet.
    @inline(__always)
    func child(of shape: Int, at place: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) -> Int {
        var child = all[shape].firstChild
        while child != 0 {
            let text = all[child].text
            if end - place >= text.count, memcmp(place, text.baseAddress ?? place, text.count) == 0 { break }
            child = all[child].nextSibling
        }
        return child
    }

    /// Adds a shape with a name more; returns 0 if there are too many.
    mutating func addChild(of parent: Int, name: String, text: UnsafeBufferPointer<UInt8>) -> Int {
        guard all.count < Self.mostShapes, all[parent].childCount < Self.mostChildren else { return 0 }
        let child = all.count
        all.append(JSON.Shape(name: name, text: text, parent: parent, count: all[parent].count + 1))
        all[child].nextSibling = all[parent].firstChild
        all[parent].firstChild = child
        all[parent].childCount += 1
        return child
    }

    /// A shape's names in their order.
    func names(of shape: Int) -> [String] {
        var shape = shape
        var names = [String](repeating: "", count: all[shape].count)
        while shape != 0 {
            names[all[shape].count - 1] = all[shape].name
            shape = all[shape].parent
        }
        return names
    }

    /// Counts an object of a shape, and makes the template with the second.
    mutating func count(_ members: [String: any Sendable], names: [String], of shape: Int) {
        guard all[shape].sightings < 2 else { return }
        all[shape].sightings += 1
        // A name that occurs twice has no place of its own.
        guard all[shape].sightings == 2, names.count == members.count else { return }
        // `mapValues` keeps every name in its place.
        let template = members.mapValues { _ in false as any Sendable }
        all[shape].template = template
        all[shape].places = names.compactMap { template.index(forKey: $0) }
    }
}

extension JSON.Reader {
    /// Reads a member's name and the colon after it (RFC 8259 §4).
    ///
    /// - Parameter expected: What the error says if there is no name.
    /// - Throws: ``JSON/ParsingError``.
    mutating func readName(orElse expected: StaticString) throws(JSON.ParsingError) {
        guard skipSpace() == UInt8(ascii: "\"") else { throw failure("\(expected)") }
        let innermost = containers.count - 1
        let shape = containers[innermost].shape
        var longer = shape < 0 ? 0 : shapes.child(of: shape, at: at, end: end)
        if longer > 0 {
            at += shapes.all[longer].text.count
            containers[innermost].shape = longer
        } else {
            let first = at
            let name = try readString()
            if shape >= 0 {
                let text = UnsafeBufferPointer(start: first, count: at - first)
                longer = shapes.addChild(of: shape, name: name, text: text)
                if longer == 0 { names.append(contentsOf: shapes.names(of: shape)) }
                containers[innermost].shape = longer == 0 ? -1 : longer
            }
            if longer == 0 { names.append(name) }
        }
        guard skipSpace() == UInt8(ascii: ":") else { throw failure("\":\"") }
        at += 1
    }

    /// Takes an object's members off the stacks.
    mutating func takeMembers(of container: JSON.Container) -> [String: any Sendable] {
        let shape = container.shape
        let count = values.count - container.firstValue
        let taken = values.giveUpAll(from: container.firstValue)
        if shape >= 0, shapes.all[shape].places.count > 0 {
            var members = shapes.all[shape].template
            for index in 0..<count {
                members.values[shapes.all[shape].places[index]] = (taken + index).move()
            }
            return members
        }
        var members = [String: any Sendable](minimumCapacity: count)
        // RFC 8259 §4 leaves open which of two members with one name counts; as in Foundation it is the last.
        if shape >= 0 {
            let names = shapes.names(of: shape)
            for index in 0..<count { members[names[index]] = (taken + index).move() }
            shapes.count(members, names: names, of: shape)
        } else {
            for index in 0..<count { members[names[container.firstName + index]] = (taken + index).move() }
            names.removeLast(count)
        }
        return members
    }
}
