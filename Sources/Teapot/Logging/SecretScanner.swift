import Foundation

/// A scanner that copies a text byte by byte and shortens its secrets.
struct SecretScanner {
    private let bytes: [UInt8]
    private var at = 0
    private var shown: [UInt8] = []
    /// Whether the text is a request for a token, in which a code is secret.
    private let hasGrantType: Bool

    init(_ text: String) {
        bytes = Array(text.utf8)
        hasGrantType = text.contains("\"grant_type\"") || text.contains("\"grantType\"")
    }

    /// Returns the text with the values of secret names shortened.
    mutating func hide(_ isSecretAlways: (String) -> Bool) -> String {
        let isSecret = { [hasGrantType] (name: String) in
            isSecretAlways(name) || (hasGrantType && SecretNames.usual.kind(ofItem: name) != nil)
        }
        while at < bytes.count {
            if at == 0 || "?&#;".utf8.contains(bytes[at - 1]) { skipItem(isSecret) }
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

    /// Replaces the bytes up to `end` with a shortened value.
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
            // Teapot's messages put the quotation marks “ and ” around URLs.
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

    /// Copies the name of a query item or a form field and shortens its value, if the name is secret.
    private mutating func skipItem(_ isSecret: (String) -> Bool) {
        let nameEnd = end(of: "=&?#;<>", from: at)
        guard nameEnd > at, nameEnd < bytes.count, bytes[nameEnd] == UInt8(ascii: "=") else { return }
        let name = text(at..<nameEnd)
        let plain = name.removingPercentEncoding ?? name
        guard SecretNames.usual.kind(ofItem: plain) != nil || isSecret(plain) else { return }
        let valueEnd = end(of: "&#<>", from: nameEnd + 1)
        guard valueEnd > nameEnd + 1 else { return }
        copy(to: nameEnd + 1)
        shorten(to: valueEnd)
    }

    /// Copies a quote.
    ///
    /// If it begins the name of a secret member of a JSON object, this shortens the string or number after it, and
    /// replaces an array or an object. If it begins the name of a secret part of a multipart body, this shortens its
    /// content.
    private mutating func skipMember(_ isSecret: (String) -> Bool) {
        // A multipart body begins with its boundary.
        let isPart = bytes.starts(with: "--".utf8) && bytes[..<at].suffix(6).elementsEqual(" name=".utf8)
        let nameStart = at + 1
        copy(to: nameStart)
        // Names are short. Without the limit, many quotes after backslashes would take quadratic time.
        let nameEnd = endOfString(from: nameStart, before: nameStart + 256)
        guard nameEnd < bytes.count, bytes[nameEnd] == UInt8(ascii: "\"") else { return }
        if isPart { return isSecret(text(nameStart..<nameEnd)) ? skipPart() : () }
        var value = skipSpace(from: nameEnd + 1)
        guard value < bytes.count, bytes[value] == UInt8(ascii: ":") else { return }
        value = skipSpace(from: value + 1)
        var name = text(nameStart..<nameEnd)
        if name.utf8.contains(0x5C) { name = (try? JSON.value(parsing: Data("\"\(name)\"".utf8))) as? String ?? name }
        guard value < bytes.count, isSecret(name) else { return }
        switch bytes[value] {
        case UInt8(ascii: "\""):
            copy(to: value + 1)
            shorten(to: endOfString(from: value + 1))
        case UInt8(ascii: "-"), 0x30...0x39:
            copy(to: value)
            shorten(to: end(of: ",}]", from: value))
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            copy(to: value)
            at = endOfContainer(from: value)
            shown += "…".utf8
        default: break
        }
    }

    /// Copies the rest of a multipart part's head and shortens its content (RFC 2046 §5.1.1).
    private mutating func skipPart() {
        let delimiter = "\r\n".utf8 + bytes.prefix { $0 != 0x0D }
        copy(to: bytes[at...].firstRange(of: "\r\n\r\n".utf8)?.upperBound ?? bytes.count)
        shorten(to: bytes[at...].firstRange(of: delimiter)?.lowerBound ?? bytes.count)
    }

    /// Returns the index after the array or object that begins at `start`, or the end of the text.
    private func endOfContainer(from start: Int) -> Int {
        var (index, depth) = (start, 0)
        repeat {
            switch bytes[index] {
            case UInt8(ascii: "\""): index = endOfString(from: index + 1)
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            index += 1
        } while depth > 0 && index < bytes.count
        return min(index, bytes.count)
    }

    private func skipSpace(from start: Int) -> Int {
        bytes[start...].firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? bytes.count
    }

    /// Returns the index of the quote that ends a JSON string, or the end of the text.
    ///
    /// If the string doesn't end before `limit`, the index is at or after `limit`.
    private func endOfString(from start: Int, before limit: Int = .max) -> Int {
        var index = start
        while index < min(bytes.count, limit), bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == 0x5C ? 2 : 1
        }
        return min(index, bytes.count)
    }
}
