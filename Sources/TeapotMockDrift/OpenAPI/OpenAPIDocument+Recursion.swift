import TeapotMock
import TeapotMockDocuments
import TeapotMockOpenAPI

extension OpenAPIDocument {
    /// Returns a fault for each circle of schemas whose values would be infinite, because each needs the next.
    ///
    /// Alternatives aren't examined: a schema that has one of them is never reported.
    func endlessSchemas(among all: [Schema]) -> [Fault] {
        let known = Set(all.map(\.pointer))
        var needs = all.reduce(into: [String: [String]]()) { needs, schema in
            needs[schema.pointer] = self.needs(of: schema).filter(known.contains)
        }
        // Remove the schemas that need nothing, then those that needed only these, until only circles are left.
        var users: [String: [String]] = [:]
        for (user, needed) in needs { for one in needed { users[one, default: []].append(user) } }
        var counts = needs.mapValues(\.count)
        var finite = counts.filter { $0.value == 0 }.map(\.key)
        while let one = finite.popLast() {
            needs[one] = nil
            for user in users[one] ?? [] {
                counts[user, default: 0] -= 1
                if counts[user] == 0 { finite.append(user) }
            }
        }
        let references = Set(all.filter { $0.tree["$ref"] != nil }.map(\.pointer))
        var (found, seen) = ([Fault](), Set<String>())
        for start in needs.keys.sorted() {
            var (path, next) = ([String](), Optional(start))
            while let here = next, seen.insert(here).inserted {
                path.append(here)
                next = needs[here]?.first { needs[$0] != nil }
            }
            guard let next, let index = path.firstIndex(of: next) else { continue }
            let circle = path[index...]
            // References without anything between are reported as such.
            guard !circle.allSatisfy(references.contains), let first = circle.min(by: Self.isShorter) else { continue }
            found.append((first, "each value must contain another, without end; make one of its members optional"))
        }
        return found
    }

    private static func isShorter(_ left: String, _ right: String) -> Bool {
        (left.utf8.count, left) < (right.utf8.count, right)
    }

    /// Returns the places of the schemas that each value of a schema must have a value of.
    private func needs(of schema: Schema) -> [String] {
        var needed: [String] = []
        if let reference = schema.tree["$ref"]?.text,
            case .found(let target) = schemas.target(of: reference, in: schema)
        {
            needed.append(target.pointer)
            if schemas.dialect == .openAPI30 { return needed }
        }
        if schema.tree["nullable"]?.truth == true { return needed }
        needed += schema["allOf"]?.elements.map(\.pointer) ?? []
        let type = schema.tree["type"]
        switch type?.text ?? (type?.elements?.count == 1 ? type?.elements?[0].text : nil) {
        case "object"?:
            for name in Set((schema.tree["required"]?.elements ?? []).compactMap(\.text)).sorted() {
                guard let property = schema["properties"]?[name],
                    property.tree["readOnly"]?.truth != true, property.tree["writeOnly"]?.truth != true
                else { continue }
                needed.append(property.pointer)
            }
        case "array"?:
            if schema.tree["prefixItems"] == nil, schema.tree["minItems"]?.count ?? 0 > 0, let items = schema["items"] {
                needed.append(items.pointer)
            }
        default: break
        }
        return needed
    }
}
