import Teapot

/// A tree of paths, laid out flat, so that looking a path up follows no reference and allocates nothing.
struct RouteTree: Sendable {
    /// Gets to see the routes that a path may belong to.
    protocol Visitor {
        /// - Parameters:
        ///   - list: Where the first of some routes is; -1 for none.
        ///   - tree: The tree that has them.
        mutating func visit(_ list: Int, of tree: RouteTree)
    }

    /// What is told of a route without a look at it.
    struct Entry: Sendable {
        let number: Int
        /// The method; any where it is too long to be told so.
        let method: MethodKey
        /// Whether it answers every request with its method and path.
        let isPlain: Bool
        /// Where the next route of the same path is, which has a lower number; -1 for none.
        var next: Int
    }

    private struct Node: Sendable {
        /// The node behind any one segment; -1 for none.
        var any = -1
        /// The first route whose pattern ends here.
        var closed = -1
        /// The first route whose pattern ends here with a catch-all.
        var open = -1
    }

    /// The way from a node to the one behind a text.
    private struct Edge: Sendable {
        var hash: UInt64 = 0
        var parent = -1
        var child = -1
        /// Where the text is.
        var start = 0
        var count = 0
    }

    /// Whether paths are looked up from their ends.
    let isReversed: Bool
    /// The first is the root; the others are named by their places.
    private var nodes = [Node()]
    /// All ways of all nodes in one hash table, a power of two long and at most half full: each look-up takes as long
    /// with two ways from a node as with thousands.
    private var edges = [Edge](repeating: Edge(), count: 8)
    private var edgeCount = 0
    /// The texts of the ways, one behind the other.
    private var texts: [UInt8] = []
    private var entries: [Entry] = []
    /// The routes of the entries; `nil` where one was taken out.
    private var routes: [Route?] = []
    private var vacancies: [Int] = []

    init(isReversed: Bool = false) {
        self.isReversed = isReversed
    }

    var isEmpty: Bool { entries.count == vacancies.count }

    func entry(at place: Int) -> Entry { entries[place] }

    func route(at place: Int) -> Route? { routes[place] }
}

extension RouteTree {
    mutating func insert(_ route: Route, at segments: [PathPattern.Segment], isOpen: Bool) {
        let node = node(at: segments)
        let list = isOpen ? nodes[node].open : nodes[node].closed
        let entry = Entry(route, next: list)
        let place: Int
        if let vacancy = vacancies.popLast() {
            place = vacancy
            entries[place] = entry
            routes[place] = route
        } else {
            place = entries.count
            entries.append(entry)
            routes.append(route)
        }
        if isOpen { nodes[node].open = place } else { nodes[node].closed = place }
    }

    mutating func replace(_ route: Route, at segments: [PathPattern.Segment], isOpen: Bool) {
        let node = node(at: segments)
        var place = isOpen ? nodes[node].open : nodes[node].closed
        while place >= 0, entries[place].number != route.number { place = entries[place].next }
        guard place >= 0 else { return }
        entries[place] = Entry(route, next: entries[place].next)
        routes[place] = route
    }

    mutating func remove(_ number: Int, at segments: [PathPattern.Segment], isOpen: Bool) {
        let node = node(at: segments)
        var previous = -1
        var place = isOpen ? nodes[node].open : nodes[node].closed
        while place >= 0, entries[place].number != number { (previous, place) = (place, entries[place].next) }
        guard place >= 0 else { return }
        let next = entries[place].next
        if previous >= 0 {
            entries[previous].next = next
        } else if isOpen {
            nodes[node].open = next
        } else {
            nodes[node].closed = next
        }
        routes[place] = nil
        vacancies.append(place)
    }

    /// The node that a path leads to, made where it is missing.
    private mutating func node(at segments: [PathPattern.Segment]) -> Int {
        var place = 0
        for segment in segments {
            switch segment {
            case .exact(var text): place = text.withUTF8 { child(of: place, behind: $0) }
            case .variable, .wildcard:
                if nodes[place].any < 0 {
                    nodes[place].any = nodes.count
                    nodes.append(Node())
                }
                place = nodes[place].any
            }
        }
        return place
    }

