import Teapot
import TeapotMock

extension WireMockImport.Matcher {
    /// Returns the condition as a clause that follows a noun: `equal to “1”`.
    ///
    /// - Parameter isSecret: Whether values are hidden.
    /// - Returns: The clause.
    func clause(isSecret: Bool = false) -> String {
        func shown(_ text: String) -> String { isSecret ? "“…”" : "“\(text.shortened(to: 60))”" }
        return switch self {
        case .equals(let text, false): "equal to \(shown(text))"
        case .equals(let text, true): "equal to \(shown(text)) in any case"
        case .contains(let text): "containing \(shown(text))"
        case .lacks(let text): "not containing \(shown(text))"
        case .matches(let pattern): "matching \(shown(pattern.text))"
        case .differs(let pattern): "not matching \(shown(pattern.text))"
        case .absent: "absent"
        case .json(let equality): "equal to the JSON \(shown(equality.text))\(equality.clause)"
        case .jsonPath(let path, nil): "with \(path.text.shortened(to: 60))"
        case .jsonPath(let path, let matcher?):
            "with \(path.text.shortened(to: 60)) \(matcher.clause(isSecret: isSecret))"
        case .all(let matchers): Self.list(matchers, "and", isSecret)
        case .any(let matchers): Self.list(matchers, "or", isSecret)
        case .not(let matcher): "not \(matcher.clause(isSecret: isSecret))"
        }
    }

    private static func list(_ matchers: [Self], _ word: String, _ isSecret: Bool) -> String {
        "(" + matchers.map { $0.clause(isSecret: isSecret) }.joined(separator: " \(word) ") + ")"
    }
}
