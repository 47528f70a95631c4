import TeapotMock
import TeapotMockDocuments

// Keywords for objects.
extension SchemaChecker {
    mutating func objects(
        _ members: [String: JSONTree], _ keywords: [String: JSONTree], _ schema: Schema, _ pointer: JSONPointer
    ) -> [SchemaDifference] {
        let properties = self.members("properties", schema)
        var found = missing(names("required", keywords["required"], schema), members, properties, schema, pointer)
        let patterns = self.members("patternProperties", schema).keys.sorted()
        let others = schema["additionalProperties"]
        if !properties.isEmpty || !patterns.isEmpty || others != nil, take(members.count * (patterns.count + 1)) {
            for (name, value) in members {
                found += differences(ofMember: name, value, patterns, others, schema, pointer.member(name))
            }
        }
        if let names = schema["propertyNames"] {
            for name in members.keys {
                found += differences(of: .string(name), from: names, at: pointer.member(name))
            }
        }
        found += limits("Properties", "member", members.count, keywords, schema, pointer)
        return found + dependents(members, schema, pointer)
    }

    /// Returns the differences for required members that are missing.
    private mutating func missing(
        _ required: [String], _ members: [String: JSONTree], _ known: [String: JSONTree], _ schema: Schema,
        _ pointer: JSONPointer
    ) -> [SchemaDifference] {
        let lacking = required.filter { members[exactly: $0] == nil }
        guard !lacking.isEmpty, take(members.count) else { return [] }
        let others = members.keys.filter { known[exactly: $0] == nil }.sorted()
        var found: [SchemaDifference] = []
        let declared = document.properties(of: schema)
        for name in lacking {
            // A response doesn't need a member that's only for requests, or the other way around.
            let direction = isForRequests ? "readOnly" : "writeOnly"
            if declared[exactly: name].map({ document.states(direction, $0) }) ?? false { continue }
            guesses -= others.count
            let closest = guesses >= 0 ? name.closest(among: others) : nil
            let guess = closest.map { "none, but “\($0)”" } ?? "none"
            found.append(difference(pointer, place("required", schema), "a member “\(name)”", guess))
        }
        return found
    }

    /// Returns the differences of one member.
    private mutating func differences(
        ofMember name: String, _ value: JSONTree, _ patterns: [String], _ others: Schema?, _ schema: Schema,
        _ pointer: JSONPointer
    ) -> [SchemaDifference] {
        var found: [SchemaDifference] = []
        var (isKnown, mayBeKnown) = (false, false)
        if let property = schema["properties"]?[name] {
            isKnown = true
            if !isForRequests, document.states("writeOnly", property) {
                let expected = "no such member in a response (it is “writeOnly”)"
                found.append(difference(pointer, place("writeOnly", property), expected, value.found))
            }
            found += differences(of: value, from: property, at: pointer)
        }
        for expression in patterns {
            guard let property = place("patternProperties", schema)[expression] else { continue }
            switch matches(name, expression, property) {
            case true?:
                isKnown = true
                found += differences(of: value, from: property, at: pointer)
            case false?: break
            case nil:
                mayBeKnown = true
                require([property], of: value, pointer)
            }
        }
        guard !isKnown, let others else { return found }
        if mayBeKnown {
            require([others], of: value, pointer)
        } else if others.tree.truth == false {
            found.append(difference(pointer, others, "no member of this name", value.found))
        } else {
            found += differences(of: value, from: others, at: pointer)
        }
        return found
    }

    /// Returns the differences for members that depend on another member.
    private mutating func dependents(
        _ members: [String: JSONTree], _ schema: Schema, _ pointer: JSONPointer
    ) -> [SchemaDifference] {
        var found: [SchemaDifference] = []
        for (name, required) in self.members("dependentRequired", schema) where members[exactly: name] != nil {
            let place = place(name, place("dependentRequired", schema))
            for other in names("dependentRequired", required, schema) where members[exactly: other] == nil {
                found.append(difference(pointer, place, "a member “\(other)” along with “\(name)”", "none"))
            }
        }
        for name in self.members("dependentSchemas", schema).keys where members[exactly: name] != nil {
            guard let dependent = schema["dependentSchemas"]?[name] else { continue }
            found += differences(of: .object(members), from: dependent, at: pointer)
        }
        return found
    }
}
