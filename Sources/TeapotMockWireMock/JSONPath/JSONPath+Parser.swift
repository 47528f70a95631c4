import Teapot
import TeapotMock

extension JSONPath {
    /// The reason why a text is not a supported path.
    struct Flaw: Error {
        let reason: String
    }

    /// Creates a path by parsing it.
    ///
    /// - Parameter text: The path, which begins with `$`.
    /// - Throws: A ``Flaw`` with the position of the error.
    init(_ text: String) throws(Flaw) {
        var parser = Parser(text)
        guard parser.skip("$") else { throw parser.flaw("expected “$”") }
        self = JSONPath(text: text, steps: try parser.steps())
        guard parser.isAtEnd else { throw parser.flaw("expected a step such as “.name” or “[0]”") }
    }

    /// A parser of paths, which reads from left to right.
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

        func flaw(_ reason: String) -> Flaw {
            let place = isAtEnd ? "its end" : "character \(at + 1)"
            return Flaw(reason: "“\(text.shortened(to: 80))” is not a supported JSON path: \(reason) at \(place)")
        }

        /// Skips a text if it is next, and returns whether it was.
        mutating func skip(_ text: String) -> Bool {
            guard characters[at...].starts(with: text) else { return false }
            at += text.count
            return true
        }

        mutating func skipSpace() {
            while next == " " { at += 1 }
        }

        /// Parses steps, up to the first text that is not one.
        mutating func steps() throws(Flaw) -> [Step] {
            var steps: [Step] = []
            while let character = next {
                if skip("..") {
                    steps.append(.descendants)
                    steps.append(next == "[" ? try bracket() : try dotted())
                } else if skip(".") {
                    steps.append(try dotted())
                } else if character == "[" {
                    steps.append(try bracket())
                } else {
                    break
                }
            }
            return steps
        }

        /// Parses the step after a dot.
        private mutating func dotted() throws(Flaw) -> Step {
            if skip("*") { return .all }
            let start = at
            while let character = next, character.isLetter || character.isNumber || "_-$@".contains(character) {
                at += 1
            }
            let name = String(characters[start..<at])
            if next == "(" { throw flaw("the function “\(name)” is not supported,") }
            guard !name.isEmpty else { throw flaw("expected a name") }
            return .names([name])
        }

        private mutating func bracket() throws(Flaw) -> Step {
            _ = skip("[")
            skipSpace()
            let step: Step
            if skip("*") {
                step = .all
            } else if skip("?(") {
                step = .filter(try filter())
                guard skip(")") else { throw flaw("expected “)”") }
            } else if next == "'" || next == "\"" {
                step = .names(try list { (parser) throws(Flaw) in try parser.quoted() })
            } else {
                step = try numbers()
            }
            skipSpace()
            guard skip("]") else { throw flaw("expected “]”") }
            return step
        }

        private mutating func numbers() throws(Flaw) -> Step {
            let start = next == ":" ? nil : try integer()
            guard skip(":") else {
                var numbers = start.map { [$0] } ?? []
                skipSpace()
                if skip(",") {
                    skipSpace()
                    numbers += try list { (parser) throws(Flaw) in try parser.integer() }
                }
                return .indices(numbers)
            }
            return .slice(start, next == "]" ? nil : try integer())
        }

        /// Parses items separated by commas.
        private mutating func list<Item>(
            _ item: (inout Parser) throws(Flaw) -> Item
        ) throws(Flaw) -> [Item] {
            var items = [try item(&self)]
            skipSpace()
            while skip(",") {
                skipSpace()
                items.append(try item(&self))
                skipSpace()
            }
            return items
        }

        private mutating func integer() throws(Flaw) -> Int {
            let start = at
            _ = skip("-")
            while let character = next, character.isASCII, character.isNumber { at += 1 }
            guard let number = Int(String(characters[start..<at])) else {
                at = start
                throw flaw("expected a name in quotes, a number, “*” or a filter")
            }
            return number
        }

        /// Parses a text in quotes of either kind; a backslash escapes the character after it.
        mutating func quoted() throws(Flaw) -> String {
            guard let quote = next, quote == "'" || quote == "\"" else { throw flaw("expected a text in quotes") }
            at += 1
            var text = ""
            while let character = next, character != quote {
                at += 1
                if character == "\\", let escaped = next {
                    text.append(escaped)
                    at += 1
                } else {
                    text.append(character)
                }
            }
            guard skip(String(quote)) else { throw flaw("expected \(quote)") }
            return text
        }
    }
}
