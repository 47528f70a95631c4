/// An error that occurs when no value of a schema can be generated.
package struct ExampleFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The place in the document, such as `#/components/schemas/Product/properties/code/pattern`.
    package let pointer: String
    package let reason: String

    package init(_ schema: Schema, _ reason: String) { (pointer, self.reason) = (schema.pointer, reason) }

    package var description: String { "\(pointer): \(reason)" }
}
