import Foundation
import Teapot
import TeapotMock

/// The name of a secret, followed by its value: in lists, in the arguments of a call, and in the members of an object.
extension TextRedactor {
    /// An open bracket.
    struct Bracket {
        let byte: UInt8
        /// The number of commas so far.
        var index = 0
        /// A Boolean value that indicates whether a list has the names of things, as `required` in a schema.
        var hasNames = false
        /// The values in a list after the names of secrets, which are removed if it turns out to be a list of pairs.
        var values: [(range: Range<Int>, text: [UInt8])] = []
        /// A Boolean value that indicates whether a member of an object has the name of a secret.
        var isSecret = false
        /// A Boolean value that indicates whether the name is a path, as in a patch (RFC 6902 §4).
        var isPath = false
        /// The members of an object that may be its value, until its name is known.
        var members: [(start: Int, isValue: Bool)] = []
    }

    /// The names of members that hold the name of a secret, whose value is in another member of the same object.
    static let keyMembers: Set = [
        "attribute", "field", "fieldname", "field_name", "header", "headername", "header_name", "id", "k", "key",
        "keyname", "label", "name", "param", "parameter", "path", "prop", "property", "setting", "variable",
    ]
    static let valueMembers: Set = [
        "content", "data", "header_value", "headervalue", "newvalue", "new_value", "oldvalue", "old_value", "v", "val",
        "value", "values",
    ]
    /// Words at the end of the names of lists whose elements are names.
    private static let nameLists: Set = [
        "amr", "attributes", "categories", "columns", "enum", "fields", "keys", "keywords", "names", "properties",
        "required", "roles", "scope", "scopes", "supported", "tags", "topics", "types", "words",
    ]
    /// Values that are names themselves.
    private static let usualFields: Set = ["email", "login", "name", "phone", "user", "username"]
    private static let maximumBrackets = 10_000

    // MARK: Brackets

    mutating func open(_ byte: UInt8) {
        if brackets.count < Self.maximumBrackets {
            brackets.append(Bracket(byte: byte, hasNames: listOfNames == at))
        }
        at += 1
    }

    /// Closes the innermost bracket of a kind, and those in it that are not closed.
    mutating func close(_ byte: UInt8) {
        at += 1
        let open: UInt8 = byte == UInt8(ascii: ")") ? UInt8(ascii: "(") : byte - 2
        guard let match = brackets.suffix(8).lastIndex(where: { $0.byte == open }) else { return }
        let bracket = brackets[match]
        brackets.removeSubrange(match...)
        guard !bracket.hasNames, bracket.index % 2 == 1 else { return }
        for (range, text) in bracket.values { replace(range, with: text) }
    }

    // MARK: Neighbours

    /// Passes a quotation, and removes the secrets in it, or its neighbour if it is the name of one.
    mutating func quotation(_ quote: UInt8) {
        let start = at + 1
        at = start
        if start > 1, bytes[start - 2] == UInt8(ascii: "\\") { return }
        if unclosed.contains([quote]) { return }
        let end = endOfString(from: start, quote: quote, orAtLineEnd: quote != UInt8(ascii: "`"))
        guard end < bytes.count, bytes[end] == quote else {
            if end == bytes.count { unclosed.insert([quote]) }
            return
        }
        if neighbour(of: start..<end) { return }
        if style == .script, let redacted = redacted(inner: Array(bytes[start..<end])) {
            replace(start..<end, with: redacted)
            at = end + 1
        }
    }

