extension JSON {
    /// A list, or the members of an object in the order that they're written.
    enum Container {
        case elements([Any])
        case members([String: Any])
        case sortedMembers([(key: String, value: Any)])
    }
}

extension JSON.Container {
    /// A place in a container.
    struct Cursor {
        /// The index of the last value returned, or -1 before the first.
        fileprivate(set) var position = -1
        /// The name of the last value returned, or `nil` in a list.
        fileprivate(set) var name: String?
        /// The rest of a dictionary, after the first call.
        fileprivate var rest: Dictionary<String, Any>.Iterator?
    }

    /// Moves a cursor to the next value, and returns the value, or `nil` at the end.
    @inline(__always) func next(_ cursor: inout Cursor) -> Any? {
        cursor.position += 1
        switch self {
        case .elements(let elements): return cursor.position < elements.count ? elements[cursor.position] : nil
        case .members(let members):
            if cursor.rest == nil { cursor.rest = members.makeIterator() }
            guard let (name, value) = cursor.rest?.next() else { return nil }
            cursor.name = name
            return value
        case .sortedMembers(let members):
            guard cursor.position < members.count else { return nil }
            cursor.name = members[cursor.position].key
            return members[cursor.position].value
        }
    }
}
