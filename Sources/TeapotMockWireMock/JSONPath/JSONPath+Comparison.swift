import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

extension JSONPath {
    /// An operator that compares two values.
    enum Comparison: String, Sendable, CaseIterable {
        // Longer operators come before their prefixes.
        case equal = "=="
        case unequal = "!="
        case atMost = "<="
        case atLeast = ">="
        case less = "<"
        case greater = ">"
        /// The left value is an element of the list on the right.
        case isElement = "in"
        case isNoElement = "nin"
        /// All elements on the left are also on the right.
        case isSubset = "subsetof"
        /// An element on the left is also on the right.
        case sharesElements = "anyof"
        case sharesNone = "noneof"
        /// The list or the text on the left has the length on the right.
        case hasSize = "size"
        /// Whether the list, object or text on the left is empty equals the Boolean on the right.
        case isEmpty = "empty"

        /// Whether the operator is a word.
        var isWord: Bool { rawValue.first?.isLetter == true }

        /// Returns whether the comparison holds for two values; a value is `nil` if its path found nothing.
        func holds(_ left: JSONTree?, _ right: JSONTree?) -> Bool {
            switch self {
            case .equal: Self.areEqual(left, right)
            case .unequal: !Self.areEqual(left, right)
            case .less: Self.order(left, right) == .orderedAscending
            case .greater: Self.order(left, right) == .orderedDescending
            case .atMost: [.orderedAscending, .orderedSame].contains(Self.order(left, right))
            case .atLeast: [.orderedDescending, .orderedSame].contains(Self.order(left, right))
            case .isElement: Self.contains(right?.elements ?? [], left)
            case .isNoElement: !Self.contains(right?.elements ?? [], left)
            case .isSubset: Self.compare(left, right) { own, others in own.allSatisfy { Self.contains(others, $0) } }
            case .sharesElements:
                Self.compare(left, right) { own, others in own.contains { Self.contains(others, $0) } }
            case .sharesNone: Self.compare(left, right) { own, others in !own.contains { Self.contains(others, $0) } }
            case .hasSize: Self.length(left).map { Self.areEqual(.number(.init($0)), right) } ?? false
            case .isEmpty: Self.hasNoContents(left).map { Self.areEqual(.bool($0), right) } ?? false
            }
        }

        private static func contains(_ elements: [JSONTree], _ value: JSONTree?) -> Bool {
            elements.contains { areEqual(value, $0) }
        }

        /// Returns whether a condition holds for two lists, or `false` if one of the values isn't a list.
        private static func compare(
            _ left: JSONTree?, _ right: JSONTree?,
            _ condition: ([JSONTree], [JSONTree]) -> Bool
        ) -> Bool {
            guard let own = left?.elements, let others = right?.elements else { return false }
            return condition(own, others)
        }

        /// Returns the length of a list or a text, or `nil` for any other value.
        private static func length(_ value: JSONTree?) -> Int? {
            guard let value else { return nil }
            return switch value {
            case .list(let elements): elements.count
            case .string(let text): text.utf16.count
            case .object, .number, .bool, .null: nil
            }
        }

        /// Returns whether a list, an object or a text is empty, or `nil` for any other value.
        private static func hasNoContents(_ value: JSONTree?) -> Bool? {
            if let members = value?.members { return members.isEmpty }
            return length(value).map { $0 == 0 }
        }

        private static func areEqual(_ left: JSONTree?, _ right: JSONTree?) -> Bool {
            guard let left, let right else { return false }
            switch (left, right) {
            // A number equals a string that contains a number with the same value.
            case (.number(let number), .string(let text)): return JSONNumber(text) == number
            // A string equals a number that is written with the same characters.
            case (.string(let text), .number): return right.scalarText == text
            default: return left == right
            }
        }

        /// Returns the order of two numbers or two strings, or `nil` for any other values.
        private static func order(_ left: JSONTree?, _ right: JSONTree?) -> ComparisonResult? {
            guard let left, let right else { return nil }
            switch (left, right) {
            case (.number(let left), .number(let right)):
                return left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
            case (.string(let left), .string(let right)):
                return left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
            default: return nil
            }
        }
    }
}
