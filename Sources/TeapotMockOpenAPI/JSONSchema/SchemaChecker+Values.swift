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
        let isOfType = names.contains {
            SchemaDocument.kinds[$0] == value.kind && ($0 != "integer" || value.number?.isWhole == true)
        }
        guard !names.isEmpty, unknown.isEmpty, !isOfType else { return nil }
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
        var found = bounds(number, keywords, schema, pointer)
        if let divisor = keywords["multipleOf"] {
            switch divisor.number.flatMap({ number.isMultiple(of: $0) }) {
            case nil: noteMisused("multipleOf", divisor, schema)
            case true?: break
            case false?:
                let (place, value) = (place("multipleOf", schema), JSONTree.number(number))
                found.append(difference(pointer, place, "a multiple of \(divisor.shown)", value.found))
            }
        }
        return found + formats(.number(number), keywords, schema, pointer)
    }

    /// Checks the limits that a schema sets for numbers.
    private mutating func bounds(
        _ number: JSONNumber, _ keywords: [String: JSONTree], _ schema: Schema, _ pointer: JSONPointer
    ) -> [SchemaDifference] {
        let is30 = document.dialect == .openAPI30
        var found: [SchemaDifference] = []
        for (inclusive, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
            for keyword in [exclusive, inclusive] {
                let (isOwn, isLower) = (keyword == exclusive, inclusive == "minimum")
                // In OpenAPI 3.0, “exclusiveMinimum” tells whether “minimum” is exclusive.
                guard let value = keywords[keyword], !(is30 && isOwn && value.truth != nil) else { continue }
                guard let limit = value.number, !(is30 && isOwn) else {
                    noteMisused(keyword, value, schema)
                    continue
                }
                let isExclusive = isOwn || is30 && keywords[exclusive]?.truth == true
                if number == limit ? !isExclusive : (limit < number) == isLower { continue }
                let words = isExclusive ? ("a number above", "a number below") : ("at least", "at most")
                let expected = "\(isLower ? words.0 : words.1) \(limit)"
                found.append(difference(pointer, place(keyword, schema), expected, JSONTree.number(number).found))
            }
        }
        return found
    }
}
