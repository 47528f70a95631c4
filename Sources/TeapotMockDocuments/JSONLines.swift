package import Foundation
import Teapot
package import TeapotMock

/// A type that finds the lines and columns of values in a JSON text.
package struct JSONLines {
    private let bytes: [UInt8]

    /// Creates a search in a text.
    ///
    /// - Parameter data: The text, which has already been parsed.
    package init(_ data: Data) { bytes = [UInt8](data) }

    /// Returns the lines and columns where values begin, both counted from 1; columns are in Unicode scalars.
    ///
    /// Complexity: linear in the length of the text and of the pointers.
    ///
    /// - Parameter pointers: The values' places.
    /// - Returns: A line and a column for each pointer, or `nil` if there's no such value.
    package func positions(of pointers: [JSONPointer]) -> [(line: Int, column: Int)?] {
        let places = places(of: pointers)
        var positions: [Int: (line: Int, column: Int)] = [:]
        var (line, column, at) = (1, 1, 0)
        for offset in places.compactMap(\.offset).sorted() {
            for index in at..<offset {
                switch bytes[index] {
                case 0x0D where index + 1 < bytes.count && bytes[index + 1] == 0x0A: break
                case 0x0A, 0x0D: (line, column) = (line + 1, 1)
                // These are the continuation bytes of a scalar.
                case 0x80..<0xC0: break
                default: column += 1
                }
            }
            at = offset
            positions[offset] = (line, column)
        }
        return places.map { place in place.offset.flatMap { positions[$0] } }
    }

    private func places(of pointers: [JSONPointer]) -> [Place] {
        let root = Place()
        let places = pointers.map { pointer in pointer.tokens.reduce(root) { $0.child($1) } }
        var tokens = JSONTokens(Data(bytes))
        if let first = tokens.next() { find(root, first, &tokens) }
        return places
    }

    /// A place to find, or a place above it.
    private final class Place {
        var offset: Int?
        private(set) var children: [String: Place] = [:]

        func child(_ token: String) -> Place {
            if let known = children[token] { return known }
            let child = Place()
            children[token] = child
            return child
        }
    }

    /// Finds the places below a value.
    ///
    /// - Parameters:
    ///   - place: The place of the value, or `nil` if neither it nor a place below it is wanted.
    ///   - value: The first token of the value.
    ///   - tokens: The tokens after it. Those of the value are removed.
    private func find(_ place: Place?, _ value: JSONTokens.Token, _ tokens: inout JSONTokens) {
        place?.offset = value.bytes.startIndex
        guard let place, !place.children.isEmpty else { return skip(value, &tokens) }
        switch value.kind {
        case .beginObject:
            // If two members have the same name, the last one is used, as in the parser.
            while let name = tokens.next(), name.kind == .name, let value = tokens.next() {
                find(place.children[name.string], value, &tokens)
            }
        case .beginList:
            var index = 0
            while let value = tokens.next(), value.kind != .endList {
                find(place.children[String(index)], value, &tokens)
                index += 1
            }
        case .endObject, .endList, .name, .string, .number, .word: break
        }
    }

    /// Removes the rest of a value.
    private func skip(_ value: JSONTokens.Token, _ tokens: inout JSONTokens) {
        var (next, depth) = (Optional(value), 0)
        while let token = next {
            depth += token.levels
            if depth <= 0 { return }
            next = tokens.next()
        }
    }
}
