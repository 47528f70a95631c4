extension JSON {
    /// A list, or the members of an object in the order in which they are written.
    enum Container {
        case elements([Any])
        case members([String: Any])
        case sortedMembers([(key: String, value: Any)])
    }
}

extension JSON.Container {
    /// A place in a container.
    struct Cursor {
        /// The number of values before the place.
        fileprivate(set) var position = 0
        /// The same place in a dictionary; of no meaning for other containers.
        fileprivate var index: Dictionary<String, Any>.Index
    }

    /// The number of values.
    var count: Int {
        switch self {
        case .elements(let elements): elements.count
        case .members(let members): members.count
        case .sortedMembers(let members): members.count
        }
    }

    /// The place of the first value.
    var start: Cursor {
        if case .members(let members) = self { return Cursor(index: members.startIndex) }
        return Cursor(index: [:].startIndex)
    }

    /// Moves a place to the next value.
    func advance(_ cursor: inout Cursor) {
        cursor.position += 1
        if case .members(let members) = self { members.formIndex(after: &cursor.index) }
    }

    /// The value at a place.
    subscript(cursor: Cursor) -> Any {
        switch self {
        case .elements(let elements): elements[cursor.position]
        case .members(let members): members.values[cursor.index]
        case .sortedMembers(let members): members[cursor.position].value
        }
    }

    /// Returns the name of the value at a place, or `nil` in a list.
    func name(at cursor: Cursor) -> String? {
        switch self {
        case .elements: nil
        case .members(let members): members.keys[cursor.index]
        case .sortedMembers(let members): members[cursor.position].key
        }
    }
}
