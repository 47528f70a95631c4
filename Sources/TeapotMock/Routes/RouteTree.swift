import Teapot

/// A tree of paths in flat arrays, so that a lookup follows no references and allocates no memory.
struct RouteTree: Sendable {
    /// A type that is called with the routes that can match a path.
    protocol Visitor {
        /// - Parameters:
        ///   - list: The place of the first route in a list, or -1 for an empty list.
        ///   - tree: The tree that contains the list.
        mutating func visit(_ list: Int, of tree: RouteTree)
    }

    /// The part of a route that a lookup reads without accessing the route itself.
    struct Entry: Sendable {
        let number: Int
        /// The key of the method, or `any` if the method is too long for a key.
        let method: MethodKey
        /// A Boolean value that indicates whether the route answers every request with its method and path.
        let isPlain: Bool
        /// The place of the next route with the same path, which has a lower number, or -1 for none.
        var next: Int
    }

    private struct Node: Sendable {
        /// The node that follows any one segment, or -1 for none.
        var any = -1
        /// The first route whose pattern ends at this node.
        var closed = -1
        /// The first route whose pattern ends at this node with a catch-all.
        var open = -1
    }

    /// The connection from a node to the node that follows a segment with a given text.
    private struct Edge: Sendable {
        var hash: UInt64 = 0
        var parent = -1
        var child = -1
        /// The start of the text in the array of texts.
        var start = 0
        var count = 0
    }

    /// A Boolean value that indicates whether paths are looked up from their ends.
    let isReversed: Bool
    /// The nodes, which are identified by their indices.
    ///
    /// The first one is the root.
    private var nodes = [Node()]
    /// The edges of all nodes in one hash table.
    ///
    /// Its size is a power of two and at most half of it is used, so each lookup takes the same time for a node with
    /// two edges and for one with thousands.
    private var edges = [Edge](repeating: Edge(), count: 8)
    private var edgeCount = 0
    /// The texts of the edges, one after another.
    private var texts: [UInt8] = []
    private var entries: [Entry] = []
    /// The routes of the entries, or `nil` for a removed one.
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

    /// Returns the node of a path, and creates the nodes that are missing.
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
    /// Calls a visitor with all routes that can match a path.
    ///
    /// - Parameters:
    ///   - path: The segments of the path.
    ///   - depth: The number of leading segments to leave out.
    ///   - visitor: The visitor that is called with the routes.
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
        // When the tree is reversed, the remaining segments are the first ones below the base URL.
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

    /// Returns a hash of a text, which is read eight bytes at a time.
    ///
    /// Only registered patterns are stored in the table, so requests cannot cause collisions.
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
        // A route whose method has no key is examined like a route with rules.
        method = key ?? .any
        isPlain = key != nil && route.isPlain
        self.next = next
    }
}
