import Teapot

/// Searches plain text, with one rule for anything that assigns a value to a name.
extension SecretSearch {
    /// The separator between a name and its value.
    private struct Separator {
        /// The index of the value.
        var end: Int
        var quote: UInt8?
        /// Whether there's an equals sign or a colon.
        var isAssignment = false
        var hasLineBreak = false
        /// Whether there's just one equals sign or colon.
        var isTight = false
        /// Whether there are only spaces.
        var isSpace = true
    }

    /// Searches a text for names of secrets, each followed by its value: after an equals sign, a colon, quotes or other
    /// punctuation, possibly on the next line.
    ///
    /// A value looks machine-generated, and extends to the end of the quotes or the line. One word after an equals sign
    /// or a colon is also a value, unless it's a label, a placeholder or code.
    mutating func search(words text: SearchedText, _ place: String) {
        let bytes = text.bytes
        var at = bytes.startIndex
        // The preceding words, with one byte between them, as in `api key` and `mot de passe`.
        var phrase: [Range<Int>] = []
        // The last value without a word that looks machine-generated. A value that begins within it has none, either.
        var plain = at..<at
        while let word = bytes.run(of: Self.nameBytes, from: &at) {
            let start = word.lowerBound
            if let last = phrase.last, last.upperBound + 1 != start || bytes[last.upperBound] == 0x0A { phrase = [] }
            defer { phrase = phrase.suffix(1) + [word] }
            if let option = Self.options.first(where: { bytes[word].starts(with: $0.utf8) }) {
                searchPair(text, from: start + option.utf8.count, place)
                continue
            }
            var kind = names.kind(of: bytes[word])
            for first in phrase.reversed() where kind == nil {
                // A phrase that begins with a name isn't a name itself, as in `api key of`.
                let isName = names.kind(of: bytes[first.lowerBound..<phrase[phrase.count - 1].upperBound]) != nil
                if first == phrase.last || !isName { kind = names.kind(of: bytes[first.lowerBound..<at]) }
            }
            if kind == nil, start > bytes.startIndex, "?&;".utf8.contains(bytes[start - 1]) {
                kind = itemKind(text, word)
            }
            if let kind { at = max(at, searchValue(of: kind, word, in: text, place, &plain)) }
        }
    }

    private func itemKind(_ text: SearchedText, _ word: Range<Int>) -> SecretNames.Kind? {
        guard word.upperBound < text.bytes.endIndex, text.bytes[word.upperBound] == UInt8(ascii: "=") else {
            return nil
        }
        let value = text.bytes[(word.upperBound + 1)...].prefix(100).prefix { !$0.isSpace && $0 != UInt8(ascii: "&") }
        return names.kind(ofItem: String(decoding: text.bytes[word], as: UTF8.self), value)
    }

    /// The command options that take a user and a password.
    private static let options = ["--user", "--proxy-user", "-u"]
    private static let nameBytes = ByteSet("_-%") { $0.isAlphanumeric || $0 >= 0x80 }
    private static let valueEnds = ByteSet("&;\"'`")
    private static let codeBytes = ByteSet("()[]{}.,;<>\"'`/?|\\")

    /// Searches the value after a name, and returns the index at which to continue.
    private mutating func searchValue(
        of kind: SecretNames.Kind, _ name: Range<Int>, in text: SearchedText, _ place: String, _ plain: inout Range<Int>
    ) -> Int {
        let bytes = text.bytes
        let separator = Self.separator(in: bytes, from: name.upperBound)
        let start = separator.end
        guard start < bytes.endIndex else { return start }
        let nameText = String(decoding: bytes[name], as: UTF8.self)
        let isItem = separator.isTight && Self.isItem(bytes, name)
        let isPlain = plain.contains(start) && (separator.quote == nil || isLineEnd(plain.upperBound, bytes))
        let limit = isPlain || separator.isSpace ? start + 200 : bytes.endIndex
        let value = Self.value(in: bytes[..<min(limit, bytes.endIndex)], after: separator, isItem: isItem)
        if separator.hasLineBreak, !separator.isAssignment, separator.quote == nil { return name.upperBound }
        let words = isPlain ? [] : SecretValue.machineMadeWords(in: bytes[value])
        if words.isEmpty, !isPlain, !separator.isSpace { plain = value }
        if separator.isSpace {
            // `password is …`, `--password …`: only the next word counts. One short word, such as `is`, may come
            // between them.
            let isValue =
                words.first.map { word in
                    let gap = bytes[start..<word.lowerBound]
                    return gap.isEmpty || (gap.count < 5 && gap.count(where: \.isSpace) == 1)
                        || !gap.contains(where: \.isSpace)
                } ?? false
            if isValue { report(value.lowerBound..<words[0].upperBound, in: text, place, nameText) }
            return name.upperBound
        }
        if !words.isEmpty {
            if separator.isAssignment || separator.quote != nil {
                report(value, in: text, place, nameText)
            } else {
                for word in words { report(word, in: text, place, nameText) }
            }
            return value.upperBound
        }
        let isDigits = kind == .code && kind.includes(bytes[value], names)
        if isDigits || (isItem && !value.isEmpty && !bytes[value].contains(UInt8(ascii: "(")))
            || isOneWord(kind, value, separator, in: bytes)
        {
            report(value, in: text, place, nameText)
            return value.upperBound
        }
        return name.upperBound
    }

    private func isLineEnd(_ index: Int, _ bytes: ArraySlice<UInt8>) -> Bool {
        index >= bytes.endIndex || bytes[index] == 0x0A || bytes[index] == 0x0D
    }

