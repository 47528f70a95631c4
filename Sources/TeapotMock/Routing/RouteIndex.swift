/// Finds the routes whose paths match, without looking at the others: a tree with a level for each segment.
///
/// Patterns that begin with a catch-all stand in a second tree, their segments in reverse.
struct RouteIndex: Sendable {
    private var fromStart = Tree()
    private var fromEnd = Tree()

    /// Adds a route.
    ///
    /// - Parameters:
    ///   - number: The route's number.
    ///   - pattern: Its path.
    mutating func insert(_ number: Int, at pattern: PathPattern) {
        edit(pattern) { $0.append(number) }
    }

    /// Takes a route out.
    mutating func remove(_ number: Int, at pattern: PathPattern) {
        edit(pattern) { $0.removeAll { $0 == number } }
    }

    /// The numbers of the routes that a path may belong to, the highest first.
    ///
    /// - Parameter path: The path's segments, decoded.
    /// - Returns: The numbers.
    func candidates(for path: ArraySlice<String>) -> [Int] {
        var found: [Int] = []
        fromStart.collect(path, into: &found)
        if !fromEnd.isEmpty { fromEnd.collect(path.reversed()[...], into: &found) }
        if found.count > 1 { found.sort(by: >) }
        return found
    }

    private mutating func edit(_ pattern: PathPattern, _ change: (inout [Int]) -> Void) {
        switch pattern.catchAll {
        case .none: fromStart.edit(pattern.segments, isOpen: false, change)
        case .trailing: fromStart.edit(pattern.segments, isOpen: true, change)
        case .leading: fromEnd.edit(pattern.segments.reversed(), isOpen: true, change)
        }
    }
}

extension RouteIndex {
    private struct Tree: Sendable {
        private struct Node {
            var exact: [ExactText: Int] = [:]
            /// The node behind any one segment.
            var any: Int?
            /// Routes whose pattern ends here.
            var closed: [Int] = []
            /// Routes whose pattern ends here with a catch-all.
            var open: [Int] = []
        }

        /// The first is the root; the others are named by their places.
        private var nodes = [Node()]

        var isEmpty: Bool { nodes.count == 1 && nodes[0].closed.isEmpty && nodes[0].open.isEmpty }

        mutating func edit(_ segments: [PathPattern.Segment], isOpen: Bool, _ change: (inout [Int]) -> Void) {
            var place = 0
            for segment in segments {
                let next: Int
                switch segment {
                case .exact(let text):
                    next = nodes[place].exact[ExactText(text)] ?? nodes.count
                    nodes[place].exact[ExactText(text)] = next
                case .variable, .wildcard:
                    next = nodes[place].any ?? nodes.count
                    nodes[place].any = next
                }
                if next == nodes.count { nodes.append(Node()) }
                place = next
            }
            if isOpen { change(&nodes[place].open) } else { change(&nodes[place].closed) }
        }

        func collect(_ path: ArraySlice<String>, from place: Int = 0, into found: inout [Int]) {
            found += nodes[place].open
            guard let segment = path.first else {
                found += nodes[place].closed
                return
            }
            if !nodes[place].exact.isEmpty, let next = nodes[place].exact[ExactText(segment)] {
                collect(path.dropFirst(), from: next, into: &found)
            }
            if let next = nodes[place].any { collect(path.dropFirst(), from: next, into: &found) }
        }
    }
}
