import TeapotMockDocuments

extension SchemaDocument {
    /// Returns the declared members of an object, also those of its references, parts and alternatives.
    func properties(of schema: Schema) -> [String: Schema] { members(of: schema).properties }

    /// Returns the declared members of an object, and the names of those that it must have.
    func members(of schema: Schema) -> (properties: [String: Schema], required: Set<String>) {
        var (properties, required) = ([String: Schema](), Set<String>())
        var (pending, seen) = ([(schema, isPart: true)], Set<String>())
        while let (next, isPart) = pending.popLast() {
            guard case .found(let target) = resolving(next), seen.insert(target.pointer).inserted else { continue }
            for name in (target.tree["properties"]?.members ?? [:]).keys where properties[exactly: name] == nil {
                properties[name] = target["properties"]?[name]
            }
            if isPart { required.formUnion(target.tree["required"]?.elements?.compactMap(\.text) ?? []) }
            for keyword in ["anyOf", "oneOf", "allOf"] {
                let parts = target[keyword]?.elements ?? []
                pending += parts.reversed().map { ($0, isPart && keyword == "allOf") }
            }
        }
        return (properties, required)
    }

    /// Returns the schema of a list's elements, or `nil` if the schema isn't that of a list.
    func elements(of schema: Schema) -> Schema? {
        guard case .found(let target) = resolving(schema) else { return nil }
        return target["items"]
    }

    /// Returns whether two schemas are the same one, also after references.
    func areSame(_ first: Schema, _ second: Schema) -> Bool {
        guard case .found(let one) = resolving(first), case .found(let two) = resolving(second) else { return false }
        return one.pointer == two.pointer
    }

    /// Returns whether a keyword of a schema is `true`, also after a reference.
    func states(_ keyword: String, _ schema: Schema) -> Bool {
        places(of: schema).contains { $0.tree[keyword]?.truth == true }
    }

    /// Returns a schema, and the one that it refers to.
    func places(of schema: Schema) -> [Schema] {
        guard schema.tree["$ref"] != nil else { return [schema] }
        // OpenAPI 3.0 ignores the keywords next to a reference.
        let own = dialect == .openAPI30 ? [] : [schema]
        guard case .found(let target) = resolving(schema) else { return own }
        return own + [target]
    }
}
