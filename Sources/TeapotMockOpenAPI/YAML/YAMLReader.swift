import TeapotMockDocuments

/// A reader that builds the tree of a document in one pass over its bytes.
///
/// Columns count spaces from 0, as indentation does; `-1` is the column of the end of the document.
struct YAMLReader {
    typealias ParsingError = YAMLDocument.ParsingError

    /// A place in the text, with the range of its children in the list of all children.
    struct Place: Sendable {
        var offset: Int
        var children = 0..<0
    }

    /// A member, or an element, which has no name.
    struct Child: Sendable {
        let name: String?
        let place: Place
    }

    /// A value with its place.
    struct Node {
        var tree: JSONTree
        var place: Place
        /// The text if the value is a scalar, for keys.
        var text: String?
        /// Whether it's the key `<<`, written without quotes.
        var isMergeKey = false
    }

    let text: YAMLText
    let bytes: [UInt8]

    /// The value that was read last.
    var node = Node(tree: .null, place: Place(offset: 0))

    /// The offset of the next byte.
    var at = 0
    /// The offset at which its line begins.
    var lineStart = 0
    /// The column of the content found last, and whether a tab precedes it.
    var column = 0
    var isTabbed = false

    /// The finished children of all values; those of one value are next to each other.
    var children: [Child] = []
    /// The collections that aren't finished, and their finished children.
    var openings: [Opening] = []
    var pending: [Entry] = []
    var budget = Budget()
    var anchors: [Anchor] = []
    var anchorIndices: [String: Int] = [:]
    var tagPrefixes = ["!": "!", "!!": "tag:yaml.org,2002:"]

    init(_ text: YAMLText) {
        self.text = text
        bytes = text.bytes
    }

    /// Moves over white space, line breaks and comments to the next content.
    mutating func skip() {
        let line = at == lineStart ? -1 : lineStart
        isTabbed = false
        while true {
            switch bytes[at] {
            case .space: at += 1
            case .tab: (at, isTabbed) = (at + 1, true)
            case .newline:
                at += 1
                (lineStart, isTabbed) = (at, false)
            // Without a space before it, it's no comment (YAML 1.2.2 §6.6).
            case .hash where at == lineStart || bytes[at - 1].isBlank: while !bytes[at].isEnd { at += 1 }
            default:
                column = at - lineStart
                if isTabbed && line != lineStart { column = bytes[lineStart..<at].prefix { $0 == .space }.count }
                if bytes[at] == 0 || at == lineStart && isMarker(at) { column = -1 }
                return
            }
        }
    }

    /// Moves over spaces and tabs.
    mutating func skipBlanks() { while bytes[at].isBlank { at += 1 } }

    /// Returns whether a line is `---` or `...`, perhaps with something after it.
    func isMarker(_ offset: Int) -> Bool {
        let byte = bytes[offset]
        guard byte == .dash || byte == .dot else { return false }
        return bytes[offset + 1] == byte && bytes[offset + 2] == byte && bytes[offset + 3].isSeparator
    }

    /// Returns whether the next byte is an indicator, with white space after it.
    func isIndicator(_ byte: UInt8) -> Bool { bytes[at] == byte && bytes[at + 1].isSeparator }

    /// Returns the text between two offsets.
    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Creates an error, at the next byte if there's no offset.
    @inline(never)
    func error(_ reason: String, _ offset: Int? = nil) -> ParsingError { text.error(reason, offset ?? at) }

    /// Creates an error for something else than expected, at the next byte.
    @inline(never)
    func unexpected(_ expected: String) -> ParsingError {
        let line = bytes[at...].prefix(80).prefix { !$0.isEnd }
        let found =
            switch bytes[at] {
            case 0: "the end of the document"
            case .newline: "the end of the line"
            case .tab: "a tab"
            default: "“\(String(decoding: line, as: UTF8.self).prefix(20))”"
            }
        return error("expected \(expected) but found \(found)")
    }

    /// Creates an error for a line that a tab indents.
    func tabError() -> ParsingError { error("tabs can't be used for indentation; use spaces") }
}
