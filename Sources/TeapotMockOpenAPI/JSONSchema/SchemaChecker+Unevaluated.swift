import TeapotMock
import TeapotMockDocuments

// Keywords for the parts of a value that no other keyword has evaluated (JSON Schema 2020-12 Core, §11).
extension SchemaChecker {
    /// The names or indices of parts that a schema evaluates; some may not match any part.
    struct Evaluated: Sendable {
        var names: Set<String> = []
        /// The names or indices of parts that it evaluates only if certain schemas match, which is unknown.
        var possible: Set<String> = []

        mutating func add(_ others: Evaluated, isSure: Bool) {
            possible.formUnion(others.possible)
            if isSure { names.formUnion(others.names) } else { possible.formUnion(others.names) }
        }
    }

    /// Checks `unevaluatedProperties` or `unevaluatedItems`.
    mutating func unevaluated(_ value: JSONTree, _ schema: Schema, _ pointer: JSONPointer) -> [SchemaDifference] {
        guard let keyword = Self.keyword(for: value), let rest = schema[keyword] else { return [] }
        let known = evaluated(value, by: schema, isOutermost: true, pointer)
        var found: [SchemaDifference] = []
        for (name, part) in value.parts where !known.names.contains(name) {
            let place = pointer.member(name)
            if known.possible.contains(name) {
                require([rest], of: part, place)
            } else if rest.tree.truth == false {
                let expected = value.kind == .object ? "no member of this name" : "no such element"
                found.append(difference(place, rest, expected, part.found))
            } else {
                found += differences(of: part, from: rest, at: place)
            }
        }
        return found
    }

    private static func keyword(for value: JSONTree) -> String? {
        switch value {
        case .object: "unevaluatedProperties"
        case .list: "unevaluatedItems"
        default: nil
        }
    }

    /// Returns the names or indices of the parts that a schema evaluates, given a value that matches it.
    ///
    /// - Parameters:
    ///   - value: An object or a list.
    ///   - schema: The schema.
    ///   - isOutermost: Whether the schema is the one with the keyword for unevaluated parts; if so, that keyword is
    ///     ignored.
    ///   - pointer: The value's place.
    /// - Returns: The names and indices.
    private mutating func evaluated(
        _ value: JSONTree, by schema: Schema, isOutermost: Bool, _ pointer: JSONPointer
    ) -> Evaluated {
        // A circular reference evaluates nothing. References aren't followed in a schema with a “$id”.
        let step = "\(schema.pointer) \(pointer) parts \(isEmbedded)"
        guard following.count < Self.maximumDepth, take(value.parts.count + 1) else {
            return Evaluated(possible: Set(value.parts.map(\.name)))
        }
        if !isOutermost, let known = evaluations[step] { return known }
        guard following.insert(step).inserted else {
            circles += 1
            return Evaluated()
        }
        let before = circles
        let wasEmbedded = isEmbedded
        isEmbedded = isEmbedded || isResource(schema)
        defer {
            following.remove(step)
            isEmbedded = wasEmbedded
        }
        let others = value.kind == .object ? "additionalProperties" : "items"
        let keyword = isOutermost ? nil : Self.keyword(for: value)
        if schema[others] != nil || keyword.flatMap({ schema[$0] }) != nil {
            return Evaluated(names: Set(value.parts.map(\.name)))
        }
        var known = directlyEvaluated(value, by: schema, pointer)
        // An unfollowed reference may evaluate any part.
        if !isFollowed(schema) { known.possible.formUnion(value.parts.map(\.name)) }
        for (place, isSure) in applied(to: value, by: schema, pointer) {
            known.add(evaluated(value, by: place, isOutermost: false, pointer), isSure: isSure)
        }
        if !isOutermost, circles == before { evaluations[step] = known }
        return known
    }

    private func isFollowed(_ schema: Schema) -> Bool {
        guard schema.tree["$dynamicRef"] == nil else { return false }
        guard let reference = schema.tree["$ref"]?.text else { return true }
        if case .found = target(of: reference, in: schema) { return true }
        return false
    }

    /// Returns the parts that a schema's own keywords evaluate.
    private mutating func directlyEvaluated(_ value: JSONTree, by schema: Schema, _ pointer: JSONPointer) -> Evaluated {
        var known = Evaluated()
        switch value {
        case .object(let members):
            let properties = schema["properties"]?.tree.members ?? [:]
            let patterns = schema["patternProperties"]?.tree.members ?? [:]
            guard take(members.count * patterns.count) else { return Evaluated(possible: Set(members.keys)) }
            for name in members.keys {
                if properties[exactly: name] != nil { known.names.insert(name) }
                for expression in patterns.keys {
                    let place = place("patternProperties", schema)[expression] ?? schema
                    switch matches(name, expression, place) {
                    case true?: known.names.insert(name)
                    case false?: break
                    case nil: known.possible.insert(name)
                    }
                }
            }
        case .list(let elements):
            known.names = Set(
                (0..<min(schema["prefixItems"]?.tree.elements?.count ?? 0, elements.count)).map(String.init))
            guard let wanted = schema["contains"] else { return known }
            for (index, element) in elements.enumerated() {
                switch comparison(of: element, with: wanted, at: pointer.element(index)).outcome {
                case .matches: known.names.insert(String(index))
                case .differs: break
                case .unknown: known.possible.insert(String(index))
                }
            }
        default: break
        }
        return known
    }

    /// Returns the subschemas that a value matches or may match, apart from the schema's own keywords.
    private mutating func applied(
        to value: JSONTree, by schema: Schema, _ pointer: JSONPointer
    ) -> [(schema: Schema, isSure: Bool)] {
        // The value matches the schema, so it also matches each of these.
        var places = (schema["allOf"]?.elements ?? []).map { ($0, true) }
        if let reference = schema.tree["$ref"]?.text, case .found(let target) = target(of: reference, in: schema) {
            places.append((target, true))
        }
        for name in value.members?.keys.sorted() ?? [] {
            if let dependent = schema["dependentSchemas"]?[name] { places.append((dependent, true)) }
        }
        let keywords = schema.tree.members ?? [:]
        for keyword in ["anyOf", "oneOf"] where keywords[keyword] != nil {
            for branch in branches(keyword, of: value, keywords, schema) {
                let outcome = comparison(of: value, with: branch, at: pointer).outcome
                if outcome != .differs { places.append((branch, outcome == .matches)) }
            }
        }
        guard let condition = schema["if"] else { return places }
        let outcome = comparison(of: value, with: condition, at: pointer).outcome
        if outcome != .differs { places.append((condition, outcome == .matches)) }
        if outcome != .differs, let then = schema["then"] { places.append((then, outcome == .matches)) }
        if outcome != .matches, let other = schema["else"] { places.append((other, outcome == .differs)) }
        return places
    }
}

extension JSONTree {
    /// The members with their names, or the elements with their indices.
    fileprivate var parts: [(name: String, value: JSONTree)] {
        switch self {
        case .object(let members): members.map { ($0.key, $0.value) }
        case .list(let elements): elements.enumerated().map { (String($0.offset), $0.element) }
        default: []
        }
    }
}
