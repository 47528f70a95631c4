import Teapot
import TeapotMock

extension JSONPath {
    /// A condition on the elements of a list.
    indirect enum Filter: Sendable {
        case exists(Operand)
        case compare(Operand, Comparison, Operand)
        case matches(Operand, WholeTextPattern)
        case all([Filter])
        case any([Filter])
        case not(Filter)

        /// Returns whether the condition holds.
        ///
        /// - Parameters:
        ///   - element: The value of `@`.
        ///   - root: The value of `$`.
        /// - Returns: A Boolean value that indicates whether the condition holds.
        func holds(for element: any Sendable, of root: any Sendable) -> Bool {
            switch self {
            case .exists(let operand): !operand.values(element, root).isEmpty
            case .compare(let left, let comparison, let right):
                comparison.holds(left.value(element, root), right.value(element, root))
            case .matches(let operand, let pattern):
                operand.value(element, root).flatMap(WireMockImport.scalarText(of:)).map(pattern.matches) ?? false
            case .all(let filters): filters.allSatisfy { $0.holds(for: element, of: root) }
            case .any(let filters): filters.contains { $0.holds(for: element, of: root) }
            case .not(let filter): !filter.holds(for: element, of: root)
            }
        }
    }

    /// One side of a comparison.
    enum Operand: Sendable {
        case element(JSONPath)
        case root(JSONPath)
        case literal(any Sendable)

        fileprivate func values(_ element: any Sendable, _ root: any Sendable) -> [any Sendable] {
            switch self {
            case .element(let path): path.values(in: element, of: root)
            case .root(let path): path.values(in: root, of: root)
            case .literal(let value): [value]
            }
        }

        /// Returns the value; `nil` if a path leads nowhere.
        fileprivate func value(_ element: any Sendable, _ root: any Sendable) -> (any Sendable)? {
            let values = values(element, root)
            switch self {
            case .element(let path), .root(let path): return path.isDefinite ? values.first : values
            case .literal: return values.first
            }
        }
    }

    /// An operator that compares two values.
    enum Comparison: String, Sendable, CaseIterable {
        // Longer operators come before those that they begin with.
        case equal = "=="
        case unequal = "!="
        case atMost = "<="
        case atLeast = ">="
        case less = "<"
        case greater = ">"

        /// Returns whether the comparison holds for two values; a value is `nil` if its path found none.
        fileprivate func holds(_ left: (any Sendable)?, _ right: (any Sendable)?) -> Bool {
            switch self {
            case .equal: Self.areEqual(left, right)
            case .unequal: !Self.areEqual(left, right)
            case .less: Self.order(left, right) == .orderedAscending
            case .greater: Self.order(left, right) == .orderedDescending
            case .atMost: [.orderedAscending, .orderedSame].contains(Self.order(left, right))
            case .atLeast: [.orderedDescending, .orderedSame].contains(Self.order(left, right))
            }
        }

        private static func areEqual(_ left: (any Sendable)?, _ right: (any Sendable)?) -> Bool {
            guard let left, let right else { return false }
            switch (WireMockImport.Kind(left), WireMockImport.Kind(right)) {
            // A number is equal to the string that contains it.
            case (.number, .text(let text)): return WireMockImport.scalarText(of: left) == text
            case (.text(let text), .number): return WireMockImport.scalarText(of: right) == text
            default: return JSON.array([left]) == JSON.array([right])
            }
        }

        /// Returns the order of two numbers or of two strings; `nil` for others.
        private static func order(_ left: (any Sendable)?, _ right: (any Sendable)?) -> ComparisonResult? {
            guard let left, let right else { return nil }
            switch (WireMockImport.Kind(left), WireMockImport.Kind(right)) {
            case (.number(let left), .number(let right)):
                return left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
            case (.text(let left), .text(let right)):
                return left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
            default: return nil
            }
        }
    }
}
