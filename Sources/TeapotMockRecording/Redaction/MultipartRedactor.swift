import Foundation
import Teapot
import TeapotMock

/// The removal of secrets from a multipart body of any kind (RFC 2046 §5.1).
enum MultipartRedactor {
    /// Returns the boundary that a media type declares; `nil` if there is none.
    static func boundary(in contentType: String) -> [UInt8]? {
        parameter("boundary", of: contentType).flatMap { $0.isEmpty ? nil : Array($0.utf8) }
    }

    /// Returns a body without its secrets.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - boundary: The boundary.
    ///   - redacted: A closure that returns the content of a part without its secrets, given its media type.
    ///   - names: The names of parts to remove.
    /// - Returns: The body; `nil` if the parts do not end.
    static func redacted(
        _ bytes: [UInt8], _ boundary: [UInt8], _ redacted: (Data, String?) -> Data, _ names: Redaction.Names
    ) -> [UInt8]? {
        let delimiter = Array("--".utf8) + boundary
        guard var start = self.delimiter(delimiter, in: bytes, from: 0)?.upperBound else { return nil }
        var result = TextRedactor.redacted(Array(bytes[..<start]), names)
        while !bytes[start...].starts(with: "--".utf8) {
            guard let content = contentStart(in: bytes, from: start),
                let next = self.delimiter(delimiter, in: bytes, from: content)
            else { return nil }
            let head = Array(bytes[start..<content])
            let part = Data(bytes[min(content, next.lowerBound)..<next.lowerBound])
            result += TextRedactor.redacted(head, names)
            let fields = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
            func value(_ name: String) -> String? {
                fields.first { $0.lowercased().hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
            }
            let disposition = value("content-disposition:") ?? ""
            let name = parameter("name", of: disposition) ?? parameter("name*", of: disposition) ?? ""
            if names.containItem(Request.decode(name), part), !part.isEmpty {
                result += Redaction.replacement.utf8
            } else {
                result += redacted(part, value("content-type:")?.trimmingCharacters(in: .whitespaces))
            }
            result += bytes[max(content, next.lowerBound)..<next.upperBound]
            start = next.upperBound
        }
        return result + TextRedactor.redacted(Array(bytes[start...]), names)
    }

    /// Returns the range of the next delimiter at the beginning of a line, with the line break before it.
    private static func delimiter(_ delimiter: [UInt8], in bytes: [UInt8], from start: Int) -> Range<Int>? {
        var at = start
        while let dash = bytes[at...].firstIndex(of: 0x2D) {
            at = dash + 1
            guard dash == 0 || bytes[dash - 1] == 0x0A, bytes[dash...].starts(with: delimiter) else { continue }
            let isAfterReturn = dash > 1 && bytes[dash - 2] == 0x0D
            return (dash == 0 ? 0 : dash - (isAfterReturn ? 2 : 1))..<(dash + delimiter.count)
        }
        return nil
    }

    /// Returns the index of the content of the part whose head begins at an index: after the next empty line.
    private static func contentStart(in bytes: [UInt8], from start: Int) -> Int? {
        var line = start
        while let end = bytes[line...].firstIndex(of: 0x0A) {
            // The rest of the delimiter's line is not the head.
            if line > start, bytes[line..<end].allSatisfy({ $0 == 0x0D }) { return end + 1 }
            line = end + 1
        }
        return nil
    }

    /// Returns a parameter of a header field, such as the boundary of a media type.
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
