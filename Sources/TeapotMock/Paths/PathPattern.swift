package import Foundation
import Teapot

/// A path with variables, such as `users/:id`, `files/*` or `assets/**`.
///
/// Each segment is percent-decoded once and compared on its own, so you write a pattern like a request's path. Leading,
/// trailing and repeated slashes are ignored.
package struct PathPattern: Sendable, Equatable {
    package enum Segment: Sendable, Equatable {
        /// A segment with this text.
        case exact(String)
        /// Any one segment, bound to a name: `:name`.
        case variable(String)
        /// Any one segment, not bound to a name: `*`.
        case wildcard
    }

    /// The position of a `**`, which matches any number of segments, including none.
    package enum CatchAll: Sendable, Equatable {
        case none
        case leading
        case trailing
    }

    /// A segment that looks like a variable or a catch-all, but isn't one.
    package enum Problem: Sendable, Equatable {
        /// A `**` that isn't at either end, or at the start of a pattern that also ends with `**`.
        case misplacedCatchAll
        /// A colon without a name.
        case namelessVariable
        /// A segment in another library's syntax, such as `{id}` or `user-:id`, or part of a complete URL.
        case foreignSyntax(String)
    }

    /// The name that the segments of a catch-all are bound to.
    package static let catchAllName = "**"

    package let segments: [Segment]
    package let catchAll: CatchAll
    /// The query items that a request must have.
    ///
    /// A request may also have others.
    package let query: [URLQueryItem]

    /// The segments that match literally but were probably intended as a variable or a catch-all.
    package let problems: [Problem]

    /// - Parameters:
    ///   - path: The segments, percent-decoded.
    ///   - query: The required query items.
    package init(exactly path: [String], query: [URLQueryItem] = []) {
        self.init(path.map { .exact($0) }, query: query)
    }

    /// - Parameters:
    ///   - segments: The segments.
    ///   - catchAll: The position at which any number of further segments may follow.
    ///   - query: The required query items.
    package init(_ segments: [Segment], catchAll: CatchAll = .none, query: [URLQueryItem] = []) {
        (self.segments, self.catchAll, self.query, problems) = (segments, catchAll, query, [])
    }

    /// Returns whether a path matches the pattern.
    ///
    /// - Parameter path: The segments of the path, percent-decoded.
    /// - Returns: `true` if the path matches; otherwise, `false`.
    package func matches(_ path: [String]) -> Bool {
        guard catchAll == .none ? path.count == segments.count : path.count >= segments.count else { return false }
        let compared = catchAll == .leading ? path.suffix(segments.count) : path.prefix(segments.count)
        return zip(segments, compared).allSatisfy { segment, actual in
            switch segment {
            case .exact(let expected): expected.isExactly(actual)
            case .variable, .wildcard: true
            }
        }
    }

    /// Adds the values of the pattern's variables in a matching path.
    ///
    /// If two variables have the same name, the value of the last one is used.
    package func bind(_ path: [String], into components: inout [String: String]) {
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
    /// The names of the variables, in order, including that of a catch-all.
    var variables: [String] {
        segments.compactMap { if case .variable(let name) = $0 { name } else { nil } }
            + (catchAll == .none ? [] : [Self.catchAllName])
    }

    /// Returns the value of one variable in a matching path.
    ///
    /// - Parameters:
    ///   - name: The name of the variable.
    ///   - path: The segments below the router's base URL.
    /// - Returns: The value, or `nil` if the pattern has no variable of that name.
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
    /// The path as written, such as `/users/:id`.
    package var description: String {
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
