import Teapot
import TeapotMock

extension JSONPath {
    /// The reason a text isn't a supported path.
    struct ParsingError: Error {
        let reason: String
    }

    /// Creates a path by parsing it.
    ///
    /// - Parameter text: The path, which begins with `$`.
    /// - Throws: A ``ParsingError`` with the position of the error.
    init(_ text: String) throws(ParsingError) {
        var parser = Parser(text)
        guard parser.skip("$") else { throw parser.error("expected “$”") }
        self = JSONPath(text: text, steps: try parser.steps())
        guard parser.isAtEnd else { throw parser.error("expected a step such as “.name” or “[0]”") }
    }

    /// A parser that reads paths from left to right.
    struct Parser {
        private let text: String
        let characters: [Character]
        var at = 0
        /// The number of filters and brackets around the current position.
        var depth = 0

        init(_ text: String) {
            self.text = text
            characters = Array(text)
        }

        var next: Character? { at < characters.count ? characters[at] : nil }
        var isAtEnd: Bool { at == characters.count }

        func error(_ reason: String) -> ParsingError {
            let place = isAtEnd ? "its end" : "character \(at + 1)"
            return ParsingError(
                reason: "“\(text.shortened(to: 80))” is not a supported JSON path: \(reason) at \(place)")
        }

        /// Skips a text if it comes next, and returns whether it did.
        mutating func skip(_ text: String) -> Bool {
            guard characters[at...].starts(with: text) else { return false }
            at += text.count
            return true
        }

        mutating func skipSpace() {
            while next == " " { at += 1 }
        }

        /// Parses steps, up to the first text that isn't a step.
        mutating func steps() throws(ParsingError) -> [Step] {
            var steps: [Step] = []
            while let character = next {
                if skip("..") {
                    steps.append(.descendants)
                    steps.append(next == "[" ? try bracket() : try dotted(after: steps))
                } else if skip(".") {
                    // A dot before a bracket is optional.
                    steps.append(next == "[" ? try bracket() : try dotted(after: steps))
                    if case .size = steps.last { break }
                } else if character == "[" {
                    steps.append(try bracket())
                } else {
                    break
                }
            }
            return steps
        }

        /// Parses the step after a dot.
        private mutating func dotted(after steps: [Step]) throws(ParsingError) -> Step {
            if skip("*") { return .all }
            let start = at
            while let character = next, character.isLetter || character.isNumber || "_-$@".contains(character) {
                at += 1
            }
            let name = String(characters[start..<at])
            if next == "(" {
                // The result of a function after “..” depends on the rest of the path.
                let isDeep = steps.contains { if case .descendants = $0 { true } else { false } }
                if !isDeep, name == "size" || name == "length", skip("()") { return .size }
                throw error("the function “\(name)” is not supported\(isDeep ? " after “..”" : ""),")
            }
            guard !name.isEmpty else { throw error("expected a name") }
            return .names([name])
        }

        private mutating func bracket() throws(ParsingError) -> Step {
            _ = skip("[")
            skipSpace()
            let step: Step
            if skip("*") {
                step = .all
            } else if skip("?(") {
                step = .filter(try filter())
                guard skip(")") else { throw error("expected “)”") }
            } else if next == "'" || next == "\"" {
                step = .names(try list { (parser) throws(ParsingError) in try parser.quoted() })
            } else {
                step = try numbers()
            }
            skipSpace()
            guard skip("]") else { throw error("expected “]”") }
            return step
        }

        private mutating func numbers() throws(ParsingError) -> Step {
            let start = next == ":" ? nil : try integer()
            guard skip(":") else {
                var numbers = start.map { [$0] } ?? []
                skipSpace()
                if skip(",") {
                    skipSpace()
                    numbers += try list { (parser) throws(ParsingError) in try parser.integer() }
                }
                return .indices(numbers)
            }
            return .slice(start, next == "]" ? nil : try integer())
        }

        /// Parses items separated by commas.
        mutating func list<Item>(
            _ item: (inout Parser) throws(ParsingError) -> Item
        ) throws(ParsingError) -> [Item] {
            var items = [try item(&self)]
            skipSpace()
            while skip(",") {
                skipSpace()
                items.append(try item(&self))
                skipSpace()
            }
            return items
        }

        private mutating func integer() throws(ParsingError) -> Int {
            let start = at
            _ = skip("-")
            while let character = next, character.isASCII, character.isNumber { at += 1 }
            guard let number = Int(String(characters[start..<at])) else {
                at = start
                throw error("expected a name in quotes, a number, “*” or a filter")
            }
            return number
        }

        /// Parses a text in quotes of either kind, with Java's escapes.
        mutating func quoted() throws(ParsingError) -> String {
            guard let quote = next, quote == "'" || quote == "\"" else { throw error("expected a string in quotes") }
            at += 1
            // An escape such as “\u00e9” is a UTF-16 code unit.
            var units: [UInt16] = []
            while let character = next, character != quote {
                at += 1
                if character == "\\", next != nil {
                    units += try escaped()
                } else {
                    units += Array(String(character).utf16)
                }
            }
            guard skip(String(quote)) else { throw error("expected \(quote)") }
            return String(decoding: units, as: UTF16.self)
        }

        private static let controls: [Character: UInt16] = ["b": 0x08, "t": 0x09, "n": 0x0A, "f": 0x0C, "r": 0x0D]

        /// Parses the characters after a backslash.
        private mutating func escaped() throws(ParsingError) -> [UInt16] {
            guard let character = next else { return [] }
            at += 1
            if let control = Self.controls[character] { return [control] }
            guard character == "u" else { return Array(String(character).utf16) }
            let digits = String(characters[at...].prefix(4))
            guard digits.utf8.count == 4, !digits.hasPrefix("+"), let unit = UInt16(digits, radix: 16) else {
                throw error("expected four hexadecimal digits")
            }
            at += 4
            return [unit]
        }
    }
}
