import Teapot

/// A path with variables: `users/:id`, `files/*`, `assets/**`.
///
/// Segments are compared one by one, each percent-decoded once, so that a pattern is written as the path of a call is.
/// Slashes at either end, or doubled, make no difference.
struct PathPattern: Sendable, Equatable {
    enum Segment: Sendable, Equatable {
        /// This text.
        case exact(String)
        /// Any one segment, by the name it is bound to: `:name`.
        case variable(String)
        /// Any one segment: `*`.
        case wildcard
    }

    /// Where a `**` stands, which is for any number of segments, even none.
    enum CatchAll: Sendable, Equatable {
        case none
        case leading
        case trailing
    }

    /// What is written like a variable or a catch-all, and is neither.
    enum Flaw: Sendable, Equatable {
        /// A `**` that is at neither end, or at the second of both.
        case misplacedCatchAll
        /// A colon without a name.
        case namelessVariable
        /// A segment in another library's spelling, such as `{id}` or `user-:id`, or a part of a whole URL.
        case foreignSyntax(String)
    }

    /// The name that a catch-all's segments are bound to.
    static let catchAllName = "**"

    let segments: [Segment]
    let catchAll: CatchAll
    /// Query items that the pattern asks for, among others.
    let query: [URLQueryItem]

    /// Segments that stand for themselves, though they were hardly meant to.
    let flaws: [Flaw]

    /// - Parameter pattern: The pattern; what stands behind a question mark asks for query items.
    init(_ pattern: String) {
        let parts = pattern.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var segments = (parts.first ?? "").utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
        if segments.last == "**" {
            segments.removeLast()
            catchAll = .trailing
        } else if segments.first == "**" {
            segments.removeFirst()
            catchAll = .leading
        } else {
            catchAll = .none
        }
        flaws = segments.compactMap { segment in
            if segment == "**" { return .misplacedCatchAll }
            if segment == ":" { return .namelessVariable }
            let isForeign = segment.contains { "{}#<>".contains($0) } || segment.dropFirst().contains(":")
            return isForeign ? .foreignSyntax(String(segment)) : nil
        }
        self.segments = segments.map { segment in
            if segment == "*" { return .wildcard }
            if segment.hasPrefix(":"), segment.count > 1 { return .variable(String(segment.dropFirst())) }
            return .exact(Request.decode(segment))
        }
        query = parts.count == 2 ? Request.items(of: parts[1]) : []
    }

    /// - Parameters:
    ///   - path: The segments, decoded.
    ///   - query: Query items that are asked for.
    init(exactly path: [String], query: [URLQueryItem] = []) {
        self.init(path.map { .exact($0) }, query: query)
    }

    /// - Parameters:
    ///   - segments: The segments.
    ///   - catchAll: Where more of them may be.
    ///   - query: Query items that are asked for.
    init(_ segments: [Segment], catchAll: CatchAll = .none, query: [URLQueryItem] = []) {
        self.segments = segments
        self.catchAll = catchAll
        flaws = []
        self.query = query
    }

    /// Whether a path is one that the pattern stands for.
    ///
    /// - Parameter path: The path's segments, decoded.
    /// - Returns: Whether it is.
    func matches(_ path: [String]) -> Bool {
        guard catchAll == .none ? path.count == segments.count : path.count >= segments.count else { return false }
        let compared = catchAll == .leading ? path.suffix(segments.count) : path.prefix(segments.count)
        return zip(segments, compared).allSatisfy { segment, actual in
            switch segment {
            case .exact(let expected): expected.isExactly(actual)
            case .variable, .wildcard: true
            }
        }
    }

    /// What the pattern's variables stand for in a path that it matches; of two with one name the last counts.
    func bind(_ path: [String], into components: inout [String: String]) {
        let start = catchAll == .leading ? max(0, path.count - segments.count) : 0
        for case (.variable(let name), let value) in zip(segments, path[start...]) { components[name] = value }
        switch catchAll {
        case .none: break
        case .leading: components[Self.catchAllName] = path[..<start].joined(separator: "/")
        case .trailing: components[Self.catchAllName] = path.dropFirst(segments.count).joined(separator: "/")
        }
    }
}

extension PathPattern {
    /// Whether there is a variable, or a catch-all, of this name.
    func binds(_ name: String) -> Bool {
        if catchAll != .none, name == Self.catchAllName { return true }
        return segments.contains { if case .variable(name) = $0 { true } else { false } }
    }

    /// What one variable stands for in a path that the pattern matches; `nil` if there is none of that name.
    ///
    /// - Parameters:
    ///   - name: The variable's name.
    ///   - path: The segments below the router's base URL.
    /// - Returns: The text.
    func text(boundTo name: String, in path: Segments) -> String? {
        let start = catchAll == .leading ? max(0, path.count - segments.count) : 0
        if catchAll != .none, name == Self.catchAllName {
            let rest = catchAll == .leading ? path[..<start] : path[min(segments.count, path.count)...]
            return rest.map { String($0) }.joined(separator: "/")
        }
        for index in segments.indices.reversed() where start + index < path.count {
            if case .variable(name) = segments[index] { return String(path[start + index]) }
        }
        return nil
    }
}

extension PathPattern: CustomStringConvertible {
    /// The path in the form that it was written in, such as `/users/:id`.
    var description: String {
        let names = segments.map { segment in
            switch segment {
            case .exact(let text): text
            case .variable(let name): ":" + name
            case .wildcard: "*"
            }
        }
        switch catchAll {
        case .none: return "/" + names.joined(separator: "/")
        case .leading: return "/" + (["**"] + names).joined(separator: "/")
        case .trailing: return "/" + (names + ["**"]).joined(separator: "/")
        }
    }
}
