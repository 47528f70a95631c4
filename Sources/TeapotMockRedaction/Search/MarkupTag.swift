/// The opening tag of an XML or HTML element.
struct MarkupTag {
    struct Attribute {
        /// The name without its prefix, in lowercase.
        let name: String
        /// The range of the value, without quotes.
        let value: Range<Int>
    }

    /// The whole name, as written.
    let name: [UInt8]
    /// The name without its prefix.
    let localName: String
    private(set) var attributes: [Attribute] = []
    /// The index after the tag.
    private(set) var end = 0
    private(set) var isEmpty = false

    /// Reads the tag that begins at an index, or returns `nil` if there's none.
    init?(_ bytes: [UInt8], at start: Int) {
        func skip(_ from: Int, _ condition: (UInt8) -> Bool) -> Int {
            from < bytes.count ? bytes[from...].firstIndex { !condition($0) } ?? bytes.count : bytes.count
        }
        let isName = { (byte: UInt8) in !byte.isSpace && !"=>/<\"'".utf8.contains(byte) }
        let nameEnd = skip(start + 1, isName)
        guard nameEnd > start + 1,
            bytes[start + 1] >= 0x80 || bytes[start + 1].isAlphanumeric || bytes[start + 1] == 0x5F
        else { return nil }
        // A link in angle brackets isn't a tag.
        guard bytes[nameEnd - 1] != UInt8(ascii: ":") else { return nil }
        name = Array(bytes[(start + 1)..<nameEnd])
        localName = Self.local(String(decoding: name, as: UTF8.self))
        var at = nameEnd
        while true {
            at = skip(at) { $0.isSpace }
            guard at < bytes.count else { return nil }
            if bytes[at] == UInt8(ascii: ">") { break }
            if bytes[at] == UInt8(ascii: "/") {
                (at, isEmpty) = (at + 1, true)
                continue
            }
            isEmpty = false
            let end = skip(at, isName)
            guard end > at else { return nil }
            let attribute = String(decoding: bytes[at..<end], as: UTF8.self)
            let equals = skip(end) { $0.isSpace }
            guard equals < bytes.count, bytes[equals] == UInt8(ascii: "=") else {
                at = end
                continue
            }
            let first = skip(equals + 1) { $0.isSpace }
            guard first < bytes.count else { return nil }
            let quote = bytes[first]
            let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            let valueStart = isQuoted ? first + 1 : first
            // An unquoted value also ends at another tag. Otherwise, each of many tags would be read to the end of the
            // text.
            let valueEnd = skip(valueStart) { isQuoted ? $0 != quote : !$0.isSpace && !"<>".utf8.contains($0) }
            guard valueEnd < bytes.count else { return nil }
            attributes.append(Attribute(name: Self.local(attribute).lowercased(), value: valueStart..<valueEnd))
            at = isQuoted ? valueEnd + 1 : valueEnd
        }
        end = at + 1
    }

    private static func local(_ name: String) -> String {
        name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }
}
