import Teapot

extension PathPattern {
    /// Returns the reason a path doesn't match, or `nil` if it matches.
    func explanation(of path: [String]) -> String? {
        guard !matches(path) else { return nil }
        guard catchAll == .none ? path.count == segments.count : path.count >= segments.count else {
            let count = (catchAll == .none ? "" : "at least ") + String(counting: segments.count, "segment")
            return "expected \(count), received \(path.count)\(hint(for: path))"
        }
        let compared = catchAll == .leading ? path.suffix(segments.count) : path.prefix(segments.count)
        for case (.exact(let expected), let actual) in zip(segments, compared) where !expected.isExactly(actual) {
            let looksSame = expected == actual
            let (own, other) = (expected.shown(exact: looksSame), actual.shown(exact: looksSame))
            let isVariable = own.first == "{" && own.last == "}"
            let hint = isVariable ? "; write “:\(own.dropFirst().dropLast())” for any value" : hint(for: path)
            return "expected “\(own)”, received “\(other)”\(hint)"
        }
        return nil
    }

    /// Returns the likely reason that a path has other segments, or an empty string.
    private func hint(for path: [String]) -> String {
        if problems.contains(.misplacedCatchAll) { return "; “**” must be first or last: write “*” per segment here" }
        let texts = segments.map { if case .exact(let text) = $0 { text.shown(exact: false) } else { "" } }
        if texts.contains(where: { $0.contains { #"*\["#.contains($0) } }) {
            return "; a segment is a text, “:name” or “*”, and “**” stands for the rest of a path"
        }
        let count = path.count - segments.count
        let areExact = segments.map { if case .exact = $0 { true } else { false } }
        guard count > 0, areExact.contains(true) else { return "" }
        if matches(Array(path.dropFirst(count))) {
            return "; the rest matches, so the base URL may lack /\(path.prefix(count).joined(separator: "/"))"
        }
        let hasSlash = areExact.last == false && matches(Array(path.dropLast(count)))
        return hasSlash ? #"; for a slash in a value, the client writes \(segment: value)"# : ""
    }

    /// Returns the pattern without the base URL, its path, or the end of that path, if it begins with one of them.
    ///
    /// Such a pattern was probably intended as a complete path.
    ///
    /// - Parameter base: The segments of the path of the base URL.
    /// - Returns: The pattern and the repeated path, such as `/v1`, or `nil` if the pattern doesn't repeat the base.
    func withoutBase(_ base: [String]) -> (pattern: PathPattern, repeated: String)? {
        guard catchAll != .leading else { return nil }
        if [.exact("http:"), .exact("https:")].contains(segments.first) {
            let path = PathPattern(Array(segments.dropFirst(2)), catchAll: catchAll, query: query)
            return path.withoutBase(base) ?? (path, "the host")
        }
        for start in base.indices where base.count - start <= segments.count {
            let end = base[start...]
            guard zip(segments, end).allSatisfy({ $0 == .exact($1) }) else { continue }
            let rest = PathPattern(Array(segments.dropFirst(end.count)), catchAll: catchAll, query: query)
            return (rest, "/" + end.joined(separator: "/"))
        }
        return nil
    }

    /// Returns how similar a path is to the paths that the pattern matches, from 0 to 1.
    ///
    /// An equal segment counts most, a likely typo less, and a segment that matches a variable or a wildcard least.
    func likeness(to path: [String]) -> Double {
        let longer = catchAll == .none ? max(segments.count, path.count) : segments.count
        guard longer > 0 else { return segments.count == path.count ? 1 : 0 }
        let paths = catchAll == .leading ? path.suffix(segments.count) : path[...]
        let common = min(segments.count, paths.count)
        var credit = 0.0
        var index = 0
        while index < common {
            let next = Self.likeness(segments[index], paths[paths.startIndex + index])
            // If both have the same number of segments, the segments after a difference are still compared by position.
            if next == 0, segments.count != paths.count { break }
            credit += next
            index += 1
        }
        for place in 0..<(common - index) {
            let next = Self.likeness(segments[segments.count - 1 - place], paths[paths.endIndex - 1 - place])
            if next == 0 { break }
            credit += next
        }
        return credit / Double(longer)
    }

    private static func likeness(_ segment: Segment, _ actual: String) -> Double {
        switch segment {
        case .variable, .wildcard: 0.5
        case .exact(let expected): expected == actual ? 1 : actual.isLikelyTypo(of: expected) ? 0.8 : 0
        }
    }

    /// Returns the path with typos corrected, or `nil` if the corrected path wouldn't match, either.
    func correction(of path: [String]) -> [String]? {
        guard segments.count == path.count || catchAll == .trailing && segments.count < path.count else { return nil }
        var corrected = path
        for (index, segment) in segments.enumerated() {
            guard case .exact(let expected) = segment, !expected.isExactly(path[index]) else { continue }
            guard path[index].isLikelyTypo(of: expected) else { return nil }
            corrected[index] = expected
        }
        return matches(path) ? nil : corrected
    }
}
