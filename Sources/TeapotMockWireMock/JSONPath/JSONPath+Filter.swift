import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

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
        /// - Returns: Whether the condition holds.
        /// - Throws: ``WholeTextPattern/Abandoned`` if a regular expression takes too long.
        func holds(for element: JSONTree, of root: JSONTree) throws -> Bool {
            switch self {
            case .exists(let operand): try !operand.values(element, root).isEmpty
            case .compare(let left, let comparison, let right):
                comparison.holds(try left.value(element, root), try right.value(element, root))
            case .matches(let operand, let pattern):
                try operand.value(element, root).flatMap(\.scalarText).map(pattern.matches) ?? false
            case .all(let filters): try filters.allSatisfy { try $0.holds(for: element, of: root) }
            case .any(let filters): try filters.contains { try $0.holds(for: element, of: root) }
            case .not(let filter): try !filter.holds(for: element, of: root)
            }
        }
    }

    /// One side of a comparison.
    enum Operand: Sendable {
        case element(JSONPath)
        case root(JSONPath)
        case literal(JSONTree)

        fileprivate func values(_ element: JSONTree, _ root: JSONTree) throws -> [JSONTree] {
            switch self {
            case .element(let path): try path.values(in: element, of: root)
            case .root(let path): try path.values(in: root, of: root)
            case .literal(let value): [value]
            }
        }

        /// Returns the value, or `nil` if a path leads nowhere.
        fileprivate func value(_ element: JSONTree, _ root: JSONTree) throws -> JSONTree? {
            let values = try values(element, root)
            switch self {
            case .element(let path), .root(let path): return path.isDefinite ? values.first : .list(values)
            case .literal: return values.first
            }
        }
    }
}
