import TeapotMock
import TeapotMockDocuments

// Decides between alternatives.
extension ExampleGenerator {
    private static let (maximumSize, maximumDepth) = (10_000, 64)

    /// Returns whether optional members should be left out to limit the value's size.
    func isLarge(_ place: ExamplePlace) -> Bool { size > 500 || place.optionalLevels >= 6 }

    /// Returns a value that matches all of some schemas, or the schemas' own example.
    mutating func value(for schemas: [Schema], _ place: ExamplePlace) throws(ExampleFailure) -> JSONTree {
        if place.salt == 0, let example = example(of: schemas) { return example }
        do { return try value(for: ExampleParts(schemas), place) } catch {
            // In OpenAPI 3.0, null needs no type of its own.
            if document.dialect == .openAPI30, fits(.null, schemas) { return .null }
            throw error
        }
    }

    private mutating func value(for parts: ExampleParts, _ place: ExamplePlace) throws(ExampleFailure) -> JSONTree {
        var (parts, place) = (parts, place)
        (size, place.depth) = (size + 1, place.depth + 1)
        guard size <= Self.maximumSize, place.depth <= Self.maximumDepth else {
            throw parts.failure("the value is too large, or takes too many attempts")
        }
        try expand(&parts, place)
        guard let choice = parts.choices.popLast() else {
            place.above += parts.targets
            return try value(of: parts, place)
        }
        let (start, alternatives) = (place.start(of: choice.usual, stride: parts.stride), choice.alternatives)
        parts.stride = min(parts.stride * choice.usual, 1000)
        var failure: ExampleFailure?
        for schemas in alternatives[start...] + alternatives[..<start] {
            parts.pending = schemas.reversed()
            do { return try value(for: parts, place) } catch { failure = failure ?? error }
        }
        throw failure ?? parts.failure("there is no alternative")
    }

    /// Follows references, and finds the alternatives, until all schemas are known.
    func expand(_ parts: inout ExampleParts, _ place: ExamplePlace) throws(ExampleFailure) {
        while let schema = parts.pending.popLast() {
            if schema.tree.truth == true { continue }
            guard let keywords = schema.tree.members else { throw ExampleFailure(schema, "allows no value") }
            if let reference = keywords["$ref"]?.text {
                guard case .found(let target) = document.target(of: reference, in: schema) else {
                    throw ExampleFailure(schema, "“\(reference)” can't be followed, or doesn't exist")
                }
                if place.above.contains(target.pointer) {
                    throw ExampleFailure(target, "refers to itself endlessly, through required members or elements")
                }
                if !parts.targets.contains(target.pointer) {
                    parts.targets.append(target.pointer)
                    parts.pending.append(target)
                }
                if document.dialect == .openAPI30 { continue }
            }
            parts.layers.append(schema)
            parts.pending += (schema["allOf"]?.elements ?? []).reversed()
            addChoices(of: schema, keywords, &parts)
        }
    }

    private func addChoices(of schema: Schema, _ keywords: [String: JSONTree], _ parts: inout ExampleParts) {
        let lists = ["oneOf", "anyOf"].compactMap { schema[$0]?.elements }.filter { !$0.isEmpty }
        for branches in lists {
            let selected = branches.compactMap { branch in
                branch.tree["$ref"]?.text.flatMap { selection(of: $0, schema) }.map { [$0, branch] }
            }
            let useful = branches.filter { $0.tree["type"]?.text != "null" }.map { [$0] }
            let nulls = branches.filter { $0.tree["type"]?.text == "null" }.map { [$0] }
            parts.choices.append((selected + useful + nulls, selected.isEmpty ? max(1, useful.count) : selected.count))
        }
        // Without alternatives, a discriminator tells the schemas that have this one as a part.
        if lists.isEmpty, keywords["discriminator"] != nil {
            let target = (parts.layers.prefix(1).map(\.pointer) + parts.targets).first {
                $0.hasPrefix("#/components/schemas/") && JSONPointer.tokens(of: $0).count == 3
            }
            if let selection = target.flatMap({ selection(of: $0, schema) }) {
                parts.choices.append(([[selection], []], 1))
            }
        }
        if let condition = schema["if"] {
            parts.choices.append(
                ([[condition] + [schema["then"]].compactMap(\.self), [schema["else"]].compactMap(\.self)], 2))
        }
        // What depends on a member is added even without the member, which seldom matters.
        let required = (schema["dependentRequired"]?.members ?? []).map { _, names in
            Schema(tree: .object(["required": names.tree]), pointer: names.pointer)
        }
        let dependents = (schema["dependentSchemas"]?.members.map(\.value) ?? []) + required
        if !dependents.isEmpty { parts.choices.append(([dependents, []], 1)) }
    }

    /// Returns a schema of the member by which a discriminator selects a target, or `nil` without a discriminator.
    private func selection(of target: String, _ schema: Schema) -> Schema? {
        let discriminator = schema.tree["discriminator"]
        guard let member = discriminator?["propertyName"] else { return nil }
        let name = JSONPointer.tokens(of: target).last ?? target
        let mapping = discriminator?["mapping"]?.members ?? [:]
        let value = mapping.filter { [target, name].contains($0.value.text) }.keys.min() ?? name
        let properties = [member.text ?? "": JSONTree.object(["const": .string(value)])]
        let keywords: [String: JSONTree] = ["required": .list([member]), "properties": .object(properties)]
        return Schema(tree: .object(keywords), pointer: "\(schema.pointer)/discriminator/\(value)")
    }
}
