import Teapot

/// A tree of paths with one level for each segment.
struct RouteTree: Sendable {
    /// A type that receives the routes that can match a path.
    protocol Visitor {
        /// - Parameter entries: The routes with the same path, with the last registered one last.
        mutating func visit(_ entries: [Entry])
    }

    /// A route with the values that a lookup compares.
    struct Entry: Sendable {
        let route: Route
        let number: Int
        /// The key of the method, or `any` if the method is too long for a key.
        let method: MethodKey
        /// Whether the route answers every request with its method and path.
        let isPlain: Bool

        init(_ route: Route) {
            self.route = route
            number = route.number
            let key = MethodKey(route.method)
            // A route whose method has no key is examined like a route with further rules.
            method = key ?? .any
            isPlain = key != nil && route.isPlain
        }
    }

    private struct Node: Sendable {
        /// The nodes that follow an exact segment, keyed by its text.
        var children: [ExactText: Int] = [:]
        /// The node that follows any one segment, or `nil` if there is none.
        var any: Int?
        /// The routes whose patterns end at this node, with the last registered one last.
        var closed: [Entry] = []
        /// The routes whose patterns end with a catch-all at this node, with the last registered one last.
        var open: [Entry] = []
    }

    /// Whether paths are looked up from their ends.
    let isReversed: Bool
    /// The nodes, identified by their indices.
    ///
    /// The first one is the root.
    private var nodes = [Node()]

    init(isReversed: Bool = false) { self.isReversed = isReversed }

    /// Changes the routes with a path.
    ///
    /// - Parameters:
    ///   - segments: The segments of the path.
    ///   - isOpen: Whether a catch-all follows them.
    ///   - change: A closure that receives the routes, with the last registered one last.
    mutating func edit(_ segments: [PathPattern.Segment], isOpen: Bool, _ change: (inout [Entry]) -> Void) {
        let node = node(at: segments)
        if isOpen { change(&nodes[node].open) } else { change(&nodes[node].closed) }
    }

    /// Returns the node of a path, creating missing nodes.
    private mutating func node(at segments: [PathPattern.Segment]) -> Int {
        var node = 0
        for segment in segments {
            let child: Int?
            switch segment {
            case .exact(let text): child = nodes[node].children[ExactText(text)]
            case .variable, .wildcard: child = nodes[node].any
            }
            if let child {
                node = child
                continue
            }
            switch segment {
            case .exact(let text): nodes[node].children[ExactText(text)] = nodes.count
            case .variable, .wildcard: nodes[node].any = nodes.count
            }
            node = nodes.count
            nodes.append(Node())
        }
        return node
    }

    /// Calls a visitor with all routes that can match a path.
    ///
    /// - Parameters:
    ///   - path: The segments of the path.
    ///   - depth: The number of leading segments to skip.
    ///   - visitor: The visitor that receives the routes.
    func walk(_ path: Segments, below depth: Int, _ visitor: inout some Visitor) {
        walk(path, below: depth, remaining: max(0, path.count - depth), from: 0, &visitor)
    }

    private func walk(
        _ path: Segments, below depth: Int, remaining: Int, from node: Int, _ visitor: inout some Visitor
    ) {
        if !nodes[node].open.isEmpty { visitor.visit(nodes[node].open) }
        guard remaining > 0 else {
            if !nodes[node].closed.isEmpty { visitor.visit(nodes[node].closed) }
            return
        }
        // In a reversed tree, the remaining segments are the first ones below the base URL.
        let index = isReversed ? depth + remaining - 1 : path.count - remaining
        if !nodes[node].children.isEmpty, let next = nodes[node].children[ExactText(String(path[index]))] {
            walk(path, below: depth, remaining: remaining - 1, from: next, &visitor)
        }
        if let next = nodes[node].any { walk(path, below: depth, remaining: remaining - 1, from: next, &visitor) }
    }
}
