extension JSON {
    /// A member's name and how it stands in the text, quotes included.
    struct Name {
        let name: String
        let text: UnsafeBufferPointer<UInt8>
    }

    /// The names of an object's members in their order, and a dictionary that has them.
    struct Shape {
        let names: [Name]
        /// The dictionary, with values that mean nothing.
        let template: [String: any Sendable]
        /// Where each name's value belongs in a copy of the dictionary.
        let places: [Dictionary<String, any Sendable>.Index]
    }

    /// What objects in the text looked like, as those of one list look alike most often.
    ///
    /// An object that has the same names in the same order as one before it is made by copying a dictionary and putting
    /// the values in: its names are compared as bytes, and neither made nor hashed.
    struct Shapes {
        private(set) var all: [Shape] = []
        /// For each slot 0 when no object was seen there, 1 when one was, else a shape's index and 2.
        private var slots: [UInt8] = []

        /// Whether a shape may be remembered still.
        private var hasRoom: Bool { all.count < 100 }
    }
}

extension JSON.Shapes {
    /// Where an object's shape would be, from its depth and the first letters of its first name.
    static func slot(depth: Int, _ text: UnsafePointer<UInt8>) -> Int {
        (depth &* 37 ^ Int(text[1]) &* 5 ^ Int(text[2]) ^ Int(text[3]) &* 3) & 63
    }

    /// The shape to expect in a slot, or -1 if nothing is known.
    func shape(in slot: Int) -> Int {
        slots.isEmpty ? -1 : max(-1, Int(slots[slot]) - 2)
    }

    /// Remembers an object's shape, from the second time on that a slot is asked for: one object needs none.
    mutating func remember(_ names: ArraySlice<JSON.Name>, of members: [String: any Sendable], in slot: Int) {
        if slots.isEmpty { slots = Array(repeating: 0, count: 64) }
        guard slots[slot] > 0 else { return slots[slot] = 1 }
        // A name that occurs twice has no place of its own.
        guard hasRoom, names.count == members.count, names.count <= 64 else { return }
        // `mapValues` keeps every name in its place.
        let template = members.mapValues { _ in false as any Sendable }
        let places = names.compactMap { template.index(forKey: $0.name) }
        guard places.count == names.count else { return }
        slots[slot] = UInt8(all.count + 2)
        all.append(JSON.Shape(names: Array(names), template: template, places: places))
    }
}

extension JSON.Reader {
    /// Reads a member's name and the colon after it (RFC 8259 §4).
    ///
    /// - Parameter expected: What the error says if there is no name.
    mutating func readName(orElse expected: StaticString) throws(JSON.ParsingError) {
        guard skipSpace() == UInt8(ascii: "\"") else { throw failure("\(expected)") }
        let innermost = containers.count - 1
        let index = values.count - containers[innermost].firstValue
        if index == 0, innermost > 0, end - at > 4 {
            let slot = JSON.Shapes.slot(depth: innermost, at)
            containers[innermost].slot = slot
            containers[innermost].shape = shapes.shape(in: slot)
        }
        let shape = containers[innermost].shape
        if shape < 0 || !skipName(index, of: shape) {
            if shape >= 0 { leaveShape(of: innermost, after: index) }
            let first = at
            let name = try readString()
            names.append(JSON.Name(name: name, text: UnsafeBufferPointer(start: first, count: at - first)))
        }
        guard skipSpace() == UInt8(ascii: ":") else { throw failure("\":\"") }
        at += 1
    }

    /// Skips a shape's name if it is next.
    private mutating func skipName(_ index: Int, of shape: Int) -> Bool {
        guard index < shapes.all[shape].names.count else { return false }
        let text = shapes.all[shape].names[index].text
        guard end - at >= text.count, memcmp(at, text.baseAddress ?? at, text.count) == 0 else { return false }
        at += text.count
        return true
    }

    /// Goes on without the shape an object has followed for some members.
    private mutating func leaveShape(of container: Int, after members: Int) {
        names.append(contentsOf: shapes.all[containers[container].shape].names[..<members])
        containers[container].shape = -1
    }

    /// Takes an object's members off the stacks.
    mutating func takeMembers(of container: JSON.Container) -> [String: any Sendable] {
        let count = values.count - container.firstValue
        if container.shape >= 0 {
            if shapes.all[container.shape].names.count == count {
                return takeMembers(of: container, as: shapes.all[container.shape])
            }
            leaveShape(of: containers.count - 1, after: count)
        }
        var members = [String: any Sendable](minimumCapacity: count)
        let names = names[container.firstName...]
        values.popAll(from: container.firstValue) { index, value in
            // RFC 8259 §4 leaves open which of two equal names counts; as in Foundation it is the last.
            members[names[container.firstName + index].name] = value
        }
        if container.slot >= 0 { shapes.remember(names, of: members, in: container.slot) }
        self.names.removeSubrange(container.firstName...)
        return members
    }

    /// Takes the members of an object that has a known shape.
    private mutating func takeMembers(of container: JSON.Container, as shape: JSON.Shape) -> [String: any Sendable] {
        var members = shape.template
        values.popAll(from: container.firstValue) { index, value in
            members.values[shape.places[index]] = value
        }
        return members
    }
}
