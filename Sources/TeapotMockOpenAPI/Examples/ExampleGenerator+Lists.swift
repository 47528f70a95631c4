import TeapotMockDocuments

// Generates lists.
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
        for _ in 0..<Self.maximumTries {
            let value = try value(for: schemas, inner)
            if !others.contains(value) { return value }
            inner.salt += 1
        }
        throw ExampleParts(schemas).failure("no \(index + 1) different elements were found")
    }

    /// Returns the schemas that an element must match.
    func schemas(ofElement index: Int, _ layers: [Schema]) -> [Schema] {
        let found = layers.compactMap { $0["prefixItems"]?[index] ?? $0["items"] }
        return found.isEmpty ? layers.compactMap { $0["unevaluatedItems"] } : found
    }
}
