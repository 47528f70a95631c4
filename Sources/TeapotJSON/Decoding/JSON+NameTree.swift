import Foundation

extension JSON {
    /// The shapes of the objects in a text, as a tree.
    ///
    /// A shape is the names of an object up to one of its members. Objects of one list usually have the same shape, so
    /// a name is first compared with the one that followed in an earlier object.
    struct NameTree {
        typealias Place = Reader.Place

        /// A shape's last name, and its relations to other shapes, which are indices in ``nodes``.
        struct Node {
            /// The offset in the text of the name, behind its opening quote.
            let offset: Int
            /// The number of bytes of the name without the quotes.
            let count: Int
            let kind: Element.Kind
            let parent: Int
            /// The newest shape with one more name, or 0.
            var firstChild = 0
            /// The next older shape with the same parent, or 0.
            let nextSibling: Int
        }

        /// All shapes, of which the first has no names.
        private(set) var nodes = [Node(offset: 0, count: 0, kind: .null, parent: 0, nextSibling: 0)]

        /// Returns the shape with one more name, or 0 if it has to be appended.
        ///
        /// - Parameters:
        ///   - parent: The shape without the name.
        ///   - place: The position of the name behind its opening quote.
        ///   - start: The beginning of the text.
        ///   - end: The end of the text.
        /// - Returns: The shape whose last name is at the position.
        @inline(__always) func child(of parent: Int, at place: Place, _ start: Place, _ end: Place) -> Int {
            var shape = nodes[parent].firstChild
            // With many children, as for names that are keys of a table, searching all would cost more than it saves.
            var rest = 8
            while shape != 0 {
                let (offset, count) = (nodes[shape].offset, nodes[shape].count)
                // The name's closing quote belongs to what is compared.
                if end - place > count, memcmp(place, start + offset, count + 1) == 0 { return shape }
                rest -= 1
                shape = rest == 0 ? 0 : nodes[shape].nextSibling
            }
            return 0
        }

        /// Adds a shape with one more name than another, and returns it.
        mutating func append(to parent: Int, offset: Int, count: Int, kind: Element.Kind) -> Int {
            let sibling = nodes[parent].firstChild
            nodes[parent].firstChild = nodes.count
            nodes.append(Node(offset: offset, count: count, kind: kind, parent: parent, nextSibling: sibling))
            return nodes.count - 1
        }
    }

    /// The names of an object, as keys of a dictionary.
    final class Names {
        /// The names in their order in the text.
        let all: [String]
        /// Whether no two names are equal.
        let isUnique: Bool
        /// The number of the first member with each name; `nil` if there are so few names that searching is faster.
        private let numbers: [String: Int]?

        init(_ all: [String]) {
            self.all = all
            numbers = all.count > 8 ? Dictionary(zip(all, all.indices)) { first, _ in first } : nil
            isUnique = numbers.map { $0.count == all.count } ?? all.indices.allSatisfy { !all[..<$0].contains(all[$0]) }
        }

        /// Returns the number of the first member with a name, which is the one that Foundation uses.
        func firstNumber(of name: String) -> Int? { numbers.map { $0[name] } ?? all.firstIndex(of: name) }
    }
}
