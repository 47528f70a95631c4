import Teapot

/// A schema, or a part of one, with its place in its document.
struct Schema: Sendable {
    /// What is written there.
    let tree: JSONTree
    /// Where: `#/components/schemas/Product`.
    let pointer: String

    /// What stands under a keyword.
    subscript(keyword: String) -> Schema? {
        tree[keyword].map { Schema(tree: $0, pointer: "\(pointer)/\(JSONPointer.escaped(keyword))") }
    }

    /// An element of the list that stands here.
    subscript(index: Int) -> Schema? {
        guard let elements = tree.elements, elements.indices.contains(index) else { return nil }
        return Schema(tree: elements[index], pointer: "\(pointer)/\(index)")
    }

    /// The elements of the list that stands here.
    var elements: [Schema] { (tree.elements ?? []).indices.compactMap { self[$0] } }
}

/// What a schema's keywords mean.
enum SchemaDialect: Sendable {
    /// OpenAPI 3.0's own: `nullable`, and `exclusiveMinimum` as a boolean.
    case openAPI30
    /// JSON Schema 2020-12, which OpenAPI 3.1 takes over.
    case jsonSchema2020
}

/// A document that schemas stand in, and refer to one another in.
struct SchemaDocument: Sendable {
    let root: JSONTree
    let dialect: SchemaDialect

    /// The whole document as one schema.
    var schema: Schema { Schema(tree: root, pointer: "#") }

    /// What a reference leads to.
    enum Target {
        case found(Schema)
        /// Nowhere, or where it can't be followed, and why.
        case unreachable(String)
    }

    /// Follows a reference, once.
    ///
    /// - Parameter reference: What stands under `$ref`.
    /// - Returns: What is there. References to other documents, and to anchors, are not followed.
    func target(of reference: String) -> Target {
        guard reference.hasPrefix("#") else {
            return .unreachable("“\(reference)” is in another document; only those that begin with “#/” are followed")
        }
        let fragment = reference.dropFirst()
        guard fragment.isEmpty || fragment.hasPrefix("/") else {
            return .unreachable("“\(reference)” is an anchor; only those that begin with “#/” are followed")
        }
        let pointer = fragment.removingPercentEncoding ?? String(fragment)
        guard let tree = root[JSONPointer.tokens(of: pointer)] else {
            return .unreachable("“\(reference)” leads nowhere")
        }
        return .found(Schema(tree: tree, pointer: "#" + pointer))
    }

    /// Follows references until something else stands there: what is at a place that may hold one.
    ///
    /// - Parameter schema: The place.
    /// - Returns: What is at the end; or why there is none.
    func resolving(_ schema: Schema) -> Target {
        var schema = schema
        for _ in 0..<16 {
            guard let reference = schema.tree["$ref"]?.text else { return .found(schema) }
            switch target(of: reference) {
            case .found(let next): schema = next
            case .unreachable(let reason): return .unreachable(reason)
            }
        }
        return .unreachable("“\(schema.pointer)” refers to itself without end")
    }
}
