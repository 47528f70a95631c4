import Teapot
import TeapotMock

/// The operations in the text of a GraphQL document, found without parsing their selections.
struct GraphQLDocument {
    /// The operations, in order.
    private(set) var operations: [(kind: GraphQL.Kind, name: String?)] = []
    /// Whether every string, bracket and definition is closed.
    private(set) var isComplete = true

    /// Finds the operations.
    ///
    /// - Complexity: Linear in the length of the text.
    ///
    /// - Parameter text: The text of the document.
    init(_ text: String) {
        var text = text
        text.withUTF8 { isComplete = scan($0) }
    }

    /// Scans the text (GraphQL, October 2021, §2.1), and returns whether it's complete.
    private mutating func scan(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var depth = 0
        var isInDefinition = false
        /// Whether a name at this position belongs to the last operation.
        var isNamed = false
        var at = 0
        while at < text.count {
            let start = at
            at += 1
            switch text[start] {
            case UInt8(ascii: "#"):
                while at < text.count, text[at] != 0x0A, text[at] != 0x0D { at += 1 }
            case UInt8(ascii: "\""):
                guard let end = Self.end(ofStringAt: start, in: text) else { return false }
                (at, isNamed) = (end, false)
            case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["):
                if text[start] == UInt8(ascii: "{"), !isInDefinition {
                    operations.append((.query, nil))
                    isInDefinition = true
                }
                (depth, isNamed) = (depth + 1, false)
            case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
                guard depth > 0 else { return false }
                depth -= 1
                if depth == 0, text[start] == UInt8(ascii: "}") { isInDefinition = false }
            case let byte where Self.isInName(byte):
                while at < text.count, Self.isInName(text[at]) { at += 1 }
                guard depth == 0, isNamed || !isInDefinition else { continue }
                let name = String(decoding: text[start..<at], as: UTF8.self)
                if isNamed {
                    operations[operations.count - 1].name = name
                    isNamed = false
                } else {
                    // Other definitions are fragments and types.
                    isInDefinition = true
                    guard let kind = GraphQL.Kind(rawValue: name) else { continue }
                    operations.append((kind, nil))
                    isNamed = true
                }
            // White space, commas and byte order marks separate tokens.
            case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: ","), 0xEF, 0xBB, 0xBF: continue
            default: isNamed = false
            }
        }
        return depth == 0 && !isInDefinition
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// Returns the position after a string or a block string, or `nil` if it has no end.
    private static func end(ofStringAt start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        func hasQuotes(_ count: Int, at place: Int) -> Bool {
            place + count <= text.count && text[place..<place + count].allSatisfy { $0 == UInt8(ascii: "\"") }
        }
        let isBlock = hasQuotes(3, at: start)
        if !isBlock, hasQuotes(2, at: start) { return start + 2 }
        let quotes = isBlock ? 3 : 1
        var at = start + quotes
        while at < text.count {
            if hasQuotes(quotes, at: at) { return at + quotes }
            if !isBlock, text[at] == 0x0A || text[at] == 0x0D { return nil }
            let isEscape = text[at] == UInt8(ascii: "\\") && (!isBlock || hasQuotes(3, at: at + 1))
            at += isEscape ? 1 + quotes : 1
        }
        return nil
    }
}
