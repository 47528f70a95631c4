import Teapot

extension WholeTextPattern {
    /// What all paths that the expression is for begin with, so that they can be looked up by it; `nil` if that can't be
    /// told: `/products/[0-9]+` is for paths below `/products/**`.
    var leadingPath: PathPattern? {
        guard !text.contains("|") else { return nil }
        let anchored = text.hasPrefix("^") ? text.dropFirst() : text[...]
        var literal = anchored.prefix { !"\\.[]{}()*+?^$|".contains($0) }
        // What says how often a character comes may say never.
        if let next = anchored[literal.endIndex...].first, "*+?{".contains(next) { literal = literal.dropLast() }
        guard literal.hasPrefix("/"), let end = literal.lastIndex(of: "/") else { return nil }
        let segments = Request.segments(of: literal[..<end])
        return segments.isEmpty ? nil : PathPattern(segments.map { .exact($0) }, catchAll: .trailing)
    }
}
