/// A scanner that copies a text byte by byte and shortens the secrets in it.
struct SecretScanner {
    private let bytes: [UInt8]
    private var at = 0
    private var shown: [UInt8] = []

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns the text with the values of names shortened for which `isSecret` returns `true`.
    mutating func hide(_ isSecret: (String) -> Bool) -> String {
        while at < bytes.count {
            let beginsItem = at == 0 || bytes[at - 1] == UInt8(ascii: "?") || bytes[at - 1] == UInt8(ascii: "&")
            if beginsItem { skipItem(isSecret) }
            guard at < bytes.count else { break }
            switch bytes[at] {
            case UInt8(ascii: "\""): skipMember(isSecret)
            case UInt8(ascii: "/") where bytes[at...].starts(with: "//".utf8): skipUserInfo()
            default: copy(to: at + 1)
            }
        }
        return String(decoding: shown, as: UTF8.self)
    }

    private mutating func copy(to end: Int) {
        shown += bytes[at..<end]
        at = end
    }

    /// Appends a shortened value in place of the bytes up to `end`.
    private mutating func shorten(to end: Int) {
        shown += Secrets.shorten(text(at..<end)).utf8
        at = end
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Returns the index, at or after `start`, of the first byte that is one of `ends`, white space, or a quote.
    private func end(of ends: StaticString, from start: Int) -> Int {
        let ends = UnsafeBufferPointer(start: ends.utf8Start, count: ends.utf8CodeUnitCount)
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte <= 0x20 || byte == UInt8(ascii: "\"") || ends.contains(byte) { break }
            // The quotation marks “ and ”, which Teapot's messages put around URLs.
            if byte == 0xE2, bytes[index...].starts(with: "“".utf8) || bytes[index...].starts(with: "”".utf8) { break }
            index += 1
        }
        return index
    }

    /// Copies the two slashes of a URL, and replaces user information after them (RFC 3986 §3.2.1).
    private mutating func skipUserInfo() {
        let authority = at + 2
        let end = end(of: "/?#<>", from: authority)
        copy(to: authority)
        guard let sign = bytes[authority..<end].lastIndex(of: UInt8(ascii: "@")) else { return }
        shown += "…".utf8
        at = sign
    }

    /// Copies the name of an item of a query or a form, and shortens its value, if the name is that of a secret.
    private mutating func skipItem(_ isSecret: (String) -> Bool) {
        let nameEnd = end(of: "=&?#<>", from: at)
        guard nameEnd > at, nameEnd < bytes.count, bytes[nameEnd] == UInt8(ascii: "=") else { return }
        let name = text(at..<nameEnd)
        let plain = name.removingPercentEncoding ?? name
        guard Secrets.queryNames.contains(plain.lowercased()) || isSecret(plain) else { return }
        let valueEnd = end(of: "&#<>", from: nameEnd + 1)
        guard valueEnd > nameEnd + 1 else { return }
        copy(to: nameEnd + 1)
        shorten(to: valueEnd)
    }

    /// Copies a quote.
    ///
    /// If it begins the name of a secret member of a JSON object, the string or number after it is shortened.
    private mutating func skipMember(_ isSecret: (String) -> Bool) {
        let nameStart = at + 1
        copy(to: nameStart)
        guard let nameEnd = bytes[nameStart...].firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == 0x5C }),
            bytes[nameEnd] == UInt8(ascii: "\"")
        else { return }
        var value = skipSpace(from: nameEnd + 1)
        guard value < bytes.count, bytes[value] == UInt8(ascii: ":") else { return }
        value = skipSpace(from: value + 1)
        guard value < bytes.count, isSecret(text(nameStart..<nameEnd)) else { return }
        if bytes[value] == UInt8(ascii: "\"") {
            copy(to: value + 1)
            shorten(to: endOfString(from: value + 1))
        } else if bytes[value] == UInt8(ascii: "-") || (0x30...0x39).contains(bytes[value]) {
            copy(to: value)
            shorten(to: end(of: ",}]", from: value))
        }
    }

    private func skipSpace(from start: Int) -> Int {
        bytes[start...].firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? bytes.count
    }

    /// Returns the index of the quote that ends a JSON string, or of the end of the text.
    private func endOfString(from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == 0x5C ? 2 : 1
        }
        return min(index, bytes.count)
    }
}
