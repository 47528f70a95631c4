import Foundation
import Teapot
import TeapotMock

/// Lines of settings, as in YAML, INI files, properties and connection strings.
extension TextRedactor {
    /// Removes the value of a line whose name has several words, such as `API key: a`; one of a word if it is not among
    /// settings.
    mutating func settingWithWords(at start: Int) -> Bool {
        let words = bytes[start...].prefix(64).prefix { $0.isAlphanumeric || " -_.".utf8.contains($0) }
        let sign = words.endIndex
        guard sign + 1 < bytes.count, bytes[sign] == UInt8(ascii: "=") || bytes[sign] == UInt8(ascii: ":"),
            words.split(separator: 0x20).count < 5
        else { return false }
        let name = text(words.indices)
        let first = index(from: sign + 1) { $0 != 0x20 && $0 != 0x09 }
        let end = index(from: first) { $0.isSpace }
        let rest = index(from: end) { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
        guard first < end, names.containField(name), isSettings || rest == bytes.count || bytes[rest] == 0x0A else {
            return false
        }
        return setting(name, at: start, sign: sign)
    }

    /// Removes the value of a line or an item of settings if it is a secret, and passes it.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - start: The index of the name.
    ///   - sign: The index of the `=` or the `:` after the name.
    /// - Returns: A Boolean value that indicates whether the value was removed.
    mutating func setting(_ name: String, at start: Int, sign: Int) -> Bool {
        let first = index(from: sign + 1) { $0 != 0x20 && $0 != 0x09 }
        // A line that has many items is searched for its end once only, so that the time stays linear.
        if first > endOfLine { endOfLine = index(from: first) { $0 == 0x0A || $0 == 0x0D } }
        let isColon = bytes[sign] == UInt8(ascii: ":")
        guard !isColon || !isAfterSemicolon(start) else { return false }
        guard start == 0 || bytes[start - 1] != UInt8(ascii: "'") || isWholeName(start, sign) else { return false }
        let column = columnOfName(at: start)
        let isSecret = names.containField(name)
        guard !isMarkup || isColon, isSecret || isPaired(name, first..<endOfLine, column) else { return false }
        if first < endOfLine, bytes[first].isQuote {
            // The value of a secret in quotes is found as such; that of a pair has a harmless name.
            if isSecret { return false }
            let end = endOfString(from: first + 1, quote: bytes[first])
            hide((first + 1)..<max(first + 1, end))
            at = min(end + 1, bytes.count)
            return true
        }
        if isColon { return settingWithColon(column, sign, first..<endOfLine) }
        // Of a line within another text, such as `token=e, because …`, only a word is removed.
        guard first > sign + 1 || depth == 0 || isAfterSemicolon(start) || isSettings else { return false }
        return settingWithEquals(first..<endOfLine)
    }

    /// Returns whether single quotes begin before a name and end after it, at the beginning of a line of settings.
    private func isWholeName(_ start: Int, _ sign: Int) -> Bool {
        let before = start > 1 ? bytes[start - 2] : 0x0A
        return brackets.isEmpty && (before.isSpace || before == UInt8(ascii: "-"))
            && bytes[start..<sign].last { !$0.isSpace } == UInt8(ascii: "'")
    }

    /// Returns whether a line has the value for a secret that an earlier line names, as in a list of variables in YAML.
    private mutating func isPaired(_ name: String, _ line: Range<Int>, _ column: Int) -> Bool {
        let plain = name.lowercased()
        if Self.valueMembers.contains(plain) { return settingKey == column }
        guard Self.keyMembers.contains(plain), line.count < 256 else { return false }
        let key = text(line).trimmingCharacters(in: CharacterSet(charactersIn: " \t\r\"'"))
        settingKey = names.containField(key) ? column : nil
        return false
    }

    /// Returns the number of characters before a name in its line.
    private func columnOfName(at start: Int) -> Int {
        let before = bytes[max(0, start - 256)..<start]
        return start - (before.lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? before.startIndex)
    }

    /// Removes a value to the end of its line, or to the next item of the line.
    mutating func settingWithEquals(_ line: Range<Int>) -> Bool {
        var end = line.upperBound
        // A backslash continues a line of properties.
        while end < bytes.count, end > line.lowerBound, bytes[end - 1] == UInt8(ascii: "\\") {
            let next = end + (bytes[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
            end = index(from: next) { $0 == 0x0A || $0 == 0x0D }
        }
        let value = line.lowerBound..<end
        return hideTrimmed(value.lowerBound..<startOfNextItem(in: value))
    }

    /// Returns the index of the next item, as in `password=a user=b` and `Password=a;User Id=b`; or the end.
    private func startOfNextItem(in value: Range<Int>) -> Int {
        var (word, isWord) = (value.lowerBound, true)
        var part: Int?
        var isPart = true
        for index in value {
            switch bytes[index] {
            case UInt8(ascii: "="):
                if let part, isPart, index > part + 1 { return part }
                if isWord, word > value.lowerBound, index > word { return word }
                (isWord, isPart) = (false, false)
            case UInt8(ascii: ";"), UInt8(ascii: "&"): (word, isWord, part, isPart) = (index + 1, true, index, true)
            case 0x20, 0x09: (word, isWord) = (index + 1, true)
            case UInt8(ascii: ","): (word, isWord, isPart) = (index + 1, true, false)
            case let byte where !byte.isNameCharacter: (isWord, isPart) = (false, false)
            default: break
            }
        }
        return value.upperBound
    }

    private mutating func hideTrimmed(_ range: Range<Int>) -> Bool {
        let last = (bytes[range].lastIndex { !$0.isSpace && !",;&".utf8.contains($0) } ?? range.lowerBound - 1) + 1
        guard range.lowerBound < last else { return false }
        hide(range.lowerBound..<last)
        at = last
        return true
    }

    /// Removes a value after a colon: to the end of the line, in the indented lines below it, or both.
    private mutating func settingWithColon(_ column: Int, _ sign: Int, _ line: Range<Int>) -> Bool {
        let last = (bytes[line].lastIndex { !$0.isSpace } ?? line.lowerBound - 1) + 1
        let isEmpty = last <= line.lowerBound || bytes[line.lowerBound] == UInt8(ascii: "#")
        let value = line.lowerBound..<max(last, line.lowerBound)
        if !isEmpty, isBlockHeader(value) {
            let block = lines(below: column, from: line.upperBound, withItems: false)
            return hideBlock(block)
        }
        if isEmpty {
            guard isSettings, sign + 1 == bytes.count || bytes[sign + 1].isSpace else { return false }
            let block = lines(below: column, from: line.upperBound, withItems: true)
            guard let first = bytes[block].firstIndex(where: { !$0.isSpace }) else { return false }
            return isNested(first, in: block) ? hideNested(block) : hideBlock(block)
        }
        if isLiteral(value) { return false }
        if "{[".utf8.contains(bytes[value.lowerBound]) {
            let bracket = [bytes[value.lowerBound]]
            let end = unclosed.contains(bracket) ? nil : endOfBrackets(from: value.lowerBound)
            if end == nil { unclosed.insert(bracket) }
            replace(value.lowerBound..<(end ?? last), with: Array("\"\(Redaction.replacement)\"".utf8))
            at = end ?? last
            return true
        }
        // A line of prose is kept.
        let hasSpace = bytes[value].contains(where: \.isSpace)
        let isWord = !hasSpace && sign + 1 == value.lowerBound
        guard isSettings || (depth == 0 && !isMarkup && !isSentence(value)) || isWord else { return false }
        // A time or a URL is no value of a line without a space.
        if sign + 1 == value.lowerBound, "/:".utf8.contains(bytes[value.lowerBound]) { return false }
        var end = brackets.isEmpty || bytes[last - 1] != UInt8(ascii: ",") ? last : last - 1
        if isSettings, brackets.isEmpty {
            let block = lines(below: column, from: line.upperBound, withItems: false)
            if !block.isEmpty { end = (bytes[block].lastIndex { !$0.isSpace } ?? last - 1) + 1 }
        }
        hide(value.lowerBound..<end)
        at = end
        return true
    }

    /// Returns whether a value is a sentence: of more than three words, with a mark at its end.
    func isSentence(_ range: Range<Int>) -> Bool {
        guard let last = bytes[range].last, ".!?:".utf8.contains(last) else { return false }
        return bytes[range].split { $0.isSpace }.count > 3
    }

    /// Returns whether a value is `|` or `>`, with its indicators, a tag, an anchor and a comment (YAML 1.2 §8.1).
    private func isBlockHeader(_ range: Range<Int>) -> Bool {
        guard range.count < 256 else { return false }
        let words = bytes[range].split { $0 == 0x20 || $0 == 0x09 }.drop { $0.first == 0x21 || $0.first == 0x26 }
        guard let first = words.first, first.first == UInt8(ascii: "|") || first.first == UInt8(ascii: ">"),
            first.count < 4, first.dropFirst().allSatisfy({ $0.isDigit || "+-".utf8.contains($0) })
        else { return false }
        return words.count == 1 || words.dropFirst().first?.first == UInt8(ascii: "#")
    }

    /// Returns the lines after an index that are indented by more than a column, or that are empty.
    ///
    /// - Parameters:
    ///   - column: The column of the name.
    ///   - end: The end of its line.
    ///   - withItems: A Boolean value that indicates whether items of a list in the same column belong to it.
    /// - Returns: The range of the lines.
    private func lines(below column: Int, from end: Int, withItems: Bool) -> Range<Int> {
        var (line, last) = (end, end)
        while line < bytes.count {
            let start = index(from: line) { $0 != 0x0A && $0 != 0x0D }
            let first = index(from: start) { $0 != 0x20 && $0 != 0x09 }
            guard first < bytes.count else { break }
            let lineStart = bytes[line..<first].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? start
            let indentation = first - lineStart
            let isItem = withItems && indentation == column && bytes[first...].starts(with: "- ".utf8)
            let isBlank = bytes[first] == 0x0A || bytes[first] == 0x0D
            guard isBlank || indentation > column || isItem else { break }
            line = index(from: first) { $0 == 0x0A || $0 == 0x0D }
            if !isBlank { last = line }
        }
        return end..<last
    }

    /// Removes the text of lines, except for the indentation of the first.
    private mutating func hideBlock(_ block: Range<Int>) -> Bool {
        guard let first = bytes[block].firstIndex(where: { !$0.isSpace }) else { return false }
        hide(first..<block.upperBound)
        at = block.upperBound
        return true
    }

    /// Returns whether a line begins an item of a list or a member.
    private func isNested(_ first: Int, in block: Range<Int>) -> Bool {
        if bytes[first] == UInt8(ascii: "-"), first + 1 == block.upperBound || bytes[first + 1].isSpace { return true }
        return endOfKey(from: first, to: block.upperBound) != nil
    }

    /// Returns the index after the colon of a member; `nil` if a line is no member.
    private func endOfKey(from first: Int, to end: Int) -> Int? {
        var index = first
        if bytes[first].isQuote {
            index = min(endOfString(from: first + 1, quote: bytes[first], orAtLineEnd: true) + 1, end)
        } else {
            while index < end, bytes[index].isNameCharacter || "/{}*<".utf8.contains(bytes[index]) { index += 1 }
        }
        guard index > first, index < end, bytes[index] == UInt8(ascii: ":"),
            index + 1 == end || bytes[index + 1].isSpace
        else { return nil }
        return index + 1
    }

    /// Removes all values in lines of members and items, unless they are a schema.
    private mutating func hideNested(_ block: Range<Int>) -> Bool {
        if isSchema(block) { return false }
        var line = block.lowerBound
        while line < block.upperBound {
            let start = min(index(from: line) { !$0.isSpace && $0 != UInt8(ascii: "-") }, block.upperBound)
            let end = min(index(from: start) { $0 == 0x0A || $0 == 0x0D }, block.upperBound)
            line = max(end, line + 1)
            guard start < end else { continue }
            let key = endOfKey(from: start, to: end)
            let first = min(index(from: key ?? start) { $0 != 0x20 && $0 != 0x09 }, end)
            let last = (bytes[first..<end].lastIndex { !$0.isSpace } ?? first - 1) + 1
            guard first < last else { continue }
            if key != nil, isBlockHeader(first..<last) {
                let column = columnOfName(at: start)
                let content = lines(below: column, from: end, withItems: false)
                line = max(content.upperBound, line)
                _ = hideBlock(content)
            } else if !isLiteral(first..<last) {
                hide(first..<last)
            }
        }
        at = block.upperBound
        return true
    }

    /// Returns whether lines are a JSON Schema, such as the description of a property `password` in an OpenAPI
    /// document.
    private func isSchema(_ block: Range<Int>) -> Bool {
        guard let first = bytes[block].firstIndex(where: { !$0.isSpace }) else { return false }
        let indentation = columnOfName(at: first)
        var keys: Set<String> = []
        for line in bytes[block].split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let content = line.drop { $0 == 0x20 || $0 == 0x09 }
            guard content.startIndex - line.startIndex == indentation, !content.isEmpty else { continue }
            guard let end = endOfKey(from: content.startIndex, to: line.endIndex) else { return false }
            keys.insert(text(content.startIndex..<(end - 1)))
        }
        return (keys.contains("type") || keys.contains("$ref")) && keys.isSubset(of: Self.schemaKeys)
    }

    private static let schemaKeys: Set<String> = [
        "$ref", "deprecated", "description", "format", "items", "maxLength", "maximum", "minLength", "minimum",
        "nullable", "pattern", "properties", "readOnly", "required", "title", "type", "writeOnly",
    ]

    /// Returns the index after the bracket that closes the one at an index; `nil` if there is none.
    private func endOfBrackets(from start: Int) -> Int? {
        var (depth, index) = (0, start)
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                index = endOfString(from: index + 1, quote: bytes[index], orAtLineEnd: true)
            default: break
            }
            index += 1
            if depth == 0 { return min(index, bytes.count) }
        }
        return nil
    }

