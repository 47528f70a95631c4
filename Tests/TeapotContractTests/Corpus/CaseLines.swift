/// The lines of the values of a JSON text, by their key paths, such as `requests[0].response.status`.
///
/// A parsed document has no lines, but an error in a case file should name one.
struct CaseLines: Sendable {
    /// The line of each value, counted from 1; for a member, that of its name.
    private(set) var byPath: [String: Int] = [:]
    /// The first member whose name is repeated in its object; a parser would silently drop one of the two.
    private(set) var duplicate: String?

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    /// Creates the lines of a text.
    ///
    /// - Parameter text: A text that is valid JSON; for other texts the lines are meaningless.
    init(_ text: some Sequence<UInt8>) {
        bytes = Array(text)
        readValue("")
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte <= 0x20 { advance() }
    }

    private mutating func advance() {
        if next == 0x0A { line += 1 }
        position += 1
    }

    private mutating func readValue(_ path: String, line own: Int? = nil) {
        skipSpace()
        if byPath.updateValue(own ?? line, forKey: path) != nil, duplicate == nil { duplicate = path }
        switch next {
        case UInt8(ascii: "{"): readMembers(of: path)
        case UInt8(ascii: "["): readElements(of: path)
        case UInt8(ascii: "\""): _ = readString()
        default: while let byte = next, byte > 0x20, !",]}".utf8.contains(byte) { advance() }
        }
    }

    private mutating func readMembers(of path: String) {
        readList(until: "}") { lines, _ in
            let start = lines.line
            let name = lines.readString()
            lines.skipSpace()
            lines.advance()
            lines.readValue(path.isEmpty ? name : path + "." + name, line: start)
        }
    }

    private mutating func readElements(of path: String) {
        readList(until: "]") { lines, index in lines.readValue("\(path)[\(index)]") }
    }

    private mutating func readList(until end: Unicode.Scalar, _ read: (inout CaseLines, Int) -> Void) {
        advance()
        for index in 0... {
            skipSpace()
            guard let byte = next, byte != UInt8(ascii: end) else { break }
            read(&self, index)
            skipSpace()
            if next == UInt8(ascii: ",") { advance() }
        }
        advance()
    }

    private mutating func readString() -> String {
        advance()
        let start = position
        while let byte = next, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") { advance() }
            advance()
        }
        defer { advance() }
        return String(decoding: bytes[start..<min(position, bytes.count)], as: UTF8.self)
    }
}
