import Foundation
import Teapot

extension Arguments {
    /// Returns the headers from `--header`, in order.
    ///
    /// - Throws: ``UsageError`` for an invalid field.
    func headers() throws(UsageError) -> Teapot.HeaderFields {
        var fields: Teapot.HeaderFields = [:]
        for text in all("header") {
            guard let (name, value) = text.parts(at: ":") else {
                throw misuse("“\(text)” is not a header; write -H 'Name: value'.")
            }
            fields.append(name: name, value: value.trimmingCharacters(in: .whitespaces))
        }
        return fields
    }

    /// Returns the parts of a multipart form from `--part`, in order.
    ///
    /// - Throws: ``UsageError`` for an invalid part; ``Failure`` if there's no such file.
    func parts() throws -> [Teapot.Part] {
        try all("part").map { text in
            guard let (name, value) = text.parts(at: "=") else {
                throw misuse("“\(text)” is not a part: write -F name=text, or -F name=@file for a file.")
            }
            guard value.first == "@" else { return .field(name, value) }
            // A media type may follow, as in `tea.png;type=image/png`.
            let mark = value.range(of: ";type=", options: .backwards)
            let path = String(value[..<(mark?.lowerBound ?? value.endIndex)].dropFirst())
            let type = mark.map { String(value[$0.upperBound...]) }
            if let data = try InputFile.contents(ofSpecial: path) { return .data(name, data, contentType: type) }
            return .file(name, URL(fileURLWithPath: path), contentType: type)
        }
    }
}

extension String {
    /// Returns the texts before and after a separator, or `nil` if there's none, or nothing before it.
    func parts(at separator: Character) -> (name: String, value: String)? {
        guard let mark = firstIndex(of: separator), mark != startIndex else { return nil }
        return (String(self[..<mark]), String(self[index(after: mark)...]))
    }
}
