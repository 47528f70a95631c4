package import TeapotMockDocuments

extension SchemaDocument {
    /// Returns the ways to match schemas, each a list of schemas that apply together.
    ///
    /// It follows `$ref`, `allOf`, `anyOf` and `oneOf`, up to 200 schemas and 64 ways.
    func alternatives(of schemas: [Schema]) -> [[Schema]] {
        var rest = 200
        return schemas.reduce([[]]) { Self.combined($0, ways(to: $1, &rest)) }
    }

    private func ways(to schema: Schema, _ rest: inout Int) -> [[Schema]] {
        rest -= 1
        var ways = [[schema]]
        guard rest > 0 else { return ways }
        if let reference = schema.tree["$ref"]?.text, case .found(let target) = target(of: reference, in: schema) {
            ways = Self.combined(ways, self.ways(to: target, &rest))
        }
        for part in schema["allOf"]?.elements ?? [] { ways = Self.combined(ways, self.ways(to: part, &rest)) }
        for keyword in ["anyOf", "oneOf"] {
            let branches = (schema[keyword]?.elements ?? []).prefix(64).flatMap { self.ways(to: $0, &rest) }
            if !branches.isEmpty { ways = Self.combined(ways, branches) }
        }
        return ways
    }

    private static func combined(_ left: [[Schema]], _ right: [[Schema]]) -> [[Schema]] {
        Array(left.lazy.flatMap { first in right.lazy.map { first + $0 } }.prefix(64))
    }

    /// Returns the kinds of values that schemas allow together, or `nil` if they don't say.
    func kinds(of schemas: [Schema]) -> Set<JSONTree.Kind>? {
        let kinds = schemas.compactMap { schema -> Set<JSONTree.Kind>? in
            guard let type = schema.tree["type"] else { return nil }
            return Set((type.elements ?? [type]).compactMap { Self.kinds[exactly: $0.text ?? ""] })
        }
        let isNullable = dialect == .openAPI30 && schemas.contains { $0.tree["nullable"]?.truth == true }
        return kinds.dropFirst().reduce(kinds.first) { $0?.intersection($1) }?.union(isNullable ? [.null] : [])
    }

    /// The kinds of values by the names of schemas' types.
    package static let kinds: [String: JSONTree.Kind] = [
        "null": .null, "boolean": .bool, "number": .number, "integer": .number, "string": .string, "array": .list,
        "object": .object,
    ]
}
