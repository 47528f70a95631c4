package import TeapotMock

/// A JSON value with its place in a document.
package struct JSONNode: Sendable {
    package let value: JSONTree
    package let pointer: JSONPointer

    package init(_ value: JSONTree, at pointer: JSONPointer = JSONPointer()) {
        self.value = value
        self.pointer = pointer
    }

    /// Returns a member with its place.
    ///
    /// - Parameters:
    ///   - name: The member's name.
    ///   - value: The member's value.
    /// - Returns: The value with its place.
    package func member(_ name: String, _ value: JSONTree) -> JSONNode { JSONNode(value, at: pointer.member(name)) }

    /// The elements with their places if the value is a list; otherwise, `nil`.
    package var elements: [JSONNode]? {
        value.elements?.enumerated().map { JSONNode($0.element, at: pointer.element($0.offset)) }
    }
}
