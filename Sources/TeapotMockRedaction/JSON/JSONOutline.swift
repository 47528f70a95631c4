import Foundation
import Teapot
import TeapotMockDocuments

/// The locations of JSON values in a text.
indirect enum JSONOutline {
    /// The content of a string, between its quotes.
    case string(Range<Int>)
    case number(Range<Int>)
    case literal(Range<Int>)
    case array([JSONOutline])
    case object([(name: Range<Int>, value: JSONOutline)])

    /// Whether the value is a list or an object.
    var isContainer: Bool {
        switch self {
        case .array, .object: true
        case .string, .number, .literal: false
        }
    }

    /// Reads a value, or one value per line (RFC 7464).
    ///
    /// - Parameter text: The text.
    /// - Returns: The values, or `nil` if the text is anything else.
    static func values(in text: ArraySlice<UInt8>) -> [JSONOutline]? {
        // `)]}',` keeps other origins from running the text as a script.
        let text = text.starts(with: ")]}'".utf8) ? text.dropFirst(4).drop { $0 == UInt8(ascii: ",") } : text
        if let value = value(in: text) { return [value] }
        let lines = text.split { [0x0A, 0x0D, 0x1E].contains($0) }.filter { !$0.allSatisfy(\.isSpace) }
        let values = lines.count > 1 || text.contains(0x1E) ? lines.map(value) : []
        return values.isEmpty || values.contains { $0 == nil } ? nil : values.compactMap(\.self)
    }

    static func value(in text: ArraySlice<UInt8>) -> JSONOutline? {
        guard var tokens = try? JSONTokens(parsing: Data(text)) else { return nil }
        return value(&tokens, text.startIndex)
    }

    /// Reads the next value, or returns `nil` at the end of a container.
    private static func value(_ tokens: inout JSONTokens, _ offset: Int) -> JSONOutline? {
        guard let token = tokens.next() else { return nil }
        let range = token.bytes.startIndex + offset..<token.bytes.endIndex + offset
        switch token.kind {
        case .beginObject:
            var members: [(name: Range<Int>, value: JSONOutline)] = []
            while let name = tokens.next(), name.kind == .name, let value = value(&tokens, offset) {
                members.append((name.bytes.startIndex + offset + 1..<name.bytes.endIndex + offset - 1, value))
            }
            return .object(members)
        case .beginList:
            var elements: [JSONOutline] = []
            while let element = value(&tokens, offset) { elements.append(element) }
            return .array(elements)
        case .endObject, .endList: return nil
        case .string, .name: return .string(range.dropFirst().dropLast())
        case .number: return .number(range)
        case .word: return .literal(range)
        }
    }
}
