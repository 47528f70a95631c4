import TeapotMockDocuments

// Uses the values that the document has.
extension ExampleGenerator {
    /// Returns the example or default of the first of some schemas that has one, if all of them match it.
    mutating func example(of schemas: [Schema]) -> JSONTree? {
        let key = schemas.map(\.pointer).joined(separator: " ")
        if let known = written[key] { return known }
        let found = schemas.flatMap(document.places).flatMap { place in
            [place.tree["example"], place.tree["examples"]?.elements?.first, place.tree["default"]].compactMap(\.self)
        }
        let example = found.map { removing($0, schemas) }.first { candidate in
            schemas.allSatisfy { checker.check(candidate, against: $0).outcome == .matches }
        }
        written[key] = .some(example)
        return example
    }

    /// Returns a value without the members that only requests have.
    private mutating func removing(_ value: JSONTree, _ schemas: [Schema]) -> JSONTree {
        var parts = ExampleParts(schemas)
        try? expand(&parts, ExamplePlace(key: 0))
        switch value {
        case .list(let elements):
            return .list(
                elements.enumerated().map { removing($0.element, self.schemas(ofElement: $0.offset, parts.layers)) })
        case .object(var members):
            for (name, value) in members {
                let schemas = self.schemas(ofMember: name, parts.layers)
                members[name] = isLeftOut(schemas) ? nil : removing(value, schemas)
            }
            return .object(members)
        default: return value
        }
    }

    /// Returns whether a member with some schemas belongs only to requests.
    func isLeftOut(_ schemas: [Schema]) -> Bool {
        schemas.contains { document.states("writeOnly", $0) }
    }
}
