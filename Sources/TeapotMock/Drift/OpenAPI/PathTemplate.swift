import Teapot

/// A path whose segments may be variables: `/products/{id}`, `/files/{name}.json`.
struct PathTemplate: Sendable, Equatable {
    enum Segment: Sendable, Equatable {
        case text(String)
        /// What stands for anything, with what is before and after it.
        case variable(prefix: String, suffix: String)
    }

    let segments: [Segment]

    /// - Parameter path: The path; percent-escapes are decoded, empty segments left out.
    init(_ path: String) {
        segments = path.split(separator: "/").map { segment in
            if let opening = segment.firstIndex(of: "{"), let closing = segment.lastIndex(of: "}"), opening < closing {
                let suffix = segment[segment.index(after: closing)...]
                return .variable(prefix: String(segment[..<opening]), suffix: String(suffix))
            }
            return .text(segment.removingPercentEncoding ?? String(segment))
        }
    }

    /// Whether a segment stands for anything.
    var hasVariables: Bool { segments.contains { if case .variable = $0 { true } else { false } } }
}

extension PathTemplate.Segment {
    /// How well a mock's segment fits a documented one: 4 for the same text, 3 for the same in another case, less where a
    /// variable stands for something; `nil` if they don't fit.
    ///
    /// A mock's variable is no text's: `{id}` means what is documented as a variable.
    func fit(to documented: Self) -> Int? {
        switch (self, documented) {
        case (.text(let own), .text(let other)):
            return own == other ? 4 : own.lowercased() == other.lowercased() ? 3 : nil
        case (.variable(let prefix, let suffix), .variable(let otherPrefix, let otherSuffix)):
            return (prefix, suffix) == (otherPrefix, otherSuffix) ? 2 : 1
        case (.text(let own), .variable(let prefix, let suffix)):
            let isLonger = own.utf8.count > prefix.utf8.count + suffix.utf8.count
            guard isLonger, own.hasPrefix(prefix), own.hasSuffix(suffix) else { return nil }
            return prefix.isEmpty && suffix.isEmpty ? 1 : 2
        case (.variable, .text): return nil
        }
    }
}

/// How well a mock's path fits a documented one; the greater the better.
struct PathFit: Comparable {
    /// Whether the mock's path ends with the whole of the documented one.
    var isWhole: Bool
    /// Whether what comes before that is a server's base path.
    var isBelowServer: Bool
    /// How well each segment fits, from the first on.
    var points: [Int]

    /// - Parameters:
    ///   - mock: What the paths of requests end with.
    ///   - documented: The documented path, without the server's.
    ///   - base: The server's path.
    init?(of mock: PathTemplate, to documented: PathTemplate, below base: PathTemplate) {
        let (own, others) = (mock.segments, documented.segments)
        isWhole = own.count >= others.count
        let rest = own.dropLast(others.count)
        guard let points = Self.points(of: own.suffix(others.count), to: others.suffix(own.count)) else { return nil }
        self.points = points
        isBelowServer = rest.isEmpty || (!base.segments.isEmpty && Self.points(ofEnd: rest, to: base.segments) != nil)
        // Where one of the two goes on, a variable alone says too little: “/{id}” is not the end of every path.
        let isSure = isWhole ? isBelowServer : false
        let isNamed = points.contains { $0 >= 3 } && (isWhole || points[0] >= 2)
        guard isSure || isNamed, !own.isEmpty || others.isEmpty else { return nil }
    }

    private static func points(
        of own: ArraySlice<PathTemplate.Segment>, to others: ArraySlice<PathTemplate.Segment>
    ) -> [Int]? {
        let points = zip(own, others).compactMap { $0.fit(to: $1) }
        return points.count == own.count ? points : nil
    }

    private static func points(ofEnd own: ArraySlice<PathTemplate.Segment>, to others: [PathTemplate.Segment]) -> [Int]?
    {
        points(of: own.suffix(others.count), to: others.suffix(own.count))
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
    /// The operations of the path that a mock's fits best; of several that it fits as well, of all.
    ///
    /// - Parameter requestPath: What the paths of requests end with: with the server's base path, or a part of it, or
    ///   without. It may be shorter than the documented path, of which it is the end then.
    /// - Returns: The operations; none if no path fits.
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
