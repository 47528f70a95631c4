/// Where the values of a JSON text stand, by their key paths, such as `requests[0].response.status`.
///
/// A document that was read knows no lines any more; an error in a case file is to name one.
struct CaseLines: Sendable {
    /// The line of each value, counted from 1; that of a member's name, if it has one.
    private(set) var byPath: [String: Int] = [:]
    /// The first member whose name stands in its object already: of those a reader would drop one without a word.
    private(set) var duplicate: String?

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    /// - Parameter text: A text that is known to be JSON; of another the lines mean nothing.
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
