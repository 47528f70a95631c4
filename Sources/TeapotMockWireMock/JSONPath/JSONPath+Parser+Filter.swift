import Teapot
import TeapotMock

extension JSONPath.Parser {
    /// The maximum nesting of filters and brackets.
    private static let depthLimit = 50

    /// Parses a filter, up to the first text that is not part of one.
    mutating func filter() throws(JSONPath.Flaw) -> JSONPath.Filter {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { throw flaw("more than \(Self.depthLimit) nested filters") }
        var filters = [try conjunction()]
        while skip("||") { filters.append(try conjunction()) }
        return filters.count == 1 ? filters[0] : .any(filters)
    }

    private mutating func conjunction() throws(JSONPath.Flaw) -> JSONPath.Filter {
        var filters = [try condition()]
        while skip("&&") { filters.append(try condition()) }
        return filters.count == 1 ? filters[0] : .all(filters)
    }

    private mutating func condition() throws(JSONPath.Flaw) -> JSONPath.Filter {
        skipSpace()
        defer { skipSpace() }
        if next == "!" {
            at += 1
            depth += 1
            defer { depth -= 1 }
            guard depth <= Self.depthLimit else { throw flaw("more than \(Self.depthLimit) nested filters") }
            return .not(try condition())
        }
        if skip("(") {
            let filter = try filter()
            guard skip(")") else { throw flaw("expected “)”") }
            return filter
        }
        let left = try operand()
        skipSpace()
        if skip("=~") {
            skipSpace()
            return .matches(left, try pattern())
        }
        if let comparison = JSONPath.Comparison.allCases.first(where: { skip($0.rawValue) }) {
            skipSpace()
            return .compare(left, comparison, try operand())
        }
        guard next == ")" || next == "&" || next == "|", case .element = left else {
            throw flaw("expected one of == != < <= > >= =~ && || )")
        }
        return .exists(left)
    }

    private mutating func operand() throws(JSONPath.Flaw) -> JSONPath.Operand {
        if skip("@") { return .element(JSONPath(text: "@", steps: try steps())) }
        if skip("$") { return .root(JSONPath(text: "$", steps: try steps())) }
        if next == "'" || next == "\"" { return .literal(try quoted()) }
        let start = at
        while let character = next, character.isLetter || character.isNumber || "+-.".contains(character) { at += 1 }
        let word = String(characters[start..<at])
        // Any JSON scalar.
        guard let value = try? JSON.value(parsing: Data(word.utf8)) else {
            at = start
            throw flaw("expected “@”, “$”, a text in quotes, a number, true, false or null")
        }
        return .literal(value)
    }

    /// Parses an expression between slashes, followed by an `i` if case is ignored.
    private mutating func pattern() throws(JSONPath.Flaw) -> WholeTextPattern {
        guard skip("/") else { throw flaw("expected an expression such as /a.*/") }
        var text = ""
        while let character = next, character != "/" {
            at += 1
            if character == "\\", next == "/" {
                at += 1
                text.append("/")
            } else {
                text.append(character)
                // An escaped slash does not end the expression.
                if character == "\\", let escaped = next {
                    text.append(escaped)
                    at += 1
                }
            }
        }
        guard skip("/") else { throw flaw("expected “/”") }
        do throws(WholeTextPattern.Flaw) {
            return try WholeTextPattern(text, ignoresCase: skip("i"))
        } catch {
            throw flaw(error.reason)
        }
    }
}
