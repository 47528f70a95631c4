import Foundation
import Teapot
import TeapotMock

/// The removal of secrets from a form (`application/x-www-form-urlencoded`).
enum FormRedactor {
    /// Returns a form without its secrets.
    ///
    /// Some programs declare any body as a form; then it is searched as the text that it is.
    static func redacted(_ bytes: [UInt8], _ names: Redaction.Names) -> [UInt8] {
        let first = bytes.first { !$0.isSpace }
        if first == UInt8(ascii: "<") || (first.map { "{[".utf8.contains($0) } == true && isJSON(bytes)) {
            return TextRedactor.redacted(bytes, names)
        }
        let fields = TextRedactor.redacted(bytes, as: .form, names)
            .split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        return Array(fields.map { redacted($0, names) }.joined(separator: [UInt8(ascii: "&")]))
    }

    private static func isJSON(_ bytes: [UInt8]) -> Bool { (try? JSON.value(parsing: Data(bytes))) != nil }

    /// Returns a field without its value if its name, in any notation, is that of a secret.
    private static func redacted(_ field: ArraySlice<UInt8>, _ names: Redaction.Names) -> ArraySlice<UInt8> {
        guard let sign = field.firstIndex(of: UInt8(ascii: "=")), sign + 1 < field.endIndex else { return field }
        let name = Request.decode(String(decoding: field[..<sign].map { $0 == 0x2B ? 0x20 : $0 }, as: UTF8.self))
        guard names.containItem(name, field[(sign + 1)...]) else { return field }
        return field[...sign] + Array(Redaction.replacement.utf8)
    }
}
