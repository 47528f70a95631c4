import Teapot

/// What values look like, their contents apart: which kinds there are, which members, what is in lists.
///
/// It is the merge of all values at one place, such as that of all elements of a list.
struct Shape: Sendable, Equatable {
    /// A member of the objects at a place.
    struct Member: Sendable, Equatable {
        /// How many of the objects have it.
        var count: Int
        var shape: Shape
    }

    /// The kinds of values that were seen.
    private(set) var kinds: Set<JSONTree.Kind> = []
    /// How many objects were seen.
    private(set) var objects = 0
    /// What members the objects had that are no dictionaries.
    private(set) var members: [String: Member] = [:]
    /// What the values of dictionaries look like, whose names are numbers or UUIDs; `nil` if there were none.
    var entries: Shape? { isDictionary ? merged(members.values.map(\.shape)) : nil }
    /// What the elements of lists look like, at most one; none if all lists were empty.
    private var element: [Shape] = []
    /// The same.
    var elements: Shape? { element.first }

    init() {}

    /// The shape of one value.
    init(of value: JSONTree) {
        kinds = [value.kind]
        switch value {
        case .object(let members):
            objects = 1
            self.members = members.mapValues { Member(count: 1, shape: Shape(of: $0)) }
        case .list(let elements):
            var shape = Shape()
            for element in elements { shape.merge(Shape(of: element)) }
            if !elements.isEmpty { element = [shape] }
        default: break
        }
    }

    /// Adds what was seen elsewhere.
    mutating func merge(_ other: Shape) {
        kinds.formUnion(other.kinds)
        objects += other.objects
        for (name, member) in other.members {
            if members[name] == nil {
                members[name] = member
            } else {
                members[name]?.count += member.count
                members[name]?.shape.merge(member.shape)
            }
        }
        guard let others = other.elements else { return }
        if element.isEmpty { element = [others] } else { element[0].merge(others) }
    }

    private func merged(_ shapes: [Shape]) -> Shape {
        shapes.reduce(into: Shape()) { $0.merge($1) }
    }

    /// Whether the objects' names are keys of data rather than names of members: all of them numbers or UUIDs.
    private var isDictionary: Bool {
        !members.isEmpty
            && members.keys.allSatisfy { name in
                name.utf8.allSatisfy { 0x30...0x39 ~= $0 } || UUID(uuidString: name) != nil
            }
    }
}
