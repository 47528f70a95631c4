import Teapot
import TeapotMock

extension WireMockImport {
    /// A condition on a text: the value of a header field or a query item, or a body.
    indirect enum Matcher: Sendable {
        case equals(String, ignoresCase: Bool)
        case contains(String)
        case lacks(String)
        case matches(WholeTextPattern)
        case differs(WholeTextPattern)
        case absent
        case json(JSONEquality)
        /// A path that leads to a value, or to one that meets a condition.
        case jsonPath(JSONPath, Matcher?)
        case all([Matcher])
        case any([Matcher])
        case not(Matcher)

        /// Returns whether a text meets the condition; `nil` stands for no text.
        func isMet(by text: String?) -> Bool {
            switch self {
            case .absent: return text == nil
            case .lacks(let part): return text.map { !$0.hasPart(part) } ?? true
            case .differs(let pattern): return text.map { !pattern.matches($0) } ?? true
            case .all(let matchers): return matchers.allSatisfy { $0.isMet(by: text) }
            case .any(let matchers): return matchers.contains { $0.isMet(by: text) }
            case .not(let matcher): return !matcher.isMet(by: text)
            case .equals, .contains, .matches, .json, .jsonPath: break
            }
            guard let text else { return false }
            switch self {
            case .equals(let expected, false): return text.isExactly(expected)
            case .equals(let expected, true): return text.lowercased() == expected.lowercased()
            case .contains(let part): return text.hasPart(part)
            case .matches(let pattern): return pattern.matches(text)
            default: break
            }
            guard let document = try? JSON.value(parsing: Data(text.utf8)) else { return false }
            switch self {
            case .json(let equality): return equality.isMet(by: document)
            case .jsonPath(let path, nil): return path.leadsSomewhere(in: document)
            case .jsonPath(let path, let matcher?): return matcher.isMet(by: path, in: document)
            default: return false
            }
        }

        /// Returns whether any of the values that a path leads to meets the condition.
        private func isMet(by path: JSONPath, in document: any Sendable) -> Bool {
            let found = path.values(in: document)
            if case .json(let equality) = self {
                return path.isDefinite
                    ? found.first.map(equality.isMet(by:)) ?? false : equality.isMet(by: found as any Sendable)
            }
            let values =
                if path.isDefinite, let list = found.first, case .list(let elements) = Kind(list) { elements } else {
                    found
                }
            let texts = values.compactMap(Self.text(of:))
            return texts.isEmpty ? isMet(by: nil) : texts.contains { isMet(by: $0) }
        }

        /// Returns a JSON value as a text to match: a string without its quotes, any other value as JSON.
        private static func text(of value: any Sendable) -> String? {
            if value is NSNull { return nil }
            return scalarText(of: value) ?? WireMockImport.text(of: value)
        }
    }
}

extension String {
    /// Returns whether this text contains another one, compared byte by byte.
    fileprivate func hasPart(_ part: String) -> Bool {
        part.isEmpty || Data(utf8).range(of: Data(part.utf8)) != nil
    }
}
