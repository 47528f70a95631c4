import TeapotMockDocuments

extension SchemaDocument {
    /// Returns the declared members of an object, also those of its references and of all parts of `allOf`.
    func properties(of schema: Schema) -> [String: Schema] {
        var found: [String: Schema] = [:]
        collect(schema, depth: 0, &found)
        return found
    }

    private func collect(_ schema: Schema, depth: Int, _ found: inout [String: Schema]) {
        guard depth < 16, case .found(let target) = resolving(schema) else { return }
        for name in (target.tree["properties"]?.members ?? [:]).keys where found[exactly: name] == nil {
            found[name] = target["properties"]?[name]
        }
        for part in target["allOf"]?.elements ?? [] { collect(part, depth: depth + 1, &found) }
    }

    /// Returns the schema of a list's elements, or `nil` if the schema isn't that of a list.
    func elements(of schema: Schema) -> Schema? {
        guard case .found(let target) = resolving(schema) else { return nil }
        return target["items"]
    }

    /// Returns whether a keyword of a schema is `true`, also after a reference.
    func states(_ keyword: String, _ schema: Schema) -> Bool {
        if schema.tree[keyword]?.truth == true { return true }
        guard case .found(let target) = resolving(schema) else { return false }
        return target.tree[keyword]?.truth == true
    }

    /// Returns the names of the members that an object must have.
    func required(of schema: Schema) -> Set<String> {
        guard case .found(let target) = resolving(schema) else { return [] }
        let own = target.tree["required"]?.elements?.compactMap(\.text) ?? []
        return (target["allOf"]?.elements ?? []).reduce(into: Set(own)) { names, part in
            if part.tree["$ref"]?.text != target.pointer { names.formUnion(required(of: part)) }
        }
    }
}
