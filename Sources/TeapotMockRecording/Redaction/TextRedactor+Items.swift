import Foundation
import Teapot
import TeapotMock

extension TextRedactor {
    /// Passes a word, and its value if it is the name of an item `name=value` or of a line `name: value`.
    mutating func item() {
        let start = at
        let end = endOfName(from: start)
        at = end
        if style != .form, command(start..<end) { return }
        let isAtStart = isAtStartOfLine(start)
        let mayHaveSpace = isAtStart || style == .script || (style == .text && isAfterSemicolon(start))
        // In Python's notation names are in single quotes, and in that of PHP in brackets.
        let before = start > 0 && end < bytes.count ? bytes[start - 1] : 0
        let isQuoted = (before == 0x27 && bytes[end] == 0x27) || (before == 0x5B && bytes[end] == 0x5D)
        let first = isQuoted && style != .form ? end + 1 : end
        var sign = index(from: first) { $0 != 0x20 && $0 != 0x09 }
        let isEntry = isQuoted && before == 0x5B && style == .text && bytes[sign...].starts(with: "=>".utf8)
        if isEntry, names.containField(text(start..<end)) {
            // An entry of an array in PHP is in a line of its own.
            let first = index(from: sign + 2) { $0 != 0x20 && $0 != 0x09 }
            if settingWithEquals(first..<index(from: first) { $0 == 0x0A || $0 == 0x0D }) { return }
        }
        if !mayHaveSpace, style == .form || !isAssignment(sign) { sign = first }
        if isAtStart, style == .text, sign < bytes.count, bytes[sign].isAlphanumeric, settingWithWords(at: start) {
            return
        }
        guard sign < bytes.count, bytes[sign] == UInt8(ascii: "=") || bytes[sign] == UInt8(ascii: ":") else {
            if style != .form { encodedWord(from: start, to: end) }
            return
        }
        let name = text(start..<end)
        if style == .text, isAtStart || isAfterSemicolon(start), setting(name, at: start, sign: sign) { return }
        switch bytes[sign] {
        case UInt8(ascii: "="):
            let isArrow = style != .form && sign + 1 < bytes.count && bytes[sign + 1] == UInt8(ascii: ">")
            let second = isArrow ? sign + 2 : sign + 1
            let mayHaveSpace = (mayHaveSpace || isArrow || sign > first) && style != .form
            let first = mayHaveSpace ? index(from: second) { $0 != 0x20 && $0 != 0x09 } : second
            if first < bytes.count, bytes[first] != UInt8(ascii: "=") {
                value(of: Request.decode(name), at: start, from: first)
            }
        case UInt8(ascii: ":") where style != .form:
            let first = index(from: sign + 1) { $0 != 0x20 && $0 != 0x09 }
            if first < bytes.count, bytes[first].isQuote {
                value(of: Request.decode(name), at: start, from: first)
            } else if isAtStart, style == .text, first > sign + 1 {
                line(name, from: first, isInQuotes: start > 0 && bytes[start - 1] == UInt8(ascii: "'"))
            } else if style == .text, first > sign + 1, isInBraces(start), names.contain(name) {
                guard first < bytes.count, !"{[".utf8.contains(bytes[first]) else { return }
                at = index(from: first) { $0 == 0x0A || ",}]".utf8.contains($0) }
                if !isLiteral(first..<at) { hide(first..<at) }
            } else if first == sign + 1, isInCommand, names.containField(name) {
                at = index(from: first) { $0.isSpace || "\"'<".utf8.contains($0) }
                hide(first..<at)
            }
        default: break
        }
    }

    /// Returns the end of the name that begins at an index, which may have brackets, as in `user[password]`.
    private func endOfName(from start: Int) -> Int {
        var open = 0
        for index in start..<bytes.count {
            guard bytes[index].isNameCharacter else { return index }
            if bytes[index] == UInt8(ascii: "[") { open += 1 }
            if bytes[index] == UInt8(ascii: "]") {
                if open == 0, style != .form { return index }
                open -= 1
            }
        }
        return bytes.count
    }

    /// Returns whether a string is assigned, as in `let token = "a"`.
    private func isAssignment(_ sign: Int) -> Bool {
        guard sign < bytes.count, bytes[sign] == UInt8(ascii: "=") else { return false }
        let value = index(from: sign + 1) { $0 != 0x20 && $0 != 0x09 }
        return value < bytes.count && bytes[value].isQuote
    }

    /// Returns whether a word is the name of a member in braces, without quotes.
    private func isInBraces(_ start: Int) -> Bool {
        guard brackets.last?.byte == UInt8(ascii: "{") else { return false }
        let before = bytes[max(0, start - 64)..<start].last { !$0.isSpace }
        return before == UInt8(ascii: "{") || before == UInt8(ascii: ",")
    }

