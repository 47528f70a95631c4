import Foundation
import Teapot
import TeapotMock

/// A search for the values of secrets in a text of any format, and their removal.
///
/// It looks for members of JSON, elements of XML and HTML, items of queries, lines such as `Authorization: …`, and user
/// information in URLs, wherever they are in the text. Everything else is kept byte for byte.
///
/// Complexity: linear in the length of the text, for each level of text within text.
struct TextRedactor {
    /// The kind of text, which determines the values that are recognized.
    enum Style {
        case text
        /// A form or a query, in which only `&` ends a value.
        case form
        /// A script or a style sheet, whose code is kept: `token=e.token` is an assignment.
        case script
    }

    /// The number of levels of text within text that are searched; what is deeper is removed.
    private static let maximumDepth = 12

    let names: Redaction.Names
    let bytes: [UInt8]
    let style: Style
    let depth: Int
    /// A Boolean value that indicates whether the text begins with a tag.
    let isMarkup: Bool
    /// The index of the next byte to look at.
    var at = 0
    private var edits: [(range: Range<Int>, text: [UInt8])] = []
    /// The end of the value of an item in which nothing is percent-encoded.
    var plainEnd = 0
    /// The brackets that are open.
    var brackets: [Bracket] = []
    /// The index of the list that is known to have names, not values.
    var listOfNames: Int?
    /// The column of the last line of settings whose value is the name of a secret, as in `- name: DB_PASSWORD`.
    var settingKey: Int?
    /// The result of `isSettings`.
    var areSettings: Bool?
    /// The index after the name of the last command that takes credentials, such as `curl`.
    var commandEnd: Int?
    /// The end of the last line of settings.
    var endOfLine = -1
    /// The names of elements, and the brackets, without an end.
    var unclosed: Set<[UInt8]> = []
    /// A Boolean value that indicates whether the next element is the value of a `<key>` that names a secret.
    var isAfterSecretKey = false
    /// A Boolean value that indicates whether the next cell or description is the value of a label that names a secret.
    var isAfterLabel = false

    private init(_ bytes: [UInt8], _ style: Style, _ depth: Int, _ names: Redaction.Names) {
        (self.bytes, self.style, self.depth, self.names) = (bytes, style, depth, names)
        isMarkup = bytes.first { !$0.isSpace } == UInt8(ascii: "<")
    }

    /// Returns a text without the values of secrets; the same bytes if there are none.
    static func redacted(_ text: [UInt8], as style: Style = .text, depth: Int = 0, _ names: Redaction.Names) -> [UInt8]
    {
        // A longer token has a form that is reported.
        if let token = SecretShape.bearerToken(in: text), !token.isEmpty,
            token.count < 8 || SecretShape.name(in: text) == nil
        {
            return text[..<token.startIndex] + Array(Redaction.replacement.utf8)
        }
        guard text.contains(where: { "=:<%\"'`".utf8.contains($0) }) || Self.hasOption(text) else {
            return redactedBase64(text, depth, names) ?? text
        }
        if text.last == UInt8(ascii: "="), let redacted = redactedBase64(text, depth, names) { return redacted }
        guard depth < maximumDepth else { return Array(Redaction.replacement.utf8) }
        var redactor = Self(text, style, depth, names)
        redactor.run()
        return redactor.result
    }

    private mutating func run() {
        while at < bytes.count {
            let byte = bytes[at]
            if byte.isNameCharacter, style == .form || !byte.isBracket {
                item()
                continue
            }
            switch byte {
            case UInt8(ascii: "'") where style != .form, UInt8(ascii: "`") where style != .form: quotation(byte)
            case UInt8(ascii: "\""): string()
            case UInt8(ascii: "<") where style != .script: tag()
            case UInt8(ascii: ":") where bytes[at...].starts(with: "://".utf8): userInformation(from: at + 3)
            case UInt8(ascii: "/") where at == 0 && bytes.starts(with: "//".utf8): userInformation(from: 2)
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): open(byte)
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"): close(byte)
            case UInt8(ascii: ","):
                if !brackets.isEmpty { brackets[brackets.count - 1].index += 1 }
                at += 1
            default: at += 1
            }
        }
    }

    // MARK: Edits

    /// The text with its edits; a later edit of the same range replaces an earlier one.
    private var result: [UInt8] {
        guard !edits.isEmpty else { return bytes }
        let sorted = edits.enumerated().sorted {
            ($0.element.range.lowerBound, -$0.offset) < ($1.element.range.lowerBound, -$1.offset)
        }
        var (text, copied) = ([UInt8](), 0)
        for (_, edit) in sorted where edit.range.lowerBound >= copied {
            text += bytes[copied..<edit.range.lowerBound] + edit.text
            copied = edit.range.upperBound
        }
        return text + bytes[copied...]
    }

    mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
        if !bytes[range].elementsEqual(text) { edits.append((range, text)) }
    }

    /// Removes a value; an empty one is kept.
    mutating func hide(_ range: Range<Int>) {
        if !range.isEmpty { replace(range, with: Array(Redaction.replacement.utf8)) }
    }

    /// Returns a text within this one without its secrets; `nil` if there are none.
    func redacted(inner text: [UInt8], as style: Style? = nil) -> [UInt8]? {
        let redacted = Self.redacted(
            text, as: style ?? (self.style == .form ? .text : self.style), depth: depth + 1, names)
        return redacted == text ? nil : redacted
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Returns the index of the first byte that satisfies a condition, or the end of the text.
    func index(from start: Int, where condition: (UInt8) -> Bool) -> Int {
        start < bytes.count ? bytes[start...].firstIndex(where: condition) ?? bytes.count : bytes.count
    }

    func afterSpace(from start: Int) -> Int { index(from: start) { !$0.isSpace } }

    // MARK: URLs and base64

    private mutating func userInformation(from start: Int) {
        let end = index(from: start) { $0.isSpace || "/?#\"'<>".utf8.contains($0) }
        at = start
        guard let sign = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return }
        replace(start..<(sign + 1), with: [])
        at = sign + 1
    }

    /// Returns JSON in base64 without its secrets; `nil` if the text is something else, or has none.
    private static func redactedBase64(_ text: [UInt8], _ depth: Int, _ names: Redaction.Names) -> [UInt8]? {
        // The first characters of an object.
        guard text.count > 15, text.starts(with: "ey".utf8), depth < maximumDepth,
            text.allSatisfy({ $0.isAlphanumeric || "-_+/=".utf8.contains($0) }), let data = SecretShape.decoded(text)
        else { return nil }
        let redacted = redacted(Array(data), depth: depth + 1, names)
        return redacted.elementsEqual(data) ? nil : Array(Data(redacted).base64EncodedString().utf8)
    }
}

extension UInt8 {
    var isSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }
    /// A Boolean value that indicates whether the byte can be part of the name of an item, as in `user%5Bpass_word%5D`.
    var isNameCharacter: Bool {
        isAlphanumeric || self >= 0x80 || self == 0x2D || self == 0x5F || self == 0x2E || self == 0x5B || self == 0x5D
            || self == 0x25 || self == 0x24
    }
    var isBracket: Bool { self == UInt8(ascii: "[") || self == UInt8(ascii: "]") }
    var isDigit: Bool { 0x30...0x39 ~= self }
    var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") || self == UInt8(ascii: "`") }
}
