import TeapotMock
import TeapotMockDocuments

extension SchemaChecker {
    /// The keywords that are constraints.
    package static let checked: Set = [
        "$ref", "type", "enum", "const", "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
        "minLength", "maxLength", "pattern", "format", "items", "prefixItems", "contains", "minContains",
        "maxContains", "minItems", "maxItems", "uniqueItems", "properties", "patternProperties",
        "additionalProperties", "propertyNames", "required", "dependentRequired", "dependentSchemas", "minProperties",
        "maxProperties", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "discriminator", "readOnly",
        "writeOnly", "unevaluatedProperties", "unevaluatedItems",
    ]

    /// The keywords that only describe.
    package static let describing: Set = [
        "title", "description", "default", "example", "examples", "deprecated", "externalDocs", "xml", "$comment",
        "$schema", "$defs", "definitions", "contentEncoding", "contentMediaType", "contentSchema", "summary",
    ]

    /// The keywords that only one dialect has.
    private static let of2020: Set = [
        "const", "prefixItems", "contains", "minContains", "maxContains", "patternProperties", "propertyNames",
        "dependentRequired", "dependentSchemas", "if", "then", "else", "unevaluatedProperties", "unevaluatedItems",
    ]

    /// Notes each unknown keyword, which describes but doesn't constrain (JSON Schema 2020-12 Core, §6.5).
    mutating func noteUnknown(_ keywords: [String: JSONTree], of schema: Schema) {
        if keywords["$dynamicRef"] != nil { leaveOut() }
        guard examined.insert(schema.pointer).inserted else { return }
        let is30 = document.dialect == .openAPI30
        for keyword in keywords.keys where !Self.describing.contains(keyword) && !keyword.hasPrefix("x-") {
            let (isNew, isNullable) = (is30 && Self.of2020.contains(keyword), keyword == "nullable")
            if Self.checked.contains(keyword) && !isNew || is30 && isNullable { continue }
            let advice = "an OpenAPI 3.0 keyword and has no effect in 3.1; add null to the schema's types instead"
            let other = isNew ? "checked, although OpenAPI 3.0 has no such keyword" : "not supported"
            note(schema.pointer, "“\(keyword)” is \(isNullable ? advice : other)")
        }
    }

    /// Notes the keywords next to a reference, which OpenAPI 3.0 ignores.
    mutating func noteNeighbours(of schema: Schema, _ keywords: [String: JSONTree]) {
        let others = keywords.keys.filter { $0 != "$ref" && !Self.describing.contains($0) && !$0.hasPrefix("x-") }
        for keyword in others {
            note(schema.pointer, "“\(keyword)” next to “$ref” is ignored, as in OpenAPI 3.0; put both in “allOf”")
        }
    }

    /// Returns a keyword's value as a count; notes a value of another type.
    mutating func count(_ keyword: String, _ keywords: [String: JSONTree], _ schema: Schema) -> Int? {
        guard let value = keywords[keyword] else { return nil }
        if let count = value.count { return count }
        noteMisused(keyword, value, schema)
        return nil
    }

    /// Checks the keywords for the lowest and the highest count, such as `minItems` and `maxItems` for `Items`.
    mutating func limits(
        _ name: String, _ unit: String, _ found: Int, of value: JSONTree? = nil, _ keywords: [String: JSONTree],
        _ schema: Schema, _ pointer: JSONPointer
    ) -> [SchemaDifference] {
        let shown = "\(found)" + (value.map { ": \($0.shown)" } ?? "")
        return [("min" + name, "at least"), ("max" + name, "at most")].compactMap { keyword, words in
            guard let limit = count(keyword, keywords, schema), words == "at least" ? found < limit : found > limit
            else { return nil }
            let expected = "\(words) \(String(counting: limit, unit))"
            return difference(pointer, place(keyword, schema), expected, shown)
        }
    }

    /// Returns the schemas in a keyword's list; notes an empty list or a value of another type.
    mutating func list(_ keyword: String, _ keywords: [String: JSONTree], _ schema: Schema) -> [Schema] {
        guard let value = schema[keyword] else { return [] }
        if value.tree.elements?.isEmpty != false { noteMisused(keyword, value.tree, schema) }
        return take(value.tree.elements?.count ?? 0) ? value.elements : []
    }

    /// Returns the names in a keyword's list; notes a value of another type.
    mutating func names(_ keyword: String, _ value: JSONTree?, _ schema: Schema) -> [String] {
        guard let value else { return [] }
        guard take(value.elements?.count ?? 0) else { return [] }
        let names = value.elements?.compactMap(\.text)
        if names == nil || names?.count != value.elements?.count { noteMisused(keyword, value, schema) }
        return names ?? []
    }

    /// Returns a keyword's value as an object; notes a value of another type.
    mutating func members(_ keyword: String, _ schema: Schema) -> [String: JSONTree] {
        guard let value = schema[keyword] else { return [:] }
        if value.tree.members == nil { noteMisused(keyword, value.tree, schema) }
        return value.tree.members ?? [:]
    }

    /// Notes a keyword whose value isn't allowed; the outcome is unknown.
    mutating func noteMisused(_ keyword: String, _ value: JSONTree, _ schema: Schema) {
        leaveOut(schema.pointer, "“\(keyword)” can't be \(value.found)")
    }

    /// Returns the schema of a keyword, for its place.
    func place(_ keyword: String, _ schema: Schema) -> Schema {
        schema[keyword] ?? Schema(tree: .null, pointer: "\(schema.pointer)/\(JSONPointer.escaped(keyword))")
    }
}
