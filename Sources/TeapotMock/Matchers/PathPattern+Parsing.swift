extension PathPattern {
    /// - Parameter pattern: The pattern. The part after a question mark lists the required query items.
    package init(_ pattern: String) {
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
        problems = segments.compactMap { segment in
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
}
