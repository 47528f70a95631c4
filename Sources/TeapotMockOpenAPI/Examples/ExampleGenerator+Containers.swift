import TeapotMockDocuments

// Generates objects and lists.
extension ExampleGenerator {
    private static let (maximumTries, maximumCount) = (30, 5000)

    mutating func list(_ parts: ExampleParts, _ place: ExamplePlace) throws(ExampleFailure) -> JSONTree {
        let (least, most) = (parts.counts("minItems").max() ?? 0, parts.counts("maxItems").min() ?? .max)
        let firsts = parts.layers.compactMap { $0.tree["prefixItems"]?.elements?.count }.max() ?? 0
        let further = parts.layers.contains { $0.tree["items"] != nil } ? (place.optionalLevels < 2 ? 2 : 1) : 0
        // The schemas that some elements must match, if possible after the first elements with their own schemas.
        let contained = parts.layers.flatMap { layer in
            let count = min(layer.tree["minContains"]?.count ?? 1, Self.maximumCount)
            return layer["contains"].map { Array(repeating: $0, count: count) } ?? []
        }
        let start = contained.isEmpty ? 0 : max(0, min(firsts, most - contained.count))
        let needed = max(least, start + contained.count)
        let count = min(max(needed, place.salt > 0 ? 0 : firsts + further), most)
        if count > Self.maximumCount { throw parts.failure("a list of \(count) elements is too long") }
        let isUnique = parts.layers.contains { $0.tree["uniqueItems"]?.truth == true }
        var elements: [JSONTree] = []
        for index in 0..<count where elements.count == index && (index < needed || !isLarge(place)) {
            var schemas = schemas(ofElement: index, parts.layers)
            if contained.indices.contains(index - start) {
                // An element that “contains” knows isn't an unevaluated one.
                schemas = schemas.filter { $0.tree.truth != false } + [contained[index - start]]
            }
            do { elements.append(try element(index, schemas, isUnique ? elements : [], place)) } catch {
                if index < needed { throw error }
            }
        }
        return .list(elements)
    }

    /// Returns an element that's different from others.
    private mutating func element(
        _ index: Int, _ schemas: [Schema], _ others: [JSONTree], _ place: ExamplePlace
    ) throws(ExampleFailure) -> JSONTree {
        var inner = self.place(String(index), in: place)
        // The elements of “tags” are named like a “tag”.
        inner.name = place.name.map { $0.hasSuffix("s") ? String($0.dropLast()) : $0 }
        inner.optionalLevels += 1
        for attempt in 0..<Self.maximumTries {
            let value = try value(for: schemas, inner)
            if !others.contains(value) { return value }
            inner.salt += attempt == 0 ? max(1, others.count) : 1
        }
        throw ExampleParts(schemas).failure("no \(index + 1) different elements were found")
    }

    /// Returns the schemas that an element must match.
    func schemas(ofElement index: Int, _ layers: [Schema]) -> [Schema] {
        let found = layers.compactMap { $0["prefixItems"]?[index] ?? $0["items"] }
        return found.isEmpty ? layers.compactMap { $0["unevaluatedItems"] } : found
    }

    mutating func object(_ parts: ExampleParts, _ place: ExamplePlace) throws(ExampleFailure) -> JSONTree {
        let (least, most) = (parts.counts("minProperties").max() ?? 0, parts.counts("maxProperties").min() ?? .max)
        let required = Set(parts.layers.flatMap { ($0.tree["required"]?.elements ?? []).compactMap(\.text) }).sorted()
        let known = Set(parts.layers.flatMap { ($0.tree["properties"]?.members ?? [:]).keys }).sorted()
        var members: [String: JSONTree] = [:]
        for name in required { members[name] = try member(name, parts.layers, place) }
        var numbers = place.numbers
        var inner = place
        inner.optionalLevels += 1
        // The optional members may be the reason why a value was rejected: all are left out, and then some.
        var spare = place.salt == 0 ? 0 : known.count - least
        for name in known where members[name] == nil && !isLarge(place) {
            if spare > 0, place.salt == 1 || numbers.below(2) == 0 {
                spare -= 1
            } else if members.count < most {
                // A member that can't be generated is left out.
                members[name] = (try? member(name, parts.layers, inner)) ?? nil
            }
        }
        for index in 0..<4 * min(least, 500) + 20 where members.count < least {
            guard let name = name(index, parts, place), members[name] == nil else { continue }
            members[name] = (try? member(name, parts.layers, inner)) ?? nil
        }
        if members.count < least { throw parts.failure("no \(least) different members were found") }
        return .object(members)
    }

    /// Returns a member, or `nil` for one that only the other direction has.
    private mutating func member(_ name: String, _ layers: [Schema], _ place: ExamplePlace) throws(ExampleFailure)
        -> JSONTree?
    {
        let schemas = schemas(ofMember: name, layers)
        if !isLeftOut(schemas) { return try value(for: schemas, self.place(name, in: place)) }
        omitted.insert(ExamplePlace.key(place.key, "a member “\(name)”"))
        return nil
    }

    /// Returns the schemas that a member must match.
    mutating func schemas(ofMember name: String, _ layers: [Schema]) -> [Schema] {
        var found: [Schema] = []
        for layer in layers {
            var own = [layer["properties"]?[name]].compactMap(\.self)
            for (expression, property) in layer["patternProperties"]?.members ?? [] {
                if checker.matches(name, expression, property) != false { own.append(property) }
            }
            found += own.isEmpty ? [layer["additionalProperties"]].compactMap(\.self) : own
        }
        return found.isEmpty ? layers.compactMap { $0["unevaluatedProperties"] } : found
    }

    /// Returns a name for a further member, in turn for each pattern and for none.
    private mutating func name(_ index: Int, _ parts: ExampleParts, _ place: ExamplePlace) -> String? {
        let expressions = parts.layers.flatMap { ($0.tree["patternProperties"]?.members ?? [:]).keys }.sorted()
        let pattern = expressions.dropFirst(index % (expressions.count + 1)).first.map { JSONTree.string($0) }
        let keywords = ["type": .string("string"), "pattern": pattern].compactMapValues(\.self)
        let schema = Schema(tree: .object(keywords), pointer: parts.failure("").pointer + "/propertyNames")
        var inner = self.place("name", in: place)
        (inner.name, inner.salt) = (nil, index)
        return (try? value(for: [schema] + parts.layers.compactMap { $0["propertyNames"] }, inner))?.text
    }

    /// Returns the place of a member or an element.
    func place(_ name: String, in place: ExamplePlace) -> ExamplePlace {
        var inner = place
        (inner.name, inner.key) = (name, ExamplePlace.key(place.key, name))
        inner.salt = salts[inner.key] ?? 0
        return inner
    }
}
