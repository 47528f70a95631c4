import TeapotMockDocuments

extension YAMLReader {
    /// A finished child of a collection that isn't finished.
    struct Entry {
        var name: String?
        var offset = 0
        var isMerge = false
        var node: Node

        /// Creates an element.
        init(_ node: Node) { self.node = node }
    }

    /// What was so when a collection began.
    struct Opening {
        let properties: Properties
        let offset: Int
        let firstEntry: Int
        let mark: Budget
    }

    /// Adds the value that was read last as an element.
    @inline(never)
    mutating func addElement() { pending.append(Entry(node)) }

    /// Adds a member that has no value yet, with the value that was read last as its key.
    @inline(never)
    mutating func addKey() throws(ParsingError) {
        guard let name = node.text else {
            throw complexKey(node.tree.kind == .list ? "sequence" : "mapping", node.place.offset)
        }
        var entry = Entry(Node(tree: .null, place: Place(offset: at)))
        (entry.name, entry.offset, entry.isMerge) = (name, node.place.offset, node.isMergeKey)
        pending.append(entry)
    }

    /// Gives the value that was read last to the member that was added last.
    @inline(never)
    mutating func setValue() { pending[pending.count - 1].node = node }

    /// Begins a collection.
    @inline(never)
    mutating func open(_ properties: Properties, _ offset: Int) throws(ParsingError) {
        let opening = Opening(properties: properties, offset: offset, firstEntry: pending.count, mark: budget)
        openings.append(opening)
        guard budget.enter() else {
            throw error("expected at most \(Budget.maximumDepth) levels of mappings and sequences", offset)
        }
    }

    /// Ends the collection that began last, with the entries since then.
    @inline(never)
    mutating func close(_ kind: JSONTree.Kind) throws(ParsingError) {
        guard let opening = openings.popLast() else { return }
        let first = children.count
        // A copy, because a slice of the list would make its next change copy the whole list.
        let entries = Array(pending[opening.firstEntry...])
        pending.removeSubrange(opening.firstEntry...)
        let tree: JSONTree
        if kind == .list {
            for entry in entries { children.append(Child(name: nil, place: entry.node.place)) }
            tree = .list(entries.map(\.node.tree))
        } else {
            tree = .object(try members(entries))
        }
        try check(opening.properties, kind, opening.offset)
        node = Node(tree: tree, place: Place(offset: opening.offset, children: first..<children.count))
        let (size, height) = budget.leave(opening.mark)
        if let anchor = opening.properties.anchor { anchors[anchor] = Anchor(node: node, size: size, height: height) }
    }

    /// Returns the members of a mapping, and adds them to the list of all children.
    private mutating func members(_ entries: [Entry]) throws(ParsingError) -> [String: JSONTree] {
        var members: [String: JSONTree] = [:]
        members.reserveCapacity(entries.count)
        var merges = 0
        for entry in entries {
            guard let name = entry.name, !entry.isMerge else {
                merges += 1
                continue
            }
            if members.updateValue(entry.node.tree, forKey: name) != nil { throw duplicate(entry, entries) }
            children.append(Child(name: name, place: entry.node.place))
        }
        if merges == 0 { return members }
        for entry in entries where entry.isMerge {
            if merges > 1 {
                throw error("“<<” appears \(merges) times; merge a list instead, such as <<: [*a, *b]", entry.offset)
            }
            try merge(entry.node.tree, entry.node.place, into: &members)
        }
        return members
    }

    /// Adds the members of a mapping, or of each mapping in a list, whose names are new.
    private mutating func merge(
        _ tree: JSONTree, _ place: Place, into members: inout [String: JSONTree], isElement: Bool = false
    ) throws(ParsingError) {
        switch tree {
        case .object(let merged):
            for index in place.children {
                guard let name = children[index].name, members[name] == nil else { continue }
                members[name] = merged[name]
                children.append(children[index])
            }
        case .list(let elements) where !isElement:
            for (element, index) in zip(elements, place.children) {
                try merge(element, children[index].place, into: &members, isElement: true)
            }
        default: throw error("expected a mapping, or a list of mappings, to merge with “<<”", place.offset)
        }
    }

    private func duplicate(_ entry: Entry, _ entries: [Entry]) -> ParsingError {
        let first = entries.first { $0.name == entry.name && !$0.isMerge }?.offset ?? entry.offset
        let lines = "lines \(text.position(of: first).line) and \(text.position(of: entry.offset).line)"
        return error("“\((entry.name ?? "").prefix(40))” appears twice: \(lines)", entry.offset)
    }
}
