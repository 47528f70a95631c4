import Foundation
import Teapot
import TeapotMock

extension TextRedactor {
    /// Passes a string, and removes the secrets in it; or passes the name of a member, and removes its value if it is a
    /// secret.
    mutating func string() {
        let start = at + 1
        // The strings of JSON have no line breaks (RFC 8259 §7).
        let end = endOfString(from: start, orAtLineEnd: true)
        let isClosed = end < bytes.count && bytes[end] == UInt8(ascii: "\"")
        let colon = isClosed ? afterSpace(from: end + 1) : end
        if isClosed, colon < bytes.count, bytes[colon] == UInt8(ascii: ":"), isMember(start - 1) {
            let name = unescaped(start..<end)
            if style == .text, isSettingInQuotes(name, start - 1, colon) { return }
            return member(name, from: afterSpace(from: colon + 1))
        }
        if isClosed, neighbour(of: start..<end) { return }
        content(start..<end)
        at = min(end + 1, bytes.count)
    }

    /// Returns whether a string before a colon is the name of a member; in a script it may be part of a condition.
    private func isMember(_ quote: Int) -> Bool {
        guard style == .script else { return true }
        let before = bytes[max(0, quote - 64)..<quote].last { !$0.isSpace }
        return before == UInt8(ascii: "{") || before == UInt8(ascii: ",")
    }

    private mutating func member(_ name: String, from value: Int) {
        at = value
        guard value < bytes.count else { return }
        if let verdict = names.verdict(on: name) { return hideValue(verdict) }
        pair(name, at: value)
    }

    /// Removes the value of a line of settings whose name is in quotes, as YAML allows: one of several words or lines.
    private mutating func isSettingInQuotes(_ name: String, _ start: Int, _ colon: Int) -> Bool {
        let value = index(from: colon + 1) { $0 != 0x20 && $0 != 0x09 }
        guard brackets.isEmpty, value < bytes.count, !bytes[value].isQuote, !bytes[value].isDigit,
            !"{[-".utf8.contains(bytes[value]), isAtStartOfLine(start)
        else { return false }
        return setting(name, at: start, sign: colon)
    }

    /// Removes the secrets in the content of a string.
    mutating func content(_ range: Range<Int>) {
        guard bytes[range].contains(UInt8(ascii: "\\")) else {
            if let redacted = redacted(inner: Array(bytes[range])) { replace(range, with: redacted) }
            return
        }
        let inner = Array(unescaped(range).utf8)
        guard let redacted = redacted(inner: inner) else { return }
        let text = String(decoding: redacted, as: UTF8.self)
        let quoted = (try? JSON.data(from: text)) ?? Data("\"\(Redaction.replacement)\"".utf8)
        replace(range, with: Array(quoted.dropFirst().dropLast()))
    }

    /// Returns the text for the content of a string.
    func unescaped(_ range: Range<Int>) -> String {
        let raw = text(range)
        guard bytes[range].contains(UInt8(ascii: "\\")) else { return raw }
        if let text = (try? JSON.value(parsing: Data("\"\(raw)\"".utf8))) as? String { return text }
        // In another notation a backslash may have another meaning.
        return raw.replacingOccurrences(of: "\\\"", with: "\"")
    }

    /// Removes the value at the current index, and passes it.
    mutating func hideValue(_ verdict: Redaction.Names.Verdict) {
        switch bytes[at] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
            let end = endOfString(from: at + 1, quote: bytes[at])
            hide((at + 1)..<max(at + 1, end))
            at = min(end + 1, bytes.count)
        case UInt8(ascii: "-"), 0x30...0x39: hideNumber(verdict)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if verdict != .scalar { hideContainer(verdict) }
        default:
            let end = index(from: at) { $0.isSpace || ",}]".utf8.contains($0) }
            let isLiteral = ["true", "false", "null"].contains(text(at..<min(end, at + 6)))
            if style != .script, !isLiteral { hide(at..<end) }
            at = end
        }
    }

    private mutating func hideNumber(_ verdict: Redaction.Names.Verdict) {
        let end = index(from: at) { !$0.isNumberCharacter }
        let isZero = !bytes[at..<end].contains { 0x31...0x39 ~= $0 }
        if verdict != .texts, !isZero { replace(at..<end, with: [UInt8(ascii: "0")]) }
        at = end
    }

    /// Removes all texts and numbers of an object or a list, but not the names of members.
    private mutating func hideContainer(_ verdict: Redaction.Names.Verdict) {
        var depth = 0
        repeat {
            switch bytes[at] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): (depth, at) = (depth + 1, at + 1)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): (depth, at) = (depth - 1, at + 1)
            case UInt8(ascii: "-"), 0x30...0x39: hideNumber(verdict)
            case UInt8(ascii: "\""):
                let end = endOfString(from: at + 1)
                let next = afterSpace(from: end + 1)
                let isName = next < bytes.count && bytes[next] == UInt8(ascii: ":")
                if !isName { hide((at + 1)..<max(at + 1, end)) }
                at = min(end + 1, bytes.count)
            default: at += 1
            }
        } while depth > 0 && at < bytes.count
    }
}

extension UInt8 {
    var isNumberCharacter: Bool { 0x30...0x39 ~= self || "-+.eE".utf8.contains(self) }
}
