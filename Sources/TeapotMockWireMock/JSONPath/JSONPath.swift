import Teapot
import TeapotMock
import TeapotMockDocuments

/// A path into JSON documents, in the subset of Jayway's syntax that stubs use.
///
/// `$.a.b`, `['a']`, `['a','b']`, `[0]`, `[-1]`, `[0,2]`, `[1:3]`, `.*`, `[*]`, `..name`, `..[0]`, `.size()`, and
/// filters such as `[?(@.price < 10 && @.name in ['Assam', 'Sencha'])]`.
struct JSONPath: Sendable {
    /// A step from values to other values.
    enum Step: Sendable {
        /// The members with these names.
        case names([String])
        /// The elements at these indices; negative indices count from the end.
        case indices([Int])
        /// The elements from one index up to, but not including, another.
        case slice(Int?, Int?)
        /// All members or elements.
        case all
        /// The value itself, and all its descendants.
        case descendants
        /// The elements that satisfy a condition, or the object itself if it does.
        case filter(Filter)
        /// The number of elements of a list, or of members of an object.
        case size
    }

    /// The path as written.
    let text: String
    let steps: [Step]

    /// Whether the path leads to at most one value.
    var isDefinite: Bool {
        steps.allSatisfy { step in
            switch step {
            case .names(let names): names.count == 1
            case .indices(let indices): indices.count == 1
            case .size: true
            case .slice, .all, .descendants, .filter: false
            }
        }
    }

    /// Returns whether the path leads to a value in a document.
    ///
    /// If the path leads to at most one value, that value must not be `null`, but it can be an empty list or object.
    ///
    /// - Parameter document: The document.
    /// - Returns: Whether it leads to a value.
    /// - Throws: ``WholeTextPattern/Abandoned`` if a regular expression takes too long.
    func leadsSomewhere(in document: JSONTree) throws -> Bool {
        let values = try values(in: document)
        return isDefinite ? values.contains { $0 != .null } : !values.isEmpty
    }

    /// Returns the values that the path leads to.
    ///
    /// - Parameters:
    ///   - value: The value where the path begins.
    ///   - root: The whole document, which filters can refer to.
    /// - Returns: The values, in the order of lists, and for objects in the order of their members' names.
    /// - Throws: ``WholeTextPattern/Abandoned`` if a regular expression takes too long.
    func values(in value: JSONTree, of root: JSONTree? = nil) throws -> [JSONTree] {
        try steps.reduce([value]) { values, step in
            try values.flatMap { try step.values(in: $0, of: root ?? value) }
        }
    }
}

extension JSONPath.Step {
    fileprivate func values(in value: JSONTree, of root: JSONTree) throws -> [JSONTree] {
        switch (self, value) {
        case (.names(let names), .object(let members)): return names.compactMap { members[exactly: $0] }
        case (.indices(let indices), .list(let elements)):
            return indices.map { $0 < 0 ? elements.count + $0 : $0 }.filter(elements.indices.contains)
                .map { elements[$0] }
        case (.slice(let start, let end), .list(let elements)):
            func place(_ number: Int) -> Int {
                min(max(0, number < 0 ? elements.count + number : number), elements.count)
            }
            let (first, last) = (place(start ?? 0), place(end ?? elements.count))
            return first < last ? Array(elements[first..<last]) : []
        case (.all, .object(let members)): return members.inOrder
        case (.all, .list(let elements)): return elements
        case (.descendants, .object(let members)):
            return try [value] + members.inOrder.flatMap { try values(in: $0, of: root) }
        case (.descendants, .list(let elements)): return try [value] + elements.flatMap { try values(in: $0, of: root) }
        case (.filter(let filter), .object): return try filter.holds(for: value, of: root) ? [value] : []
        case (.filter(let filter), .list(let elements)):
            return try elements.filter { try filter.holds(for: $0, of: root) }
        case (.size, .list(let elements)): return [.number(.init(elements.count))]
        case (.size, .object(let members)): return [.number(.init(members.count))]
        default: return []
        }
    }
}

extension [String: JSONTree] {
    /// The values in the order of their names.
    fileprivate var inOrder: [JSONTree] { sorted { $0.key < $1.key }.map(\.value) }
}
