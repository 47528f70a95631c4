import Teapot
import TeapotMock

extension WholeTextPattern {
    /// A pattern for the literal beginning of all matching paths, used for lookup, or `nil` if it's unknown.
    ///
    /// For example, the expression `/products/[0-9]+` matches only paths below `/products/**`.
    var leadingPath: PathPattern? {
        guard !text.contains("|") else { return nil }
        let anchored = text.hasPrefix("^") ? text.dropFirst() : text[...]
        var literal = anchored.prefix { !"\\.[]{}()*+?^$|".contains($0) }
        // A quantifier can allow zero occurrences of the character before it.
        if let next = anchored[literal.endIndex...].first, "*+?{".contains(next) { literal = literal.dropLast() }
        guard literal.hasPrefix("/"), let end = literal.lastIndex(of: "/") else { return nil }
        let segments = Request.segments(of: literal[..<end])
        return segments.isEmpty ? nil : PathPattern(segments.map { .exact($0) }, catchAll: .trailing)
    }
}