    /// Removes the secrets in a word that is percent-encoded, such as a URL in a path.
    private mutating func encodedWord(from start: Int, to endOfName: Int) {
        guard bytes[start..<endOfName].contains(UInt8(ascii: "%")) else { return }
        let end = index(from: endOfName) { $0.isSpace || "&\"'<>;,".utf8.contains($0) }
        let word = text(start..<end)
        let decoded = Request.decode(word)
        at = end
        guard decoded != word, let redacted = redacted(inner: Array(decoded.utf8)) else { return }
        let encoded = PercentEncoding.encode(String(decoding: redacted, as: UTF8.self), as: .queryItem)
        replace(start..<end, with: Array(encoded.utf8))
    }

    /// Returns whether a word is the name of an item of a connection string, as in `Server=a; Password = b`.
    func isAfterSemicolon(_ start: Int) -> Bool {
        bytes[max(0, start - 8)..<start].last { $0 != 0x20 } == UInt8(ascii: ";")
    }

    func isAtStartOfLine(_ start: Int) -> Bool {
        if style == .text, start > 0, bytes[start - 1] == UInt8(ascii: "'") { return true }
        let before = bytes[max(0, start - 64)..<start].last { !" \t->*".utf8.contains($0) }
        return before == nil || before == 0x0A || before == 0x0D
    }

    /// Removes the value of an item, or the secrets in it.
    private mutating func value(of name: String, at start: Int, from first: Int) {
        let isCandidate = names.mayContainItem(name)
        let quote = bytes[first]
        if quote.isQuote, style != .form {
            guard isCandidate else { return }
            let (value, end) = quoted(from: first)
            let isCode = style == .script && !bytes[value].contains(where: \.isDigit)
            guard !isCode, names.containItem(name, bytes[value]) else { return }
            hide(value)
            at = end
            return
        }
        // In a script only items of a URL in a string are removed.
        if style == .script, depth == 0 || start == 0 || !"?&".utf8.contains(bytes[start - 1]) { return }
        let isForm = style == .form
        // A value within a value ends where that one does.
        let isInPlainValue = first < plainEnd
        let end =
            isInPlainValue
            ? plainEnd
            : index(from: first) { byte in
                byte == UInt8(ascii: "&") || (!isForm && (byte.isSpace || "#;,|\"'<>)".utf8.contains(byte)))
            }
        let value = first..<end
        if isCandidate, names.containItem(name, bytes[value]) {
            hide(value)
            at = end
        } else if !isInPlainValue {
            guard bytes[value].contains(where: { $0 == UInt8(ascii: "%") || (isForm && $0 == UInt8(ascii: "+")) })
            else {
                plainEnd = end
                return
            }
            let decoded = isForm ? FormDecoder.items(of: Data("x=".utf8 + bytes[value])).first?.value : nil
            let inner = Array((decoded ?? Request.decode(text(value))).utf8)
            if let redacted = redacted(inner: inner) {
                let text = String(decoding: redacted, as: UTF8.self)
                replace(value, with: Array(PercentEncoding.encode(text, as: isForm ? .form : .queryItem).utf8))
            }
            at = end
        }
    }

    /// Removes the value of a line such as `Authorization: Bearer a`; a line of prose is kept.
    private mutating func line(_ name: String, from first: Int, isInQuotes: Bool) {
        let end = index(from: first) { $0 == 0x0A || $0 == 0x0D || (isInQuotes && $0 == UInt8(ascii: "'")) }
        let last = (bytes[first..<end].lastIndex { !$0.isSpace } ?? first - 1) + 1
        guard first < last, !"{[".utf8.contains(bytes[first]), !isLiteral(first..<last) else { return }
        let isCredential = Teapot.Options.credentials.contains { $0.isSameHeaderName(as: name) }
        guard isCredential || !bytes[first..<last].contains(where: \.isSpace), names.containField(name)
        else { return }
        at = last
        hide(first..<last)
    }

    /// Returns whether a value is none that could be a secret.
    func isLiteral(_ range: Range<Int>) -> Bool {
        ["true", "false", "null", "~"].contains(text(range.prefix(6)))
    }

    /// Returns the content of the string that begins at an index, and the index after it.
    ///
    /// In TOML and Python three quotes begin a string of several lines. In YAML and SQL two quotes are one.
    private func quoted(from first: Int) -> (value: Range<Int>, end: Int) {
        let quote = bytes[first]
        if bytes[first...].prefix(3).elementsEqual([quote, quote, quote]) {
            let start = first + 3
            var end = start
            while end < bytes.count, !bytes[end...].starts(with: [quote, quote, quote]) { end += 1 }
            return (start..<end, min(end + 3, bytes.count))
        }
        var end = endOfString(from: first + 1, quote: quote)
        while quote == UInt8(ascii: "'"), style == .text, end > first + 1, end + 1 < bytes.count,
            bytes[end + 1] == quote
        {
            end = endOfString(from: end + 2, quote: quote)
        }
        return ((first + 1)..<max(first + 1, end), min(end + 1, bytes.count))
    }

    /// Returns the index of the quote that ends a string, or of the end of the text.
    func endOfString(from start: Int, quote: UInt8 = UInt8(ascii: "\""), orAtLineEnd isLine: Bool = false) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != quote, !isLine || bytes[index] != 0x0A {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, bytes.count)
    }
}
