import TeapotMock
import TeapotMockDocuments

// Keywords for lists.
extension SchemaChecker {
    mutating func lists(
        _ elements: [JSONTree], _ keywords: [String: JSONTree], _ schema: Schema, _ pointer: JSONPointer
    ) -> [SchemaDifference] {
        var found = limits("Items", "element", elements.count, keywords, schema, pointer)
        let firsts = list("prefixItems", keywords, schema)
        for (index, pair) in zip(elements, firsts).enumerated() {
            found += differences(of: pair.0, from: pair.1, at: pointer.element(index))
        }
        if let items = schema["items"] {
            if case .list = items.tree, elements.count > firsts.count {
                leaveOut(items.pointer, "a list under “items” is not supported; use “prefixItems” in OpenAPI 3.1")
            } else {
                for index in elements.indices.dropFirst(firsts.count) {
                    found += differences(of: elements[index], from: items, at: pointer.element(index))
                }
            }
        }
        return found + repetitions(elements, keywords, schema, pointer)
            + containments(elements, keywords, schema, pointer)
    }

    /// Returns a difference for the first repeated element, if elements must be unique.
    private mutating func repetitions(
        _ elements: [JSONTree], _ keywords: [String: JSONTree], _ schema: Schema, _ pointer: JSONPointer
    ) -> [SchemaDifference] {
        guard let isUnique = keywords["uniqueItems"] else { return [] }
        guard let isUnique = isUnique.truth else {
            noteMisused("uniqueItems", isUnique, schema)
            return []
        }
        guard isUnique, take(elements.count) else { return [] }
        var places: [JSONTree: Int] = [:]
        for (index, element) in elements.enumerated() {
            if let first = places.updateValue(index, forKey: element) {
                let found = "\(element.found), also at \(pointer.element(first))"
                let expected = "a unique element"
                return [difference(pointer.element(index), place("uniqueItems", schema), expected, found)]
            }
        }
        return []
    }

    /// Checks `contains`, with `minContains` and `maxContains`.
    private mutating func containments(
        _ elements: [JSONTree], _ keywords: [String: JSONTree], _ schema: Schema, _ pointer: JSONPointer
    ) -> [SchemaDifference] {
        guard let wanted = schema["contains"] else { return [] }
        let least = count("minContains", keywords, schema) ?? 1
        let most = count("maxContains", keywords, schema) ?? .max
        var (matching, possible) = (0, 0)
        for (index, element) in elements.enumerated() {
            switch comparison(of: element, with: wanted, at: pointer.element(index)).outcome {
            case .matches: matching += 1
            case .differs: break
            case .unknown: possible += 1
            }
        }
        let found = matching == 0 ? "none" : "\(matching)"
        if matching + possible < least {
            let expected = "at least \(String(counting: least, "element")) as in \(wanted.pointer)"
            return [difference(pointer, wanted, expected, found)]
        }
        guard matching > most else {
            if matching < least || matching + possible > most { leaveOut() }
            return []
        }
        let expected = "at most \(String(counting: most, "element")) as in \(wanted.pointer)"
        return [difference(pointer, place("maxContains", schema), expected, found)]
    }
}
