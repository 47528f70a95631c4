import Foundation
import Teapot
import TeapotMock

extension TextRedactor {
    /// Passes a word, and its value if it is the name of an item `name=value` or of a line `name: value`.
    mutating func item() {
        let start = at
        let end = endOfName(from: start)
        at = end
        let isAtStart = isAtStartOfLine(start)
        let mayHaveSpace = isAtStart || style == .script
        // In Python's notation names are in single quotes.
        let isQuoted = start > 0 && end < bytes.count && bytes[start - 1] == 0x27 && bytes[end] == 0x27
        let first = isQuoted && style != .form ? end + 1 : end
        let sign = mayHaveSpace ? index(from: first) { $0 != 0x20 && $0 != 0x09 } : first
        guard sign < bytes.count, end - start < 256,
            bytes[sign] == UInt8(ascii: "=") || bytes[sign] == UInt8(ascii: ":")
        else { return }
        let name = Request.decode(text(start..<end))
        switch bytes[sign] {
        case UInt8(ascii: "="):
            let first = mayHaveSpace && style != .form ? index(from: sign + 1) { $0 != 0x20 && $0 != 0x09 } : sign + 1
            if first < bytes.count, bytes[first] != UInt8(ascii: "=") { value(of: name, at: start, from: first) }
        case UInt8(ascii: ":") where style != .form:
            let first = index(from: sign + 1) { $0 != 0x20 && $0 != 0x09 }
            if first < bytes.count, "\"'".utf8.contains(bytes[first]) {
                value(of: name, at: start, from: first)
            } else if isAtStart, style == .text, first > sign + 1 {
                line(name, from: first, isInQuotes: start > 0 && bytes[start - 1] == UInt8(ascii: "'"))
            }
        default: break
        }
    }

    private func isAtStartOfLine(_ start: Int) -> Bool {
        if style == .text, start > 0, bytes[start - 1] == UInt8(ascii: "'") { return true }
        let before = bytes[max(0, start - 64)..<start].last { !" \t->*".utf8.contains($0) }
        return before == nil || before == 0x0A || before == 0x0D
    }

    /// Removes the value of an item, or the secrets in it.
    private mutating func value(of name: String, at start: Int, from first: Int) {
        let isCandidate = names.mayContainItem(name)
        let quote = bytes[first]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), style != .form {
            guard isCandidate else { return }
            let end = endOfString(from: first + 1, quote: quote)
            let value = (first + 1)..<max(first + 1, end)
            let isCode = style == .script && !bytes[value].contains { 0x30...0x39 ~= $0 }
            guard !isCode, names.containItem(name, bytes[value]) else { return }
            hide(value)
            at = min(end + 1, bytes.count)
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
        guard first < last, !"{[".utf8.contains(bytes[first]) else { return }
        let isCredential = Teapot.Options.credentials.contains { $0.isSameHeaderName(as: name) }
        guard isCredential || !bytes[first..<last].contains(where: \.isSpace), names.containField(name)
        else { return }
        at = last
        hide(first..<last)
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
