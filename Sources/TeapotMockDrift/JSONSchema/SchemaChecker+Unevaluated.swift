import Teapot
import TeapotMock

// Keywords for the parts of a value that no other keyword has evaluated (JSON Schema 2020-12 Core, §11).
extension SchemaChecker {
    /// Checks `unevaluatedProperties` or `unevaluatedItems`.
    mutating func unevaluated(_ value: JSONTree, _ schema: Schema, _ pointer: JSONPointer) -> [SchemaDifference] {
        guard let keyword = Self.keyword(for: value), let rest = schema[keyword] else { return [] }
        let known = evaluated(value, by: schema, isOutermost: true, pointer)
        var found: [SchemaDifference] = []
        for (name, part) in value.parts where !known.contains(name) {
            if rest.tree.truth == false {
                let expected = value.kind == .object ? "no member of this name" : "no such element"
                found.append(difference(pointer.member(name), rest, expected, part.found))
            } else {
                found += differences(of: part, from: rest, at: pointer.member(name))
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

    /// Returns the names or indices of the parts that a schema evaluates.
    ///
    /// - Parameters:
    ///   - value: An object or a list.
    ///   - schema: The schema.
    ///   - isOutermost: A Boolean value that indicates whether the schema is the one with the keyword for unevaluated
    ///     parts, which is then ignored.
    ///   - pointer: The value's place.
    /// - Returns: The names and indices; some may not belong to any part.
    private mutating func evaluated(
        _ value: JSONTree, by schema: Schema, isOutermost: Bool, _ pointer: JSONPointer
    ) -> Set<String> {
        // A circular reference evaluates nothing.
        let step = "\(schema.pointer) \(pointer) parts"
        guard following.count < Self.maximumDepth, following.insert(step).inserted else { return [] }
        defer { following.remove(step) }
        let all = Set(value.parts.map(\.name))
        let others = value.kind == .object ? "additionalProperties" : "items"
        if schema[others] != nil { return all }
        if !isOutermost, let keyword = Self.keyword(for: value), schema[keyword] != nil { return all }
        var known = directlyEvaluated(value, by: schema, pointer)
        for place in applied(to: value, by: schema, pointer) {
            known.formUnion(evaluated(value, by: place, isOutermost: false, pointer))
        }
        return known
    }

    /// Returns the parts that a schema's own keywords evaluate.
    private mutating func directlyEvaluated(
        _ value: JSONTree, by schema: Schema, _ pointer: JSONPointer
    ) -> Set<String> {
        switch value {
        case .object(let members):
            var known = Set((schema["properties"]?.tree.members ?? [:]).keys)
            let patterns = schema["patternProperties"]?.tree.members ?? [:]
            for name in members.keys {
                for expression in patterns.keys where matches(name, expression, schema) != false { known.insert(name) }
            }
            return known
        case .list(let elements):
            var known = Set((schema["prefixItems"]?.elements ?? []).indices.map(String.init))
            guard let wanted = schema["contains"] else { return known }
            for (index, element) in elements.enumerated()
            where differences(of: element, from: wanted, at: pointer.element(index)).isEmpty {
                known.insert(String(index))
            }
            return known
        default: return []
        }
    }

    /// Returns the subschemas, beside a schema's own keywords, that a value matches.
    private mutating func applied(to value: JSONTree, by schema: Schema, _ pointer: JSONPointer) -> [Schema] {
        var places = schema["allOf"]?.elements ?? []
        if let reference = schema.tree["$ref"]?.text, case .found(let target) = document.target(of: reference) {
            places.append(target)
        }
        for branch in (schema["anyOf"]?.elements ?? []) + (schema["oneOf"]?.elements ?? [])
        where differences(of: value, from: branch, at: pointer).isEmpty { places.append(branch) }
        if let condition = schema["if"] {
            let isMet = differences(of: value, from: condition, at: pointer).isEmpty
            if isMet { places.append(condition) }
            if let then = schema[isMet ? "then" : "else"] { places.append(then) }
        }
        for name in value.members?.keys.sorted() ?? [] {
            if let dependent = schema["dependentSchemas"]?[name] { places.append(dependent) }
        }
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
