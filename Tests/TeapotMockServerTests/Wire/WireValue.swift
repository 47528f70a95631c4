import Foundation
import Teapot
import TeapotMock
import TeapotTestResources

/// An error in a case file, with its place.
struct WireCaseError: Error, CustomStringConvertible {
    var path: String
    var reason: String

    var description: String { "\(path) \(reason)" }
}

/// A value of a case file with its place; any unexpected value is an error.
struct WireValue {
    private let value: any Sendable
    private let path: String

    /// Creates a value by parsing a file; `file` is its name for errors.
    init(_ text: Data, file: String) throws {
        value = try JSON.value(parsing: text)
        path = file
    }

    private init(_ value: any Sendable, _ path: String) {
        (self.value, self.path) = (value, path)
    }

    func error(_ reason: String) -> WireCaseError { WireCaseError(path: path, reason: reason) }

    /// Returns the members of an object that has no other names than these.
    func members(_ names: String...) throws -> [String: WireValue] {
        guard let members = value as? [String: any Sendable] else { throw error("is no object") }
        if let unknown = members.keys.filter({ !names.contains($0) }).min() {
            throw error("has \(unknown), but may have only \(names.joined(separator: ", "))")
        }
        return members.reduce(into: [:]) { $0[$1.key] = WireValue($1.value, "\(path).\($1.key)") }
    }

    /// Returns the elements of a list that is not empty.
    func elements() throws -> [WireValue] {
        guard let elements = value as? [any Sendable], !elements.isEmpty else {
            throw error("is no list with something in it")
        }
        return elements.enumerated().map { WireValue($0.element, "\(path)[\($0.offset)]") }
    }

    func text() throws -> String {
        guard let text = value as? String, !text.isEmpty else { throw error("is no text") }
        return text
    }

    func integer() throws -> Int {
        guard let number = value as? Int, number >= 0 else { throw error("is no whole number") }
        return number
    }

    /// Returns `true`; any other value is an error, because the member should be left out instead.
    func isTrue() throws -> Bool {
        guard value as? Bool == true else { throw error("is not true; leave it out instead") }
        return true
    }

    /// Returns the bytes that this value represents.
    ///
    /// A text represents its UTF-8, a list the concatenated bytes of its elements, `{"hex": "FF 00"}` bytes that are
    /// not text, and `{"repeat": …, "times": 70000}` repeated bytes.
    func bytes() throws -> [UInt8] {
        if let text = value as? String { return Array(text.utf8) }
        if value is [any Sendable] { return try elements().flatMap { try $0.bytes() } }
        let members = try members("hex", "repeat", "times")
        if let hex = members["hex"], members.count == 1 {
            return try hex.text().split(separator: " ").map { digits in
                guard digits.utf8.count == 2, let byte = UInt8(digits, radix: 16) else {
                    throw hex.error("is not bytes of two hexadecimal digits with spaces between")
                }
                return byte
            }
        }
        guard let repeated = try members["repeat"]?.bytes(), let times = try members["times"]?.integer() else {
            throw error("is neither hex, nor repeat with times")
        }
        // Most repeat one byte, tens of thousands of times.
        if repeated.count == 1 { return Array(repeating: repeated[0], count: times) }
        return Array(repeatElement(repeated, count: times).joined())
    }

    /// Returns the text of the bytes; see ``bytes()``.
    func wireText() throws -> String {
        guard let text = String(validUTF8: try bytes()) else { throw error("is no UTF-8") }
        return text
    }

    /// Returns names with their values, in order.
    ///
    /// They are a list of lists of two texts, or of one text if `allowsLone` is set and there is no value; `{"repeat":
    /// [name, value], "times": 1000}` represents repeated pairs.
    func pairs(allowsLone: Bool) throws -> [[String]] {
        var pairs: [[String]] = []
        for element in try elements() {
            var pair = element
            var times = 1
            if element.value is [String: any Sendable] {
                let members = try element.members("repeat", "times")
                guard let repeated = members["repeat"], let count = try members["times"]?.integer() else {
                    throw element.error("lacks repeat or times")
                }
                (pair, times) = (repeated, count)
            }
            let texts = try pair.elements().map { try $0.wireText() }
            guard texts.count == 2 || (texts.count == 1 && allowsLone) else { throw pair.error("is no pair") }
            pairs += Array(repeating: texts, count: times)
        }
        return pairs
    }
}
