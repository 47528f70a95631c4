import Foundation
import TeapotMock
package import TeapotMockDocuments

/// A schema, or a part of one, with its place in its document.
package struct Schema: Sendable {
    /// The JSON of the schema.
    package let tree: JSONTree
    /// The place, such as `#/components/schemas/Product`.
    package let pointer: String

    package init(tree: JSONTree, pointer: String) { (self.tree, self.pointer) = (tree, pointer) }

    /// Accesses the value of a keyword.
    package subscript(keyword: String) -> Schema? {
        tree[keyword].map { Schema(tree: $0, pointer: "\(pointer)/\(JSONPointer.escaped(keyword))") }
    }

    /// Accesses an element, if the schema is a list.
    package subscript(index: Int) -> Schema? {
        guard let elements = tree.elements, elements.indices.contains(index) else { return nil }
        return Schema(tree: elements[index], pointer: "\(pointer)/\(index)")
    }

    /// The elements, if the schema is a list.
    package var elements: [Schema] { (tree.elements ?? []).indices.compactMap { self[$0] } }
}

/// The dialect that determines the meaning of a schema's keywords.
package enum SchemaDialect: Sendable {
    /// OpenAPI 3.0's own: `nullable`, and `exclusiveMinimum` as a Boolean.
    case openAPI30
    /// JSON Schema 2020-12, which OpenAPI 3.1 uses.
    case jsonSchema2020
}

/// A document that contains schemas, which can refer to one another.
package struct SchemaDocument: Sendable {
    package let root: JSONTree
    package let dialect: SchemaDialect

    /// The whole document as one schema.
    package var schema: Schema { Schema(tree: root, pointer: "#") }

    /// The target of a reference.
    package enum Target {
        case found(Schema)
        /// No target, or a target that can't be followed, with the reason.
        case unreachable(String)
    }

    /// Follows a reference, once.
    ///
    /// - Parameter reference: The value of `$ref`.
    /// - Returns: The target. References to other documents, and to anchors, aren't followed.
    package func target(of reference: String) -> Target {
        guard reference.hasPrefix("#") else {
            return .unreachable("“\(reference)” is in another document; only those that begin with “#/” are followed")
        }
        let fragment = reference.dropFirst()
        guard fragment.isEmpty || fragment.hasPrefix("/") else {
            return .unreachable("“\(reference)” is an anchor; only those that begin with “#/” are followed")
        }
        let pointer = fragment.removingPercentEncoding ?? String(fragment)
        guard let tree = root[JSONPointer.tokens(of: pointer)] else {
            return .unreachable("“\(reference)” does not resolve")
        }
        return .found(Schema(tree: tree, pointer: "#" + pointer))
    }

    /// Follows references until the value isn't a reference.
    ///
    /// - Parameter schema: The schema, which may be a reference.
    /// - Returns: The final schema, or the reason why there's none.
    package func resolving(_ schema: Schema) -> Target {
        var schema = schema
        for _ in 0..<16 {
            guard let reference = schema.tree["$ref"]?.text else { return .found(schema) }
            switch target(of: reference) {
            case .found(let next): schema = next
            case .unreachable(let reason): return .unreachable(reason)
            }
        }
        return .unreachable("“\(schema.pointer)” refers to itself endlessly")
    }
}
