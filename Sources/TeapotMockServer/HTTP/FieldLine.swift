import Teapot
import TeapotMock

/// A header line, such as `Accept: text/html` (RFC 9112 §5).
enum FieldLine {
    /// Parses a line; `isFirst` indicates that no header precedes it.
    static func parse(_ line: ArraySlice<UInt8>, isFirst: Bool) throws(Rejection) -> (name: String, value: String) {
        if let byte = line.first, byte.isOptionalWhitespace {
            // RFC 9112 §2.2: white space between the request line and the first header; §5.2: a folded line.
            throw Rejection(
                isFirst
                    ? "The line \(line.quoted) after the request line begins with white space."
                    : "The header line \(line.quoted) begins with white space; folded lines are obsolete."
            )
        }
        guard let colon = line.firstIndex(of: 0x3A) else {
            throw Rejection("The header line \(line.quoted) has no colon.")
        }
        let name = line[..<colon]
        guard !name.isEmpty else { throw Rejection("The header line \(line.quoted) has no name.") }
        // RFC 9112 §5.1: no white space is allowed between name and colon, and a token contains none.
        guard name.allSatisfy(\.isTokenCharacter) else {
            throw Rejection("The header name \(name.quoted) is not a token.")
        }
        let value = line[line.index(after: colon)...].trimmingOptionalWhitespace()
        // RFC 9110 §5.5: CR, LF and NUL are invalid and dangerous. Other control characters are only invalid.
        guard value.allSatisfy(\.isFieldValueCharacter) else {
            throw Rejection(
                "The value \(value.quoted) of \(String(decoding: name, as: UTF8.self)) has control characters."
            )
        }
        return (String(decoding: name, as: UTF8.self), String(wire: value))
    }
}
