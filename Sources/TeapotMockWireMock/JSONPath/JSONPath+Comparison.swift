import Foundation
import Teapot
import TeapotMock

extension JSONPath {
    /// An operator that compares two values.
    enum Comparison: String, Sendable, CaseIterable {
        // Longer operators come before those that they begin with.
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
        /// The list, the object or the text on the left is empty, or is not, as the Boolean on the right says.
        case isEmpty = "empty"

        /// A Boolean value that indicates whether the operator is a word.
        var isWord: Bool { rawValue.first?.isLetter == true }

        /// Returns whether the comparison holds for two values; a value is `nil` if its path found none.
        func holds(_ left: WireMockImport.Value?, _ right: WireMockImport.Value?) -> Bool {
            switch self {
            case .equal: Self.areEqual(left, right)
            case .unequal: !Self.areEqual(left, right)
            case .less: Self.order(left, right) == .orderedAscending
            case .greater: Self.order(left, right) == .orderedDescending
            case .atMost: [.orderedAscending, .orderedSame].contains(Self.order(left, right))
            case .atLeast: [.orderedDescending, .orderedSame].contains(Self.order(left, right))
            case .isElement: Self.contains(Self.elements(right) ?? [], left)
            case .isNoElement: !Self.contains(Self.elements(right) ?? [], left)
            case .isSubset: Self.compare(left, right) { own, others in own.allSatisfy { Self.contains(others, $0) } }
            case .sharesElements:
                Self.compare(left, right) { own, others in own.contains { Self.contains(others, $0) } }
            case .sharesNone: Self.compare(left, right) { own, others in !own.contains { Self.contains(others, $0) } }
            case .hasSize: Self.length(left).map { Self.areEqual(.number(.init($0)), right) } ?? false
            case .isEmpty: Self.hasNoContents(left).map { Self.areEqual(.flag($0), right) } ?? false
            }
        }

        private static func contains(_ elements: [WireMockImport.Value], _ value: WireMockImport.Value?) -> Bool {
            elements.contains { areEqual(value, $0) }
        }

        /// Returns whether a condition holds for two lists; `false` if one of the values is not a list.
        private static func compare(
            _ left: WireMockImport.Value?, _ right: WireMockImport.Value?,
            _ condition: ([WireMockImport.Value], [WireMockImport.Value]) -> Bool
        ) -> Bool {
            guard let own = elements(left), let others = elements(right) else { return false }
            return condition(own, others)
        }

        private static func elements(_ value: WireMockImport.Value?) -> [WireMockImport.Value]? {
            if let value, case .list(let elements) = value { elements } else { nil }
        }

        /// Returns the length of a list or a text; `nil` for others.
        private static func length(_ value: WireMockImport.Value?) -> Int? {
            guard let value else { return nil }
            return switch value {
            case .list(let elements): elements.count
            case .text(let text): text.utf16.count
            case .object, .number, .flag, .null: nil
            }
        }

        /// Returns whether a list, an object or a text is empty; `nil` for others.
        private static func hasNoContents(_ value: WireMockImport.Value?) -> Bool? {
            if let value, case .object(let members) = value { return members.isEmpty }
            return length(value).map { $0 == 0 }
        }

        private static func areEqual(_ left: WireMockImport.Value?, _ right: WireMockImport.Value?) -> Bool {
            guard let left, let right else { return false }
            switch (left, right) {
            // A number is equal to a string that contains a number of the same value.
            case (.number(let number), .text(let text)): return WireMockImport.Number(text) == number
            // A string is equal to a number that is written with the same characters.
            case (.text(let text), .number): return right.scalarText == text
            default: return left == right
            }
        }

        /// Returns the order of two numbers or of two strings; `nil` for others.
        private static func order(_ left: WireMockImport.Value?, _ right: WireMockImport.Value?) -> ComparisonResult? {
            guard let left, let right else { return nil }
            switch (left, right) {
            case (.number(let left), .number(let right)):
                return left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
            case (.text(let left), .text(let right)):
                return left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
            default: return nil
            }
        }
    }
}
