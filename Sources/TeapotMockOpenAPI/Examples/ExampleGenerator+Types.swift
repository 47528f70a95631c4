import TeapotMockDocuments

// Chooses a constant or a type.
extension ExampleGenerator {
    /// Returns a value that matches schemas without regard to their alternatives.
    mutating func value(of parts: ExampleParts, _ place: ExamplePlace) throws(ExampleFailure) -> JSONTree {
        if let constants = constants(parts.layers) {
            guard !constants.isEmpty else { throw parts.failure("its parts allow no common value") }
            return constants[place.start(of: constants.count, stride: parts.stride)]
        }
        let types = types(parts, place)
        // The first type is the usual one.
        let start = place.salt == 0 ? 0 : place.start(of: max(1, types.count), stride: parts.stride)
        var failure: ExampleFailure?
        for type in types[start...] + types[..<start] {
            do throws(ExampleFailure) {
                switch type {
                case "object": return try object(parts, place)
                case "array": return try list(parts, place)
                case "string": return try string(parts, place)
                case "number", "integer": return try number(parts, isWhole: type == "integer", place)
                case "boolean": return .bool(place.start(of: 2) == 0)
                case "null": return .null
                default: throw parts.failure("there is no type “\(type)”")
                }
            } catch { failure = failure ?? error }
        }
        throw failure ?? parts.failure("its parts have no common type")
    }

    /// Returns the values that all `const` and `enum` allow, or `nil` if there's no such keyword.
    private mutating func constants(_ layers: [Schema]) -> [JSONTree]? {
        let lists = layers.flatMap { [$0.tree["const"].map { [$0] }, $0.tree["enum"]?.elements].compactMap(\.self) }
        guard let values = lists.min(by: { $0.count < $1.count }) else { return nil }
        // A value is more useful than null.
        let fitting = values.filter { fits($0, layers) }
        return fitting.allSatisfy { $0.kind == .null } ? fitting : fitting.filter { $0.kind != .null }
    }

    /// Returns the types that all schemas allow, the usual one first and null last.
    private func types(_ parts: ExampleParts, _ place: ExamplePlace) -> [String] {
        let lists = parts.layers.compactMap { $0.tree["type"] }.map { ($0.elements ?? [$0]).compactMap(\.text) }
        if let first = lists.first {
            let all = first.contains("number") ? first + ["integer"] : first
            let allowed = all.filter { type in
                lists.allSatisfy { $0.contains(type) || type == "integer" && $0.contains("number") }
            }
            return allowed.filter { $0 != "null" } + allowed.filter { $0 == "null" }
        }
        let keywords = Set(parts.layers.flatMap { ($0.tree.members ?? [:]).keys })
        let usual = Self.kinds.first { kind in keywords.contains { $0.contains(kind.key) } }?.value
        // The other types get a turn if no keyword is for the usual one, or after a value was rejected.
        let others = usual == nil || place.salt > 0
        return [usual ?? "string"] + (others ? ["object", "array", "string", "integer", "boolean", "null"] : [])
    }

    /// The types that keywords are for, by parts of the keywords.
    private static let kinds: KeyValuePairs = [
        "ropert": "object", "equired": "object", "dependent": "object", "tems": "array", "ontains": "array",
        "Length": "string", "pattern": "string", "format": "string", "imum": "number", "multipleOf": "number",
    ]
}