    private mutating func child(of node: Int, behind text: Segment) -> Int {
        if let child = child(of: node, text) { return child }
        if 2 * (edgeCount + 1) > edges.count { grow() }
        let edge = Edge(
            hash: Self.hash(text, node), parent: node, child: nodes.count, start: texts.count, count: text.count)
        texts += text
        nodes.append(Node())
        place(edge)
        edgeCount += 1
        return edge.child
    }

    private mutating func grow() {
        let old = edges
        edges = [Edge](repeating: Edge(), count: 2 * old.count)
        for edge in old where edge.child >= 0 { place(edge) }
    }

    private mutating func place(_ edge: Edge) {
        var slot = Int(truncatingIfNeeded: edge.hash) & (edges.count - 1)
        while edges[slot].child >= 0 { slot = (slot + 1) & (edges.count - 1) }
        edges[slot] = edge
    }
}

extension RouteTree {
    /// Shows a visitor all routes that a path may belong to.
    ///
    /// - Parameters:
    ///   - path: The path's segments.
    ///   - depth: How many of them are left out at the start.
    ///   - visitor: What gets to see the routes.
    func walk(_ path: Segments, below depth: Int, _ visitor: inout some Visitor) {
        walk(path, below: depth, remaining: max(0, path.count - depth), from: 0, &visitor)
    }

    private func walk(
        _ path: Segments,
        below depth: Int,
        remaining: Int,
        from node: Int,
        _ visitor: inout some Visitor
    ) {
        let here = nodes[node]
        if here.open >= 0 { visitor.visit(here.open, of: self) }
        guard remaining > 0 else {
            if here.closed >= 0 { visitor.visit(here.closed, of: self) }
            return
        }
        // From the end: what remains are the first ones below the base.
        let index = isReversed ? depth + remaining - 1 : path.count - remaining
        if edgeCount > 0, let next = child(of: node, path[index]) {
            walk(path, below: depth, remaining: remaining - 1, from: next, &visitor)
        }
        if here.any >= 0 { walk(path, below: depth, remaining: remaining - 1, from: here.any, &visitor) }
    }

    private func child(of node: Int, _ text: Segment) -> Int? {
        let hash = Self.hash(text, node)
        var slot = Int(truncatingIfNeeded: hash) & (edges.count - 1)
        while edges[slot].child >= 0 {
            let edge = edges[slot]
            if edge.hash == hash, edge.parent == node, edge.count == text.count, isText(at: edge.start, text) {
                return edge.child
            }
            slot = (slot + 1) & (edges.count - 1)
        }
        return nil
    }

    private func isText(at start: Int, _ text: Segment) -> Bool {
        texts.withUnsafeBufferPointer { Segment(rebasing: $0[start..<start + text.count]).isSame(as: text) }
    }

    /// Spreads texts over the table, eight bytes at a step; only what is registered is ever put there, so that nobody
    /// who asks can make them collide.
    private static func hash(_ text: Segment, _ node: Int) -> UInt64 {
        let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
        let bytes = UnsafeRawBufferPointer(text)
        var hash = (UInt64(truncatingIfNeeded: node) &+ 1) &* factor ^ UInt64(truncatingIfNeeded: text.count)
        var index = 0
        while index + 8 <= bytes.count {
            hash = (hash ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* factor
            hash ^= hash >> 32
            index += 8
        }
        var tail: UInt64 = 0
        while index < bytes.count {
            tail = tail << 8 | UInt64(bytes[index])
            index += 1
        }
        hash = (hash ^ tail) &* factor
        return hash ^ hash >> 32
    }
}

extension RouteTree.Entry {
    fileprivate init(_ route: Route, next: Int) {
        number = route.number
        let key = MethodKey(route.method)
        // A method without a key is looked at as a rule is.
        method = key ?? .any
        isPlain = key != nil && route.isPlain
        self.next = next
    }
}
