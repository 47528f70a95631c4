package import Foundation
import Teapot

/// A search for the lines of values in a JSON text.
package struct JSONLines {
    private let bytes: [UInt8]

    /// Creates a search in a text.
    ///
    /// - Parameter data: The text, which has already been parsed.
    package init(_ data: Data) {
        bytes = [UInt8](data)
    }

    /// Returns the line on which a value begins, counted from 1.
    ///
    /// - Parameter pointer: The value's place.
    /// - Returns: The line; `nil` if there is no such value.
    package func line(of pointer: JSONPointer) -> Int? { lines(of: [pointer])[0] }

    /// Returns the lines on which values begin, counted from 1.
    ///
    /// Complexity: linear in the length of the text and of the pointers.
    ///
    /// - Parameter pointers: The values' places.
    /// - Returns: A line for each pointer; `nil` if there is no such value.
    package func lines(of pointers: [JSONPointer]) -> [Int?] {
        let root = Place()
        let places = pointers.map { pointer in pointer.tokens.reduce(root) { $0.child($1) } }
        _ = find(root, at: skippingSpace(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0))
        var lines: [Int: Int] = [:]
        var (line, at) = (1, 0)
        for offset in places.compactMap(\.offset).sorted() {
            for index in at..<offset where bytes[index] == 0x0A || bytes[index] == 0x0D {
                let isPairsFirst = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
                if !isPairsFirst { line += 1 }
            }
            at = offset
            lines[offset] = line
        }
        return places.map { place in place.offset.flatMap { lines[$0] } }
    }

    /// A place that is searched for, or above one.
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
    ///   - place: The place of the value.
    ///   - start: The offset of the value.
    /// - Returns: The offset after the value.
    private func find(_ place: Place, at start: Int) -> Int {
        guard start < bytes.count else { return start }
        place.offset = start
        guard !place.children.isEmpty else { return skippingValue(start) }
        switch bytes[start] {
        case UInt8(ascii: "{"): return findMembers(place, from: skippingSpace(start + 1))
        case UInt8(ascii: "["): return findElements(place, from: skippingSpace(start + 1))
        default: return skippingValue(start)
        }
    }

    /// Finds places in the members of an object; of two with the same name the last is used, as by the parser.
    private func findMembers(_ place: Place, from start: Int) -> Int {
        var at = start
        while at < bytes.count, bytes[at] == UInt8(ascii: "\"") {
            let end = skippingString(at)
            let name = name(bytes[at..<end])
            // The colon after the name.
            at = skippingSpace(skippingSpace(end) + 1)
            at = skippingComma(name.flatMap { place.children[$0] }.map { find($0, at: at) } ?? skippingValue(at))
        }
        return min(at + 1, bytes.count)
    }

    private func findElements(_ place: Place, from start: Int) -> Int {
        var (at, index) = (start, 0)
        while at < bytes.count, bytes[at] != UInt8(ascii: "]") {
            let end = place.children[String(index)].map { find($0, at: at) } ?? skippingValue(at)
            guard end > at else { break }
            (at, index) = (skippingComma(end), index + 1)
        }
        return min(at + 1, bytes.count)
    }

    /// Returns the name in a text with quotation marks.
    private func name(_ text: ArraySlice<UInt8>) -> String? {
        guard text.contains(UInt8(ascii: "\\")) else {
            return String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
        }
        return try? JSON.value(parsing: Data(text)) as? String
    }

    private func skippingSpace(_ start: Int) -> Int {
        var at = start
        while at < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[at]) { at += 1 }
        return at
    }

    private func skippingComma(_ start: Int) -> Int {
        let at = skippingSpace(start)
        return at < bytes.count && bytes[at] == UInt8(ascii: ",") ? skippingSpace(at + 1) : at
    }

    /// Skips a value: to its closing bracket or quote, or to the end of a number or a word.
    private func skippingValue(_ start: Int) -> Int {
        var (at, depth) = (start, 0)
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                at = skippingString(at)
                if depth == 0 { return at }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return at }
                depth -= 1
                if depth == 0 { return at + 1 }
            case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09: if depth == 0 { return at }
            default: break
            }
            at += 1
        }
        return at
    }

    private func skippingString(_ start: Int) -> Int {
        var at = start + 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(at + 1, bytes.count)
    }
}
