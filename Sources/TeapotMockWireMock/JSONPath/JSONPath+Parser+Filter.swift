import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

extension JSONPath.Parser {
    /// The maximum nesting of filters and brackets.
    private static let depthLimit = 50

    /// Parses a filter, up to the first text that isn't part of it.
    mutating func filter() throws(JSONPath.ParsingError) -> JSONPath.Filter {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { throw error("more than \(Self.depthLimit) nested filters") }
        var filters = [try conjunction()]
        while skip("||") { filters.append(try conjunction()) }
        return filters.count == 1 ? filters[0] : .any(filters)
    }

    private mutating func conjunction() throws(JSONPath.ParsingError) -> JSONPath.Filter {
        var filters = [try condition()]
        while skip("&&") { filters.append(try condition()) }
        return filters.count == 1 ? filters[0] : .all(filters)
    }

    private mutating func condition() throws(JSONPath.ParsingError) -> JSONPath.Filter {
        skipSpace()
        defer { skipSpace() }
        if next == "!" {
            at += 1
            depth += 1
            defer { depth -= 1 }
            guard depth <= Self.depthLimit else { throw error("more than \(Self.depthLimit) nested filters") }
            return .not(try condition())
        }
        if skip("(") {
            let filter = try filter()
            guard skip(")") else { throw error("expected “)”") }
            return filter
        }
        let left = try operand()
        skipSpace()
        if skip("=~") {
            skipSpace()
            return .matches(left, try pattern())
        }
        if let comparison = comparison() {
            skipSpace()
            return .compare(left, comparison, try operand())
        }
        guard next == ")" || next == "&" || next == "|", case .element = left else {
            throw error("expected one of \(Self.operators) =~ && || )")
        }
        return .exists(left)
    }

    private static let operators = JSONPath.Comparison.allCases.map(\.rawValue).joined(separator: " ")

    /// Parses an operator, which is case-insensitive; if there's none, nothing is skipped.
    private mutating func comparison() -> JSONPath.Comparison? {
        let word = String(characters[at...].prefix { $0.isLetter }).lowercased()
        if let comparison = JSONPath.Comparison(rawValue: word) {
            at += word.count
            return comparison
        }
        return JSONPath.Comparison.allCases.first { !$0.isWord && skip($0.rawValue) }
    }

    private mutating func operand() throws(JSONPath.ParsingError) -> JSONPath.Operand {
        if skip("@") { return .element(JSONPath(text: "@", steps: try steps())) }
        if skip("$") { return .root(JSONPath(text: "$", steps: try steps())) }
        return .literal(try literal())
    }

    /// Parses a text in quotes, a JSON scalar, or a list of these.
    private mutating func literal() throws(JSONPath.ParsingError) -> JSONTree {
        if next == "'" || next == "\"" { return .string(try quoted()) }
        if skip("[") { return try listLiteral() }
        let start = at
        while let character = next, character.isLetter || character.isNumber || "+-.".contains(character) { at += 1 }
        let word = String(characters[start..<at])
        // Any JSON scalar.
        guard let value = try? JSONTree(parsing: Data(word.utf8)) else {
            at = start
            throw error("expected “@”, “$”, a string in quotes, a number, true, false, null or a list")
        }
        return value
    }

    private mutating func listLiteral() throws(JSONPath.ParsingError) -> JSONTree {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { throw error("more than \(Self.depthLimit) nested lists") }
        skipSpace()
        if skip("]") { return .list([]) }
        let elements = try list { (parser) throws(JSONPath.ParsingError) in try parser.literal() }
        guard skip("]") else { throw error("expected “,” or “]”") }
        return .list(elements)
    }

    /// Parses an expression between slashes, which is followed by an `i` if case is ignored.
    private mutating func pattern() throws(JSONPath.ParsingError) -> WholeTextPattern {
        guard skip("/") else { throw error("expected an expression such as /a.*/") }
        var text = ""
        while let character = next, character != "/" {
            at += 1
            if character == "\\", next == "/" {
                at += 1
                text.append("/")
            } else {
                text.append(character)
                // An escaped slash doesn't end the expression.
                if character == "\\", let escaped = next {
                    text.append(escaped)
                    at += 1
                }
            }
        }
        guard skip("/") else { throw error("expected “/”") }
        do throws(WholeTextPattern.ParsingError) {
            return try WholeTextPattern(text, ignoresCase: skip("i"))
        } catch {
            throw self.error(error.reason)
        }
    }
}
