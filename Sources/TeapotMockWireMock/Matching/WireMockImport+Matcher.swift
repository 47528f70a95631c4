import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

extension WireMockImport {
    /// A condition on a text, such as the value of a header or a query item, or a body.
    indirect enum Matcher: Sendable {
        case equals(String, ignoresCase: Bool)
        case contains(String)
        case lacks(String)
        case matches(WholeTextPattern)
        case differs(WholeTextPattern)
        case absent
        case json(JSONEquality)
        /// A path that leads to a value, or to a value that meets a condition.
        case jsonPath(JSONPath, Matcher?)
        case all([Matcher])
        case any([Matcher])
        case not(Matcher)

        /// Returns whether a text meets the condition; `nil` stands for no text.
        ///
        /// It returns `false` if a regular expression takes too long, both for the condition and for its opposite,
        /// because the result of both is unknown.
        func isMet(by text: String?) -> Bool { (try? evaluate(text)) ?? false }

        /// Returns whether a text meets the condition; `nil` stands for no text.
        ///
        /// - Throws: ``WholeTextPattern/Abandoned`` if a regular expression takes too long.
        private func evaluate(_ text: String?) throws -> Bool {
            switch self {
            case .absent: return text == nil
            case .lacks(let part): return text.map { !$0.hasPart(part) } ?? true
            case .differs(let pattern): return try text.map { try !pattern.matches($0) } ?? true
            case .all(let matchers): return try matchers.allSatisfy { try $0.evaluate(text) }
            case .any(let matchers): return try matchers.contains { try $0.evaluate(text) }
            case .not(let matcher): return try !matcher.evaluate(text)
            case .equals, .contains, .matches, .json, .jsonPath: break
            }
            guard let text else { return false }
            switch self {
            case .equals(let expected, false): return text.isExactly(expected)
            case .equals(let expected, true): return text.lowercased() == expected.lowercased()
            case .contains(let part): return text.hasPart(part)
            case .matches(let pattern): return try pattern.matches(text)
            default: break
            }
            guard let document = try? JSONTree(parsing: Data(text.utf8)) else { return false }
            switch self {
            case .json(let equality): return try equality.isMet(by: document)
            case .jsonPath(let path, nil): return try path.leadsSomewhere(in: document)
            case .jsonPath(let path, let matcher?): return try matcher.evaluate(path, in: document)
            default: return false
            }
        }

        /// Returns whether any value that a path leads to meets the condition.
        private func evaluate(_ path: JSONPath, in document: JSONTree) throws -> Bool {
            var values = try path.values(in: document)
            if case .json(let equality) = self {
                return path.isDefinite
                    ? try values.first.map { try equality.isMet(by: $0) } ?? false
                    : try equality.isMet(by: .list(values))
            }
            if path.isDefinite, let value = values.first {
                switch value {
                case .null: values = []
                case .list(let elements): values = elements
                case .object, .string, .number, .bool: break
                }
            }
            if values.isEmpty { return allowsAbsence }
            return try values.contains { try evaluate(Self.text(of: $0)) }
        }

        /// Whether a path that finds nothing meets the condition.
        ///
        /// Only a condition that requires absence allows this: a value that must not contain a text must still exist.
        private var allowsAbsence: Bool {
            switch self {
            case .absent: true
            case .all(let matchers): matchers.allSatisfy(\.allowsAbsence)
            case .any(let matchers): matchers.contains(where: \.allowsAbsence)
            case .equals, .contains, .lacks, .matches, .differs, .json, .jsonPath, .not: false
            }
        }

        /// Returns a JSON value as a text to match: a string without its quotes, any other value as JSON.
        private static func text(of value: JSONTree) -> String { value.scalarText ?? value.json }
    }
}

extension String {
    /// Returns whether this text contains another, compared byte by byte.
    fileprivate func hasPart(_ part: String) -> Bool {
        part.isEmpty || Data(utf8).range(of: Data(part.utf8)) != nil
    }
}