    /// Removes the value behind a string in quotes that is the name of a secret.
    ///
    /// - Parameter range: The string, without its quotes.
    /// - Returns: A Boolean value that indicates whether the string is a name whose value was removed or noted. Then
    ///   both are passed, or the name alone.
    mutating func neighbour(of range: Range<Int>) -> Bool {
        let sign = afterSpace(from: range.upperBound + 1)
        guard sign < bytes.count else { return false }
        var first = afterSpace(from: sign + 1)
        guard first < bytes.count else { return false }
        let isInList = brackets.last?.byte == UInt8(ascii: "[")
        switch bytes[sign] {
        case UInt8(ascii: ",") where isInList || brackets.last?.byte == UInt8(ascii: "("): break
        case UInt8(ascii: "="): if bytes[sign + 1] == UInt8(ascii: ">") { first = afterSpace(from: sign + 2) }
        case UInt8(ascii: "]"):
            guard bytes[first] == UInt8(ascii: "=") || bytes[first] == UInt8(ascii: ":") else { return false }
            first = afterSpace(from: first + 1)
        default: return false
        }
        guard first < bytes.count, isName(range), names.containField(unescaped(range)) else { return false }
        // An option of a command may be anywhere in a list.
        let isPaired = bytes[sign] == UInt8(ascii: ",") && isInList && bytes[range.lowerBound] != UInt8(ascii: "-")
        if isPaired, brackets[brackets.count - 1].index % 2 != 0 { return false }
        guard let value = neighbourValue(at: first, isPaired: isPaired) else { return false }
        // An object or a list is passed already.
        if value.range.isEmpty { return true }
        if isPaired {
            brackets[brackets.count - 1].values.append(value)
            at = range.upperBound + 1
        } else {
            replace(value.range, with: value.text)
            at = value.range.upperBound
            if at < bytes.count, bytes[first].isQuote { at += 1 }
        }
        return true
    }

    /// Returns whether a string can be a name: neither an item or a line, such as `DB_PASSWORD=a`, nor a sentence.
    private func isName(_ range: Range<Int>) -> Bool {
        let name = bytes[range].last == UInt8(ascii: ":") ? bytes[range].dropLast() : bytes[range]
        return !name.contains { "=:?&,;".utf8.contains($0) } && name.count < 1024
            && name.split(separator: 0x20).count < 4
    }

    /// Returns the range of a value in quotes, or of a number, with the text that replaces it; `nil` if it is kept.
    private mutating func neighbourValue(at first: Int, isPaired: Bool) -> (range: Range<Int>, text: [UInt8])? {
        let byte = bytes[first]
        if byte.isQuote {
            let value = (first + 1)..<max(first + 1, endOfString(from: first + 1, quote: byte))
            if value.isEmpty || (style == .script && !bytes[value].contains(where: \.isDigit)) { return nil }
            let text = text(value.prefix(64))
            if isPaired, Self.usualFields.contains(text) || Redaction.usualNames.contains(text) { return nil }
            return (value, Array(Redaction.replacement.utf8))
        }
        if byte.isDigit || byte == UInt8(ascii: "-") {
            let end = index(from: first) { !$0.isNumberCharacter }
            let isZero = !bytes[first..<end].contains { 0x31...0x39 ~= $0 }
            return style == .script || isZero ? nil : (first..<end, [UInt8(ascii: "0")])
        }
        if "[{".utf8.contains(byte), isPaired, style == .text, let bracket = brackets.last, !bracket.hasNames {
            at = first
            hideValue(.all)
            // The container is passed, with the comma before it.
            brackets[brackets.count - 1].index += 1
            return (at..<at, [])
        }
        return nil
    }

    // MARK: Members

    /// Notes a member that is the name or the value of a secret, and removes the value as soon as both are known.
    mutating func pair(_ name: String, at value: Int) {
        let plain = name.lowercased()
        if bytes[value] == UInt8(ascii: "["), let word = Secrets.words(of: name).last, Self.nameLists.contains(word) {
            listOfNames = value
        }
        guard !brackets.isEmpty, bytes[value] != UInt8(ascii: "}") else { return }
        let top = brackets.count - 1
        if Self.keyMembers.contains(plain) || plain == "type", bytes[value] == UInt8(ascii: "\"") {
            let key = unescaped((value + 1)..<max(value + 1, endOfString(from: value + 1)))
            let isPath = plain == "path"
            // The last segment of a path into a list is an index, or `-` for its end.
            let isIndex = { (segment: Substring) in segment == "-" || segment.allSatisfy(\.isNumber) }
            let field = isPath ? key.split(separator: "/").last { !isIndex($0) }.map { String($0) } ?? "" : key
            guard plain == "type" ? key == "password" : names.containField(field) else { return }
            if isPath { brackets[top].isPath = true } else { brackets[top].isSecret = true }
            let members = brackets[top].members.filter { !isPath || $0.isValue }
            brackets[top].members = []
            for member in members {
                at = member.start
                hideValue(.all)
            }
            at = value
        } else if Self.valueMembers.contains(plain) {
            let isValue = plain == "value"
            if brackets[top].isSecret || (isValue && brackets[top].isPath) { return hideValue(.all) }
            brackets[top].members.append((value, isValue))
        }
    }
}
