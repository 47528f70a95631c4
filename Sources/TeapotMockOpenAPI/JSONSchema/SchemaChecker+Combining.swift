import TeapotMock
import TeapotMockDocuments

// Keywords that combine schemas.
extension SchemaChecker {
    mutating func combinations(
        _ value: JSONTree, _ keywords: [String: JSONTree], _ schema: Schema, _ pointer: JSONPointer
    ) -> [SchemaDifference] {
        var found: [SchemaDifference] = []
        for part in list("allOf", keywords, schema) { found += differences(of: value, from: part, at: pointer) }
        for keyword in ["anyOf", "oneOf"] where keywords[keyword] != nil {
            let branches = branches(keyword, of: value, keywords, schema)
            let (matching, differences) = alternatives(value, branches, pointer, isOneEnough: keyword == "anyOf")
            found += differences
            if matching.count > 1 {
                let places = matching.map(\.pointer).joined(separator: " and ")
                let expected = "a value that matches exactly one schema of “oneOf”"
                found.append(difference(pointer, place("oneOf", schema), expected, "a match for \(places)", .choice))
            }
        }
        if let unwanted = schema["not"] {
            switch comparison(of: value, with: unwanted, at: pointer).outcome {
            case .matches:
                found.append(difference(pointer, unwanted, "a value that doesn't match “not”", value.found, .choice))
            case .differs: break
            case .unknown: leaveOut()
            }
        }
        if let condition = schema["if"] { found += conditional(value, condition, schema, pointer) }
        return found
    }

    /// Checks `if`, `then` and `else`.
    private mutating func conditional(
        _ value: JSONTree, _ condition: Schema, _ schema: Schema, _ pointer: JSONPointer
    ) -> [SchemaDifference] {
        switch comparison(of: value, with: condition, at: pointer).outcome {
        case .matches: return schema["then"].map { differences(of: value, from: $0, at: pointer) } ?? []
        case .differs: return schema["else"].map { differences(of: value, from: $0, at: pointer) } ?? []
        case .unknown:
            require([schema["then"], schema["else"]].compactMap(\.self), of: value, pointer)
            return []
        }
    }

    /// Makes the outcome unknown unless a value matches schemas that may not apply to it.
    mutating func require(_ schemas: [Schema], of value: JSONTree, _ pointer: JSONPointer) {
        for schema in schemas where comparison(of: value, with: schema, at: pointer).outcome != .matches { leaveOut() }
    }

    /// Returns the schemas that a value may match: the one that its discriminator names, or else all.
    mutating func branches(
        _ keyword: String, of value: JSONTree, _ keywords: [String: JSONTree], _ schema: Schema
    ) -> [Schema] {
        let all = list(keyword, keywords, schema)
        guard let discriminator = keywords["discriminator"], let property = discriminator["propertyName"]?.text,
            let name = value[property]?.text
        else { return all }
        let mapped = discriminator["mapping"]?[name]?.text ?? name
        let target = mapped.hasPrefix("#") ? mapped : "#/components/schemas/\(JSONPointer.escaped(mapped))"
        let named = all.filter { [mapped, target].contains($0.tree["$ref"]?.text) }
        return named.isEmpty ? all : named
    }

    /// Returns the schemas that a value matches or, if it certainly matches none, the differences from the closest one.
    private mutating func alternatives(
        _ value: JSONTree, _ branches: [Schema], _ pointer: JSONPointer, isOneEnough: Bool
    ) -> (matching: [Schema], differences: [SchemaDifference]) {
        var matching: [Schema] = []
        var others: [[SchemaDifference]] = []
        var isSure = true
        for branch in branches {
            let comparison = comparison(of: value, with: branch, at: pointer)
            switch comparison.outcome {
            case .matches: matching.append(branch)
            case .differs: others.append(comparison.differences)
            case .unknown: isSure = false
            }
            if isOneEnough, !matching.isEmpty { return (matching, []) }
        }
        // If two schemas match, neither can be the only one, regardless of what's unknown about others.
        if !isSure, matching.count < 2 { leaveOut() }
        guard isSure, matching.isEmpty, let first = others.first?.first else { return (matching, []) }
        // If the value has the wrong type for every schema, each possible type is reported.
        let wrong = others.filter { $0.count == 1 && $0[0].weight == .kind && $0[0].pointer == pointer }
        let kinds = wrong.map(\.[0].expected)
        if kinds.count == others.count {
            var choice: [String] = []
            for kind in kinds where !choice.contains(kind) { choice.append(kind) }
            let above = branches[0].pointer.split(separator: "/").dropLast().joined(separator: "/")
            let place = Schema(tree: .null, pointer: kinds.count == 1 ? first.schema : above)
            return ([], [difference(pointer, place, choice.asChoice, value.found, .kind)])
        }
        return ([], others.min { Self.weight(of: $0, at: pointer) < Self.weight(of: $1, at: pointer) } ?? [])
    }

    private static func weight(of differences: [SchemaDifference], at pointer: JSONPointer) -> Int {
        differences.reduce(0) { sum, difference in
            // A wrong type at a deeper level doesn't mean that another schema was meant.
            let isHere = difference.weight != .kind || difference.pointer == pointer
            return sum + (isHere ? difference.weight.rawValue : SchemaDifference.Weight.detail.rawValue)
        }
    }

    /// Returns whether a schema has an `$id` other than that of the whole document.
    func isResource(_ schema: Schema) -> Bool {
        document.dialect == .jsonSchema2020 && !schema.pointer.hasSuffix("#") && schema.tree["$id"] != nil
    }

    /// Follows a reference of the schema that is being compared, once.
    func target(of reference: String, in schema: Schema) -> SchemaDocument.Target {
        guard isEmbedded else { return document.target(of: reference, in: schema) }
        return .unreachable("“\(reference)” is in a schema with an “$id”; references in those are not followed")
    }

    /// Follows a schema's reference.
    mutating func referred(_ value: JSONTree, _ schema: Schema, _ pointer: JSONPointer) -> [SchemaDifference] {
        let place = place("$ref", schema)
        guard let reference = place.tree.text else {
            noteMisused("$ref", place.tree, schema)
            return []
        }
        switch target(of: reference, in: schema) {
        case .unreachable(let reason):
            leaveOut(place.pointer, reason)
            broken.insert("\(place.pointer): \(reason)")
            return []
        case .found(let target):
            let step = "\(target.pointer) \(pointer)"
            if let known = known[step] {
                if !known.isComplete { leaveOut() }
                return known.differences
            }
            guard following.insert(step).inserted else {
                circles += 1
                leaveOut(place.pointer, "“\(reference)” refers back to itself")
                return []
            }
            defer { following.remove(step) }
            let before = circles
            let found = comparison(of: value, with: target, at: pointer)
            if known.count > 10_000 { known = [:] }
            if found.isComplete || circles == before { known[step] = found }
            if !found.isComplete { leaveOut() }
            return found.differences
        }
    }
}
