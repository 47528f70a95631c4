import Foundation

/// The locations of a multipart body's parts in a text.
struct MultipartOutline {
    struct Part {
        let head: Range<Int>
        let content: Range<Int>
        let name: String
        let contentType: String?
    }

    /// The parts, or `nil` if they don't end.
    private(set) var parts: [Part]?

    init(_ bytes: ArraySlice<UInt8>, _ boundary: [UInt8]) {
        let delimiter = Array("--".utf8) + boundary
        guard var start = Self.delimiter(delimiter, in: bytes, from: bytes.startIndex)?.upperBound else { return }
        var parts: [Part] = []
        while !bytes[start...].starts(with: "--".utf8) {
            guard let content = Self.contentStart(in: bytes, from: start),
                let next = Self.delimiter(delimiter, in: bytes, from: content)
            else { return }
            let fields = String(decoding: bytes[start..<content], as: UTF8.self).split(whereSeparator: \.isNewline)
            func value(_ name: String) -> String? {
                fields.first { $0.lowercased().hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
            }
            let disposition = value("content-disposition:") ?? ""
            parts.append(
                Part(
                    head: start..<content, content: min(content, next.lowerBound)..<next.lowerBound,
                    name: Self.parameter("name", of: disposition) ?? Self.parameter("name*", of: disposition) ?? "",
                    contentType: value("content-type:")?.trimmingCharacters(in: .whitespaces)))
            start = next.upperBound
        }
        self.parts = parts
    }

    /// Returns the boundary that a media type declares, or `nil` if there's none.
    static func boundary(in contentType: String) -> [UInt8]? {
        parameter("boundary", of: contentType).flatMap { $0.isEmpty ? nil : Array($0.utf8) }
    }

    /// Returns the range of the next delimiter at the beginning of a line, including the line break before it.
    private static func delimiter(_ delimiter: [UInt8], in bytes: ArraySlice<UInt8>, from start: Int) -> Range<Int>? {
        var at = start
        while let dash = bytes[at...].firstIndex(of: 0x2D) {
            at = dash + 1
            guard dash == bytes.startIndex || bytes[dash - 1] == 0x0A, bytes[dash...].starts(with: delimiter) else {
                continue
            }
            let isAfterReturn = dash > bytes.startIndex + 1 && bytes[dash - 2] == 0x0D
            return (dash == bytes.startIndex ? dash : dash - (isAfterReturn ? 2 : 1))..<(dash + delimiter.count)
        }
        return nil
    }

    /// Returns the index of a part's content, which follows the next empty line, given the index of the part's head.
    private static func contentStart(in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        var line = start
        while let end = bytes[line...].firstIndex(of: 0x0A) {
            // The rest of the delimiter's line doesn't belong to the head.
            if line > start, bytes[line..<end].allSatisfy({ $0 == 0x0D }) { return end + 1 }
            line = end + 1
        }
        return nil
    }

    /// Returns a parameter of a header, such as the boundary of a media type.
    private static func parameter(_ name: String, of field: String) -> String? {
        var rest = Substring(field)
        while let semicolon = rest.firstIndex(of: ";") {
            rest = rest[rest.index(after: semicolon)...].drop { $0 == " " || $0 == "\t" }
            guard rest.lowercased().hasPrefix(name + "=") else { continue }
            let value = rest.dropFirst(name.count + 1)
            if value.first == "\"" { return String(value.dropFirst().prefix { $0 != "\"" }) }
            return value.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        }
        return nil
    }
}