    /// A Boolean value that indicates whether nearly all lines are settings.
    private var isSettings: Bool {
        mutating get {
            if let areSettings { return areSettings }
            let value = hasLinesOfSettings()
            areSettings = value
            return value
        }
    }

    private func hasLinesOfSettings() -> Bool {
        guard !isMarkup else { return false }
        var (count, settings, indentation, isInList) = (0, 0, 0, false)
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let content = line.drop { $0 == 0x20 || $0 == 0x09 }
            guard !content.isEmpty else { continue }
            count += 1
            let column = content.startIndex - line.startIndex
            let isItem = isInList && content.starts(with: "- ".utf8)
            if isItem || isSetting(content) {
                settings += 1
                indentation = column
                isInList = isItem || content.last { !$0.isSpace } == UInt8(ascii: ":")
            } else if column > indentation {
                settings += 1
            }
        }
        return count > 1 && settings * 5 >= count * 4
    }

    /// Returns whether a line is a name with a value, a comment, or a heading.
    private func isSetting(_ line: ArraySlice<UInt8>) -> Bool {
        if "#;[!@?".utf8.contains(line[line.startIndex]) || line.starts(with: "--".utf8) { return true }
        let content = line.drop { "- *".utf8.contains($0) }
        let name = content.prefix(256).prefix { $0.isNameCharacter || "/\"'{}".utf8.contains($0) }
        let rest = content.dropFirst(name.count).drop { $0 == 0x20 || $0 == 0x09 }
        guard !name.isEmpty, let sign = rest.first else { return content.isEmpty }
        // In a name of several words.
        let words = content.prefix(64).drop { $0.isNameCharacter || $0 == 0x20 }
        if sign != UInt8(ascii: ":"), words.first == UInt8(ascii: "=") { return true }
        return sign == UInt8(ascii: "=")
            || (sign == UInt8(ascii: ":") && (rest.count == 1 || rest.dropFirst().first?.isSpace == true))
    }
}
