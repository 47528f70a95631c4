import TeapotMock
import TeapotMockDocuments

// Keywords for single values.
extension SchemaChecker {
    /// Returns a difference if a value doesn't have one of the required types.
    mutating func wrongType(
        _ value: JSONTree, _ keywords: [String: JSONTree], _ schema: Schema, _ pointer: JSONPointer
    ) -> SchemaDifference? {
        guard let type = keywords["type"] else { return nil }
        let names = type.text.map { [$0] } ?? names("type", type, schema)
        let unknown = names.filter { SchemaDocument.kinds[exactly: $0] == nil }
        for name in unknown { leaveOut(place("type", schema).pointer, "there is no type “\(name)”") }
        if names.isEmpty, type.elements?.isEmpty == true { noteMisused("type", type, schema) }
        guard !names.isEmpty, unknown.isEmpty, !names.contains(where: { value.isOf(type: $0) }) else { return nil }
        var choice = names.compactMap { $0 == "integer" ? "an integer" : SchemaDocument.kinds[$0]?.name }
        if document.dialect == .openAPI30, keywords["nullable"]?.truth == true { choice.append("null") }
        return difference(pointer, place("type", schema), choice.asChoice, value.found, .kind)
    }

    /// Checks `enum` and `const`.
    mutating func choices(
        _ value: JSONTree, _ keywords: [String: JSONTree], _ schema: Schema, _ pointer: JSONPointer
    ) -> [SchemaDifference] {
        var found: [SchemaDifference] = []
        if let choices = keywords["enum"]?.elements {
            found += difference(of: value, from: choices, "enum", schema, pointer)
        } else if let other = keywords["enum"] {
            noteMisused("enum", other, schema)
        }
        if let constant = keywords["const"] {
            found += difference(of: value, from: [constant], "const", schema, pointer)
        }
        return found
    }

    /// The values that `enum` or `const` allows.
    struct Constants {
        var values: Set<JSONTree>
        /// The description of the values, for messages.
        var expected: String

        init(_ values: [JSONTree]) {
            self.values = Set(values)
            let rest = values.count - 12
            let shown = values.prefix(12).map(\.shown)
            expected = rest > 0 ? "one of " + shown.joined(separator: ", ") + " and \(rest) more" : shown.asChoice
            if values.isEmpty { expected = "no value at all" }
        }
    }

    private mutating func difference(
        of value: JSONTree, from choices: [JSONTree], _ keyword: String, _ schema: Schema, _ pointer: JSONPointer
    ) -> [SchemaDifference] {
        let place = place(keyword, schema)
        let known = constants[place.pointer] ?? Constants(choices)
        if constants[place.pointer] == nil { constants[place.pointer] = known }
        guard !known.values.contains(value) else { return [] }
        return [difference(pointer, place, known.expected, value.found, .choice)]
    }

    /// Checks the keywords for numbers.
    mutating func numbers(
        _ number: JSONNumber, _ keywords: [String: JSONTree], _ schema: Schema, _ pointer: JSONPointer
    ) -> [SchemaDifference] {
        func differs(_ expected: String, _ keyword: String) -> SchemaDifference {
            difference(pointer, place(keyword, schema), expected, JSONTree.number(number).found)
        }
        var found = bounds(keywords, schema).filter { !$0.holds(for: number) }.map { differs($0.expected, $0.keyword) }
        if let divisor = keywords["multipleOf"] {
            switch divisor.number.flatMap({ number.isMultiple(of: $0) }) {
            case nil: noteMisused("multipleOf", divisor, schema)
            case true?: break
            case false?: found.append(differs("a multiple of \(divisor.shown)", "multipleOf"))
            }
        }
        return found + formats(.number(number), keywords, schema, pointer)
    }

    /// A limit that a schema sets for numbers.
    private struct Bound {
        var keyword: String
        var limit: JSONNumber
        var isLower: Bool
        var isExclusive: Bool

        func holds(for number: JSONNumber) -> Bool { number == limit ? !isExclusive : (limit < number) == isLower }

        var expected: String {
            if isExclusive { return "a number \(isLower ? "above" : "below") \(limit)" }
            return "at \(isLower ? "least" : "most") \(limit)"
        }
    }

    private mutating func bounds(_ keywords: [String: JSONTree], _ schema: Schema) -> [Bound] {
        var bounds: [Bound] = []
        for (inclusive, exclusive, isLower) in [
            ("minimum", "exclusiveMinimum", true), ("maximum", "exclusiveMaximum", false),
        ] {
            var isExclusive = false
            switch keywords[exclusive] {
            case nil: break
            case .bool(let truth)? where document.dialect == .openAPI30: isExclusive = truth
            case .number(let limit)? where document.dialect != .openAPI30:
                bounds.append(Bound(keyword: exclusive, limit: limit, isLower: isLower, isExclusive: true))
            case let other?: noteMisused(exclusive, other, schema)
            }
            guard let limit = keywords[inclusive] else { continue }
            if let limit = limit.number {
                bounds.append(Bound(keyword: inclusive, limit: limit, isLower: isLower, isExclusive: isExclusive))
            } else {
                noteMisused(inclusive, limit, schema)
            }
        }
        return bounds
    }
}

extension JSONTree {
    /// Returns whether this value is of a schema's type.
    fileprivate func isOf(type: String) -> Bool {
        SchemaDocument.kinds[type] == kind && (type != "integer" || number?.isWhole == true)
    }
}
