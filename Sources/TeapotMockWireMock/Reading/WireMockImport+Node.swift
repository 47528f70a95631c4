import Foundation
import Teapot
import TeapotMock

extension WireMockImport {
    /// A value of a mapping file with its place.
    struct Node {
        let value: Value
        /// The place, as a JSON Pointer (RFC 6901).
        let pointer: String

        /// Returns the node of a member or an element.
        ///
        /// - Parameters:
        ///   - name: The member's name, or the element's index.
        ///   - value: The value.
        /// - Returns: The value with its place.
        func child(_ name: String, _ value: Value) -> Node {
            Node(value: value, pointer: pointer + "/" + JSONPointer.escaped(name))
        }
    }
}
