import Foundation
import TeapotMockOpenAPI

extension PathTemplate.Segment {
    /// Returns how well a mock's segment matches a documented one, or `nil` if they don't match.
    ///
    /// The result is 4 for the same text, 3 for the same text in another case, and less if a variable is involved. A
    /// mock's variable doesn't match text: `{id}` only matches a documented variable.
    func fit(to documented: Self) -> Int? {
        switch (self, documented) {
        case (.text(let own), .text(let other)):
            return own == other ? 4 : own.lowercased() == other.lowercased() ? 3 : nil
        case (.variable(_, let prefix, let suffix), .variable(_, let otherPrefix, let otherSuffix)):
            return (prefix, suffix) == (otherPrefix, otherSuffix) ? 2 : 1
        case (.text(let own), .variable(_, let prefix, let suffix)):
            let isLonger = own.utf8.count > prefix.utf8.count + suffix.utf8.count
            guard isLonger, own.hasPrefix(prefix), own.hasSuffix(suffix) else { return nil }
            return prefix.isEmpty && suffix.isEmpty ? 1 : 2
        case (.variable, .text): return nil
        }
    }
}

/// The quality of the match between a mock's path and a documented one; greater is better.
struct PathFit: Comparable {
    /// Whether the mock's path ends with the whole documented path.
    var isWhole: Bool
    /// Whether the part before that is a server's base path.
    var isBelowServer: Bool
    /// The quality of the match of each segment, from first to last.
    var points: [Int]

    /// Creates the match of a mock's path with a documented one, or returns `nil` if they don't match.
    ///
    /// - Parameters:
    ///   - mock: The end of the paths of requests.
    ///   - documented: The documented path, without the server's.
    ///   - base: The server's path.
    init?(of mock: PathTemplate, to documented: PathTemplate, below base: PathTemplate) {
        let (own, others) = (mock.segments, documented.segments)
        isWhole = own.count >= others.count
        let rest = own.dropLast(others.count)
        guard let points = Self.points(ofEnd: own, to: others) else { return nil }
        self.points = points
        isBelowServer = rest.isEmpty || (!base.segments.isEmpty && Self.points(ofEnd: rest, to: base.segments) != nil)
        // If one of the paths is longer, a variable alone isn't enough: “/{id}” would be the end of every path.
        let isSure = isWhole ? isBelowServer : false
        let isNamed = points.contains { $0 >= 3 } && (isWhole || points[0] >= 2)
        guard isSure || isNamed, !own.isEmpty || others.isEmpty else { return nil }
    }

    private static func points(
        ofEnd own: some BidirectionalCollection<PathTemplate.Segment>, to others: [PathTemplate.Segment]
    ) -> [Int]? {
        let pairs = zip(own.suffix(others.count), others.suffix(own.count))
        let points = pairs.compactMap { $0.fit(to: $1) }
        return points.count == min(own.count, others.count) ? points : nil
    }

    static func < (left: PathFit, right: PathFit) -> Bool {
        if left.isWhole != right.isWhole { return right.isWhole }
        if left.isBelowServer != right.isBelowServer { return right.isBelowServer }
        if left.points.count != right.points.count { return left.points.count < right.points.count }
        let sums = (left.points.reduce(0, +), right.points.reduce(0, +))
        return sums.0 != sums.1 ? sums.0 < sums.1 : left.points.lexicographicallyPrecedes(right.points)
    }
}

extension OpenAPIDocument {
    /// Returns the operations of the path that a mock's path matches best, or of all paths that match equally well.
    ///
    /// - Parameter requestPath: The end of the paths of requests: with the server's base path, a part of it, or none of
    ///   it. It may be shorter than the documented path, which then ends with it.
    /// - Returns: The operations; empty if no path matches.
    func operations(for requestPath: String) -> [Operation] {
        let mock = PathTemplate(requestPath)
        let fits = operations.compactMap { operation in
            operation.bases.compactMap { PathFit(of: mock, to: operation.template, below: $0) }.max()
                .map { (operation, $0) }
        }
        guard let best = fits.map(\.1).max() else { return [] }
        return fits.filter { $0.1 == best }.map(\.0)
    }
}
