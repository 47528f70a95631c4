import TeapotMock
import TeapotMockDocuments

// Generates objects.
extension ExampleGenerator {
    mutating func object(_ parts: ExampleParts, _ place: ExamplePlace) throws(ExampleFailure) -> JSONTree {
        let (least, most) = (parts.counts("minProperties").max() ?? 0, parts.counts("maxProperties").min() ?? .max)
        let required = Set(parts.layers.flatMap { ($0.tree["required"]?.elements ?? []).compactMap(\.text) }).sorted()
        let known = Set(parts.layers.flatMap { ($0.tree["properties"]?.members ?? [:]).keys }).sorted()
        var members = try self.members(required, [:], parts, place)
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
                members = (try? self.members([name], members, parts, inner)) ?? members
            }
        }
        for index in 0..<4 * min(least, 500) + 20 where members.count < least {
            guard let name = name(index, parts, place) else { continue }
            members = (try? self.members([name], members, parts, inner)) ?? members
        }
        if members.count < least { throw parts.failure("no \(least) different members were found") }
        return .object(members)
    }

    /// Returns members along with others, except for those that only the other direction has.
    private mutating func members(
        _ names: [String], _ others: [String: JSONTree], _ parts: ExampleParts, _ place: ExamplePlace
    ) throws(ExampleFailure) -> [String: JSONTree] {
        var members = others
        for name in names where members[name] == nil {
            let schemas = schemas(ofMember: name, parts.layers)
            if isLeftOut(schemas) {
                omitted.insert(ExamplePlace.key(place.key, "a member “\(name)”"))
            } else {
                members[name] = try value(for: schemas, self.place(name, in: place))
            }
        }
        return members
    }

    /// Returns the schemas that a member must match.
    mutating func schemas(ofMember name: String, _ layers: [Schema]) -> [Schema] {
        var found: [Schema] = []
        for layer in layers {
            var own = [layer["properties"]?[name]].compactMap(\.self)
            for expression in (layer.tree["patternProperties"]?.members ?? [:]).keys.sorted() {
                guard let property = layer["patternProperties"]?[expression] else { continue }
                if checker.matches(name, expression, property) != false { own.append(property) }
            }
            found += own.isEmpty ? [layer["additionalProperties"]].compactMap(\.self) : own
        }
        return found.isEmpty ? layers.compactMap { $0["unevaluatedProperties"] } : found
    }

    /// Returns a name for a further member, in turn for each pattern and for none.
    private mutating func name(_ index: Int, _ parts: ExampleParts, _ place: ExamplePlace) -> String? {
        let expressions = parts.layers.flatMap { ($0.tree["patternProperties"]?.members ?? [:]).keys }.sorted()
        let patterns = expressions.map { JSONTree.string($0) } + [nil]
        let keywords = ["type": .string("string"), "pattern": patterns[index % patterns.count]].compactMapValues(\.self)
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
