import Foundation
import TeapotMockDocuments

/// The structure of values without their contents: their kinds, their members, and the elements of lists.
///
/// It's the union of all values at one place, such as all elements of a list.
struct Shape: Sendable, Equatable {
    /// A member of the objects at a place.
    struct Member: Sendable, Equatable {
        /// The number of objects that have the member.
        var count: Int
        var shape: Shape
    }

    /// The kinds of values seen.
    private(set) var kinds: Set<JSONTree.Kind> = []
    /// The number of objects seen.
    private(set) var objects = 0
    /// The members of the objects seen.
    private(set) var members: [String: Member] = [:]
    /// The shape of the values of dictionaries, at most one.
    private var entry: [Shape] = []
    /// The shape of the values of dictionaries, whose names are numbers or UUIDs; `nil` if there were none.
    var entries: Shape? { entry.first }
    /// The shape of the elements of lists, at most one; none if all lists were empty.
    private var element: [Shape] = []
    /// The shape of the elements of lists, or `nil` if all lists were empty.
    var elements: Shape? { element.first }

    init() {}

    /// Creates the shape of one value.
    init(of value: JSONTree) {
        self.init(parts: value)
        findEntries()
    }

    private init(parts value: JSONTree) {
        kinds = [value.kind]
        switch value {
        case .object(let members):
            objects = 1
            self.members = members.mapValues { Member(count: 1, shape: Shape(parts: $0)) }
        case .list(let elements):
            var shape = Shape()
            for element in elements { shape.merge(Shape(parts: element)) }
            if !elements.isEmpty { element = [shape] }
        default: break
        }
    }

    /// Merges another shape into this one.
    mutating func merge(_ other: Shape) {
        kinds.formUnion(other.kinds)
        objects += other.objects
        for (name, member) in other.members {
            members[name, default: Member(count: 0, shape: Shape())].count += member.count
            members[name]?.shape.merge(member.shape)
        }
        guard let others = other.elements else { return }
        if element.isEmpty { element = [others] } else { element[0].merge(others) }
    }

    /// Finds the dictionaries at all levels, once everything is merged.
    private mutating func findEntries() {
        if !element.isEmpty { element[0].findEntries() }
        if isDictionary {
            var shape = members.values.reduce(into: Shape()) { $0.merge($1.shape) }
            shape.findEntries()
            entry = [shape]
        } else {
            for name in members.keys { members[name]?.shape.findEntries() }
        }
    }

    /// Whether the names are dictionary keys and not members, because all are numbers or UUIDs.
    private var isDictionary: Bool {
        !members.isEmpty
            && members.keys.allSatisfy { name in
                name.utf8.allSatisfy { 0x30...0x39 ~= $0 } || UUID(uuidString: name) != nil
            }
    }
}
