import Teapot
import TeapotTestResources

/// What is wrong with a case file, and where in it.
struct WireCaseError: Error, CustomStringConvertible {
    var path: String
    var reason: String

    var description: String { "\(path) \(reason)" }
}

/// A value of a case file that knows where it stands; what is not as it should be is an error.
struct WireValue {
    private let value: any Sendable
    private let path: String

    /// Reads a file's text; `file` is its name for errors.
    init(_ text: Data, file: String) throws {
        value = try JSON.value(parsing: text)
        path = file
    }

    private init(_ value: any Sendable, _ path: String) {
        (self.value, self.path) = (value, path)
    }

    func error(_ reason: String) -> WireCaseError { WireCaseError(path: path, reason: reason) }

    /// The members of an object that has none but these.
    func members(_ names: String...) throws -> [String: WireValue] {
        guard let members = value as? [String: any Sendable] else { throw error("is no object") }
        if let unknown = members.keys.filter({ !names.contains($0) }).min() {
            throw error("has \(unknown), but may have only \(names.joined(separator: ", "))")
        }
        return members.reduce(into: [:]) { $0[$1.key] = WireValue($1.value, "\(path).\($1.key)") }
    }

    /// The elements of a list that has some.
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

    /// `true`; what is not so is left out.
    func isTrue() throws -> Bool {
        guard value as? Bool == true else { throw error("is not true; leave it out instead") }
        return true
    }

    /// The bytes that this stands for.
    ///
    /// A text stands for its UTF-8, a list for what its elements stand for one after the other, `{"hex": "FF 00"}` for
    /// bytes that are no text, and `{"repeat": …, "times": 70000}` for many of the same.
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
        return Array(repeatElement(repeated, count: times).joined())
    }

    /// The text that bytes are; see ``bytes()``.
    func wireText() throws -> String {
        guard let text = String(validating: try bytes(), as: UTF8.self) else { throw error("is no UTF-8") }
        return text
    }

    /// Names with their values, in order.
    ///
    /// A list of lists of two texts, or of one where `allowsLone` says so and there is no value;
    /// `{"repeat": [name, value], "times": 1000}` stands for many.
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
