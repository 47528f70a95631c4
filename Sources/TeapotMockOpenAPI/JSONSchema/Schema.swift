import Foundation
import TeapotMock
package import TeapotMockDocuments

/// A schema, or a part of one, with its place in its document.
package struct Schema: Sendable {
    /// The JSON of the schema.
    package let tree: JSONTree
    /// The place, such as `#/components/schemas/Product`, or `common.yaml#/Product` in another file.
    package let pointer: String
    /// The path of the file, relative to the document; it's empty for the document.
    var file: String { String(pointer.prefix { $0 != "#" }) }

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

    /// The members, ordered by name, if the schema is an object.
    package var members: [(name: String, value: Schema)] {
        (tree.members ?? [:]).keys.sorted().compactMap { name in self[name].map { (name, $0) } }
    }
}

/// The dialect that determines the meaning of a schema's keywords.
package enum SchemaDialect: Sendable {
    /// OpenAPI 3.0's own: `nullable`, and `exclusiveMinimum` as a Boolean.
    case openAPI30
    /// JSON Schema 2020-12, which OpenAPI 3.1 uses.
    case jsonSchema2020
}

/// A document that contains schemas, which can refer to one another, also in other files.
package struct SchemaDocument: Sendable {
    package let root: JSONTree
    package let dialect: SchemaDialect
    /// The contents of the other files, by path relative to the document.
    var files: [String: JSONTree] = [:]
    /// The reasons why other files can't be read, by path.
    var unreadable: [String: String] = [:]

    package init(root: JSONTree, dialect: SchemaDialect) { (self.root, self.dialect) = (root, dialect) }

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
    /// - Parameters:
    ///   - reference: The value of `$ref`.
    ///   - schema: The schema that contains it.
    /// - Returns: The target. References to anchors, and to documents on the web, aren't followed.
    package func target(of reference: String, in schema: Schema) -> Target {
        guard let file = Self.file(of: reference, in: schema.file) else {
            return .unreachable("“\(reference)” is on the web; only places in this document and in files are followed")
        }
        let fragment = reference.drop { $0 != "#" }.dropFirst()
        guard fragment.isEmpty || fragment.hasPrefix("/") else {
            return .unreachable("“\(reference)” is an anchor; only those that begin with “#/” are followed")
        }
        let isEncoded = fragment.utf8.contains(UInt8(ascii: "%"))
        let pointer = isEncoded ? fragment.removingPercentEncoding ?? String(fragment) : String(fragment)
        guard let root = file.isEmpty ? root : files[file] else {
            let advice = "“\(reference)” is in a file; read the document with “init(contentsOf:)”"
            return .unreachable(unreadable[file] ?? advice)
        }
        let tokens = JSONPointer.tokens(of: pointer)
        guard let tree = root[tokens] else {
            let names = root[tokens.dropLast()]?.members?.keys.sorted() ?? []
            let meant = tokens.last?.closest(among: names).map { "; did you mean “\($0)”?" } ?? ""
            return .unreachable("“\(reference)” doesn't exist\(meant)")
        }
        return .found(Schema(tree: tree, pointer: file + "#" + pointer))
    }

    /// Returns the path of the file that a reference points to, relative to the document; it's empty for the document.
    ///
    /// - Parameters:
    ///   - reference: The value of `$ref`.
    ///   - file: The path of the file that contains it.
    /// - Returns: The path, or `nil` for the URL of another host.
    static func file(of reference: String, in file: String) -> String? {
        if reference.hasPrefix("#") { return file }
        let path = reference.prefix { $0 != "#" }
        guard !path.contains(":"), !path.hasPrefix("//") else { return nil }
        var parts = path.hasPrefix("/") ? ["/"] : file.split(separator: "/").dropLast().map(String.init)
        for part in (path.removingPercentEncoding ?? String(path)).split(separator: "/") where part != "." {
            if part == "..", parts.last.map({ $0 != ".." }) ?? false {
                parts.removeLast()
            } else {
                parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }

    /// Follows references until the value isn't a reference.
    ///
    /// - Parameter schema: The schema, which may be a reference.
    /// - Returns: The final schema, or the reason why there's none.
    package func resolving(_ schema: Schema) -> Target {
        var schema = schema
        for _ in 0..<16 {
            guard let reference = schema.tree["$ref"]?.text else { return .found(schema) }
            switch target(of: reference, in: schema) {
            case .found(let next): schema = next
            case .unreachable(let reason): return .unreachable(reason)
            }
        }
        return .unreachable("“\(schema.pointer)” refers to itself endlessly")
    }
}
