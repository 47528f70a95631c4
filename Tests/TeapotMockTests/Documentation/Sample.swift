import Foundation
import Testing

/// A ```` ```swift ```` block of the documentation.
struct Sample: Sendable, CustomTestStringConvertible {
    /// The file it stands in, from the repository's root.
    var document: String
    /// The line its first line is on, counted from 1.
    var line: Int
    /// Its lines as they are compared; see ``normalized(_:)``.
    var lines: [String]

    var testDescription: String { "\(document):\(line)" }

    /// Whether this is a package's manifest, which can't stand in a target.
    var isManifest: Bool { lines.first?.hasPrefix("// swift-tools-version") == true }

    /// The blocks of a text, in order; one that is never closed reaches to the text's end.
    ///
    /// - Parameters:
    ///   - text: The lines of a Markdown file, or those of a Swift file whose documentation comments count.
    ///   - document: The file's name.
    /// - Returns: The blocks.
    static func all(in text: String, of document: String) -> [Sample] {
        let isSwift = document.hasSuffix(".swift")
        var samples: [Sample] = []
        var isInside = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var line = line.drop { $0 == " " }
            if isSwift {
                let isComment = line.hasPrefix("///")
                line = isComment ? line.dropFirst(3).drop { $0 == " " } : ""
                if !isComment { isInside = false }
            }
            if isInside, line.hasPrefix("```") {
                isInside = false
            } else if isInside {
                samples[samples.endIndex - 1].lines += normalized(line)
            } else if line.hasPrefix("```swift") {
                isInside = true
                samples.append(Sample(document: document, line: index + 2, lines: []))
            }
        }
        return samples
    }

    /// A text's lines as samples compare them: without white space around them, one space where there were several,
    /// without empty lines, and without what is said to the formatter.
    static func normalized(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
            .filter { !$0.isEmpty && $0 != "// swift-format-ignore" }
    }

    /// Whether the sample's lines stand in a file one behind the other.
    ///
    /// - Parameter file: The file's lines, normalized.
    /// - Returns: Whether they do; no lines stand nowhere.
    func stands(in file: [String]) -> Bool {
        guard let first = lines.first, lines.count <= file.count else { return false }
        return file.indices.contains { file[$0] == first && file[$0...].starts(with: lines) }
    }
}
