import Foundation

/// A Markdown file as GitHub reads it.
struct Markdown {
    /// The text without blocks of code.
    private let prose: String

    /// Reads a file.
    ///
    /// - Parameter path: The path from the repository's root.
    init(_ path: String) { self.init(text: Repository.text(of: path)) }

    /// Reads a text.
    init(text: String) {
        var isInside = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            let isFence = line.drop { $0 == " " }.hasPrefix("```")
            if isFence { isInside.toggle() }
            return !isInside && !isFence
        }
        prose = lines.joined(separator: "\n")
    }

    /// The destinations of the links within the repository: paths, fragments, or both.
    var links: [String] {
        prose.replacing(/(`++)[\s\S]*?[^`]\1(?!`)/, with: "").matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
            .filter { !$0.contains("://") }
    }

    /// The fragments that lead to the headings, in order.
    var anchors: [String] {
        var counts: [String: Int] = [:]
        return prose.matches(of: /(?m)^#+ +(.*)$/).map { match in
            let kept = match.output.1.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
            let anchor = kept.replacing(" ", with: "-")
            defer { counts[anchor, default: 0] += 1 }
            return counts[anchor].map { "\(anchor)-\($0)" } ?? anchor
        }
    }

    /// The beginnings of links that only DocC understands.
    ///
    /// A module's title and topics are exempt, because DocC reads them unchanged.
    var doccSyntax: [String] {
        var text = prose[...]
        if text.hasPrefix("# ``") {
            text = text.drop { $0 != "\n" }
            text = text.range(of: "\n## Topics\n").map { text[..<$0.lowerBound] } ?? text
        }
        return text.matches(of: /<doc:\w*|\(doc:\w*|(?:^|[^`])(``[A-Za-z\/]\w*)/)
            .map { String($0.output.1 ?? $0.output.0) }
    }
}
