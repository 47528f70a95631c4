import Teapot
import TeapotMock
import TeapotMockDocuments

/// An operator of a filter such as `price:gt=5`, as in json-server.
enum FilterOperator: String {
    case equal = "eq"
    case unequal = "ne"
    case less = "lt"
    case atMost = "lte"
    case greater = "gt"
    case atLeast = "gte"
    /// The value is one of several, separated by commas.
    case isElement = "in"
    case contains
    case startsWith
    case endsWith

    /// Returns whether a member's value meets the condition.
    ///
    /// - Parameters:
    ///   - value: The value of a member.
    ///   - operand: The text in the query.
    /// - Returns: Whether it does. The last three operators ignore case.
    func holds(_ value: JSONTree, _ operand: String) -> Bool {
        guard let text = value.queryText else { return self == .unequal }
        switch self {
        case .equal: return value.isWritten(operand)
        case .unequal: return !value.isWritten(operand)
        case .isElement: return operand.split(separator: ",").contains { value.isWritten(String($0)) }
        case .contains: return text.lowercased().contains(operand.lowercased())
        case .startsWith: return text.lowercased().hasPrefix(operand.lowercased())
        case .endsWith: return text.lowercased().hasSuffix(operand.lowercased())
        case .less, .atMost, .greater, .atLeast: break
        }
        // Text is compared with text, such as a date, and a number with a number.
        if value.text != nil { return isOrdered(text, operand) }
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

extension JSONTree {
    /// The value as written in a query, or `nil` if a query can't express it.
    fileprivate var queryText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.text
        case .bool, .null: json
        case .list, .object: nil
        }
    }

    /// Returns whether text in a query stands for the value; numbers are compared by value.
    func isWritten(_ text: String) -> Bool {
        if let number, let other = JSONNumber(text) { return number == other }
        return queryText == text
    }
}
