import Foundation
import Teapot

/// The parts of a multipart form, from `--part`.
enum PartArguments {
    /// Returns the parts, in order.
    ///
    /// - Throws: ``UsageError`` for an invalid part; ``Failure`` if there's no such file.
    static func parts(_ arguments: Arguments) throws -> [Teapot.Part] {
        try arguments.all("part").map { text in
            guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
                throw arguments.misuse("“\(text)” is not a part: write -F name=text, or -F name=@file for a file.")
            }
            let (name, value) = (String(text[..<equals]), text[text.index(after: equals)...])
            guard value.first == "@" else { return .field(name, String(value)) }
            let (path, type) = split(value.dropFirst())
            if let data = try InputFile.contents(ofSpecial: path) { return .data(name, data, contentType: type) }
            return .file(name, URL(fileURLWithPath: path), contentType: type)
        }
    }

    /// Returns the path of a file and the media type after it, as in `tea.png;type=image/png`.
    private static func split(_ text: Substring) -> (path: String, type: String?) {
        guard let mark = text.range(of: ";type=", options: .backwards) else { return (String(text), nil) }
        return (String(text[..<mark.lowerBound]), String(text[mark.upperBound...]))
    }
}