    /// Returns whether a name is that of a query item.
    private static func isItem(_ bytes: ArraySlice<UInt8>, _ name: Range<Int>) -> Bool {
        guard let before = bytes[..<name.lowerBound].last, before != UInt8(ascii: ";") else { return false }
        let item = bytes[..<name.lowerBound].reversed().prefix(300).first {
            !nameBytes.contains($0) && !"[].".utf8.contains($0)
        }
        return item.map { "?&#;".utf8.contains($0) } ?? false
    }

    /// Returns whether a value that doesn't look machine-generated is one word assigned to the name of a credential.
    private func isOneWord(
        _ kind: SecretNames.Kind, _ value: Range<Int>, _ separator: Separator, in bytes: ArraySlice<UInt8>
    ) -> Bool {
        guard kind == .credential, separator.isAssignment, !separator.hasLineBreak, value.count > 3 else {
            return false
        }
        let isBare = separator.quote == nil
        // Code has brackets, dots and semicolons around its words.
        let word = bytes[value]
        guard !word.contains(where: { $0.isSpace || (isBare && Self.codeBytes.contains($0)) }) else {
            return false
        }
        if isBare, value.upperBound < bytes.endIndex, ![0x0A, 0x0D, 0x26, 0x3B, 0x20].contains(bytes[value.upperBound])
        {
            return false
        }
        return kind.includes(word, names)
    }

    private static func separator(in bytes: ArraySlice<UInt8>, from start: Int) -> Separator {
        var result = Separator(end: start)
        let limit = min(bytes.endIndex, start + 200)
        loop: while result.end < limit {
            let byte = bytes[result.end]
            switch byte {
            case 0x20, 0x09, UInt8(ascii: "\\"): break
            case 0x0A, 0x0D: result.hasLineBreak = true
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
                let rest = bytes[(result.end + 1)...]
                if result.isAssignment, rest.first == byte, rest.dropFirst().first != byte,
                    bytes[result.end - 1] != byte
                {
                    // An empty value.
                    result.end = bytes.endIndex
                    return result
                }
                // The first quote ends the name.
                let isFirst = bytes[start..<result.end].allSatisfy { $0 == UInt8(ascii: "\\") }
                if !isFirst { result.quote = byte }
            case UInt8(ascii: "}") where !result.isAssignment: break loop
            case UInt8(ascii: ":"), UInt8(ascii: "="): result.isAssignment = true
            case UInt8(ascii: "|"), UInt8(ascii: "#"), UInt8(ascii: ">"):
                // A YAML block or a comment: the value is on the next line.
                let isArrow = result.end > start && bytes[result.end - 1] == UInt8(ascii: "=")
                guard result.isAssignment, !isArrow,
                    let end = bytes[result.end..<limit].firstIndex(where: { $0 == 0x0A })
                else { break }
                (result.end, result.hasLineBreak) = (end, true)
            case UInt8(ascii: "&"), UInt8(ascii: "!"):
                // A YAML anchor or tag.
                guard result.isAssignment, bytes[result.end - 1] == 0x20 else { break loop }
                let name = bytes[result.end..<limit].prefix { $0 > 0x20 }
                result.end = max(result.end, name.endIndex - 1)
            case UInt8(ascii: ";"), UInt8(ascii: "?"), UInt8(ascii: "."): break loop
            case UInt8(ascii: "v") where !result.isSpace && bytes[result.end...].starts(with: "value".utf8):
                // The name is itself a value, as in `name: password` before a line with `value: …`.
                result.end += 4
            default: if nameBytes.contains(byte) && byte != 0x2D || byte == 0x3C || byte == 0x24 { break loop }
            }
            if ![0x20, 0x09].contains(byte) { result.isSpace = false }
            result.end += 1
        }
        result.isTight = result.end == start + 1 && result.isAssignment
        return result
    }

    /// Returns the value after a separator: up to the closing quote, or to the end of the line or of the enclosing
    /// brackets.
    private static func value(in bytes: ArraySlice<UInt8>, after separator: Separator, isItem: Bool) -> Range<Int> {
        let start = separator.end
        var (at, depth) = (start, 0)
        let limit = bytes.endIndex
        while at < limit {
            let byte = bytes[at]
            if byte == UInt8(ascii: "\\"), at + 1 < limit {
                at += bytes[(at + 1)...].starts(with: [0x0D, 0x0A]) ? 3 : 2
                continue
            }
            if byte == 0x0A || byte == 0x0D { break }
            if let quote = separator.quote {
                if byte == quote {
                    guard at + 1 < limit, bytes[at + 1] == quote else { break }
                    at += 1
                }
            } else {
                if valueEnds.contains(byte) || (isItem && (byte.isSpace || "<>#".utf8.contains(byte))) { break }
                if "([{".utf8.contains(byte) { depth += 1 }
                if ")]}".utf8.contains(byte) {
                    depth -= 1
                    if depth < 0 { break }
                }
            }
            at += 1
        }
        at = min(at, limit)
        while at > start, bytes[at - 1].isSpace { at -= 1 }
        return start..<at
    }

    /// Searches the user and password in a command, as in `-u ada:…`.
    private mutating func searchPair(_ text: SearchedText, from start: Int, _ place: String) {
        let bytes = text.bytes
        let pair = bytes[start...].prefix(100).drop { " =\"'".utf8.contains($0) }.prefix {
            $0 >= 0x20 && !"\"'".utf8.contains($0)
        }
        guard let colon = pair.prefix(while: { !$0.isSpace }).firstIndex(of: UInt8(ascii: ":")),
            let word = SecretValue.machineMadeWords(in: bytes[(colon + 1)..<pair.endIndex]).first
        else { return }
        report((colon + 1)..<word.upperBound, in: text, place)
    }
}
