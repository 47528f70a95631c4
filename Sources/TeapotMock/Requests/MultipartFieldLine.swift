import Teapot

/// One line of a part's header, such as `Content-Type: text/plain` (RFC 2046 §5.1, RFC 5322 §2.2).
struct MultipartFieldLine {
    let name: String
    /// The value without surrounding white space.
    let value: [UInt8]
    /// The position of the value in the body.
    let valuePlace: Int

    /// Reads a line that begins at a position in the body.
    init(_ line: Slice<UnsafeRawBufferPointer>, at place: Int) throws(MultipartError) {
        let sent = MultipartError.quoted(line)
        if let first = line.first, first.isBlank {
            throw MultipartError(
                at: place, "the header line \(sent) begins with white space; folded lines are not supported")
        }
        guard let colon = line.firstIndex(of: 0x3A) else {
            throw MultipartError(at: place, "the header line \(sent) has no colon")
        }
        let name = line[..<colon]
        guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter) else {
            throw MultipartError(at: place, "the header name \(MultipartError.quoted(name)) is not a token")
        }
        // Accept other control characters, because browsers don't escape them in names.
        if let control = line.firstIndex(where: { $0 == 0x00 || $0 == 0x0D }) {
            let what = line[control] == 0x0D ? "a carriage return without a line feed" : "a NUL"
            throw MultipartError(at: place + (control - line.startIndex), "the header line \(sent) has \(what)")
        }
        let rest = line[(colon + 1)...]
        let start = rest.firstIndex { !$0.isBlank } ?? rest.endIndex
        let end = rest.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? start
        self.name = String(decoding: name, as: UTF8.self)
        value = Array(rest[start..<end])
        valuePlace = place + (start - line.startIndex)
    }

    /// The value as text.
    ///
    /// A value that isn't UTF-8 is converted byte by byte, so no byte is lost.
    var text: String {
        String(validUTF8: value)
            ?? String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
    }
}

/// The names in the `Content-Disposition` of a part (RFC 7578 §4.2).
struct MultipartNames {
    let name: String
    let filename: String?

    /// Reads a value that begins at a position in the body.
    init(_ value: [UInt8], at place: Int) throws(MultipartError) {
        let field: ParameterizedField
        do {
            field = try ParameterizedField(value)
        } catch {
            throw MultipartError(at: place + error.place, "in Content-Disposition \(error.reason)")
        }
        guard field.word == "form-data" else {
            let sent = MultipartError.quoted(value)
            throw MultipartError(at: place, "Content-Disposition is \(sent), not form-data with a name")
        }
        if let extended = field.parameters.first(where: { $0.name == "filename*" }) {
            throw MultipartError(at: place + extended.place, "RFC 7578 §4.2 forbids filename*; send filename in UTF-8")
        }
        guard let name = try Self.text("name", in: field, at: place) else {
            throw MultipartError(at: place, "Content-Disposition \(MultipartError.quoted(value)) has no name")
        }
        self.name = name
        filename = try Self.text("filename", in: field, at: place)
    }

    private static func text(
        _ name: String, in field: ParameterizedField, at place: Int
    ) throws(MultipartError) -> String? {
        let found = field.parameters.filter { $0.name == name }
        guard let parameter = found.first else { return nil }
        guard found.count == 1 else {
            throw MultipartError(at: place + found[1].place, "Content-Disposition has a second \(name)")
        }
        guard let text = String(validUTF8: decoded(parameter.value)) else {
            let sent = MultipartError.quoted(parameter.value)
            throw MultipartError(at: place + parameter.place, "the \(name) \(sent) is not UTF-8")
        }
        return text
    }

    /// Returns bytes with the three escapes that browsers use decoded.
    ///
    /// Other escapes stay unchanged, because browsers don't escape a percent sign (WHATWG HTML, “multipart/form-data
    /// encoding algorithm”).
    private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(0x25) else { return bytes }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.first {
            let escape = escapes.first { rest.starts(with: $0.text) }
            decoded.append(escape?.byte ?? byte)
            rest = rest.dropFirst(escape == nil ? 1 : 3)
        }
        return decoded
    }

    private static let escapes: [(text: [UInt8], byte: UInt8)] = [
        (Array("%22".utf8), 0x22), (Array("%0D".utf8), 0x0D), (Array("%0A".utf8), 0x0A),
    ]
}
