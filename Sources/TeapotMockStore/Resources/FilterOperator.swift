import Teapot

/// An operator of a filter such as `price:gt=5`, as in json-server.
enum FilterOperator: String {
    case equal = "eq"
    case unequal = "ne"
    case less = "lt"
    case atMost = "lte"
    case greater = "gt"
    case atLeast = "gte"
    /// The value is one of several, which are separated by commas.
    case isElement = "in"
    case contains
    case startsWith
    case endsWith

    /// Returns whether the condition holds.
    ///
    /// - Parameters:
    ///   - value: The value of a member.
    ///   - text: The value as it is written in a query; `nil` for an object or a list.
    ///   - operand: The text in the query.
    /// - Returns: Whether it holds. Texts are compared without regard to case by the last three.
    func holds(_ value: any Sendable, _ text: String?, _ operand: String) -> Bool {
        guard let text else { return self == .unequal }
        switch self {
        case .equal: return text == operand
        case .unequal: return text != operand
        case .isElement: return operand.split(separator: ",").contains { $0 == text }
        case .contains: return text.lowercased().contains(operand.lowercased())
        case .startsWith: return text.lowercased().hasPrefix(operand.lowercased())
        case .endsWith: return text.lowercased().hasSuffix(operand.lowercased())
        case .less, .atMost, .greater, .atLeast: break
        }
        // A text is compared with a text, such as a date, and a number with a number.
        if value is String { return isOrdered(text, operand) }
        guard let number = Double(text), let other = Double(operand) else { return false }
        return isOrdered(number, other)
    }

    private func isOrdered<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .less: left < right
        case .atMost: left <= right
        case .greater: left > right
        case .atLeast: left >= right
        case .equal, .unequal, .isElement, .contains, .startsWith, .endsWith: false
        }
    }
}
