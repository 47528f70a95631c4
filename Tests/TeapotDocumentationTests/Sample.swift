import Foundation
import Testing

/// A ```` ```swift ```` block of the documentation.
struct Sample: Sendable, CustomTestStringConvertible {
    /// The file that contains it, from the repository's root.
    var document: String
    /// The line of its first line, counted from 1.
    var line: Int
    /// Its lines in the form in which they are compared; see ``normalized(_:)``.
    var lines: [String]

    var testDescription: String { "\(document):\(line)" }

    /// Whether this is a package's manifest, which can't be in a target.
    var isManifest: Bool { lines.first?.hasPrefix("// swift-tools-version") == true }

    /// Returns the blocks of a text, in order; a block that is never closed extends to the text's end.
    ///
    /// - Parameters:
    ///   - text: The lines of a Markdown file, or those of a Swift file, whose documentation comments are searched.
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

    /// Returns a text's lines in the form in which samples are compared.
    ///
    /// White space around lines is removed, repeated spaces are reduced to one, and empty lines and directives to the
    /// formatter are left out.
    static func normalized(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
            .filter { !$0.isEmpty && $0 != "// swift-format-ignore" }
    }

    /// Returns whether the sample's lines are consecutive lines of a file.
    ///
    /// - Parameter file: The file's lines, normalized.
    /// - Returns: Whether the file contains the lines; `false` if there are no lines.
    func stands(in file: [String]) -> Bool {
        guard let first = lines.first, lines.count <= file.count else { return false }
        return file.indices.contains { file[$0] == first && file[$0...].starts(with: lines) }
    }
}
