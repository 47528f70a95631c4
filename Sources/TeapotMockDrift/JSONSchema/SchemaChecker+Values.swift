import Teapot
import TeapotMock

// Keywords for single values.
extension SchemaChecker {
    /// Returns a difference if a value does not have one of the required types.
    mutating func wrongType(
        _ value: JSONTree, _ keywords: [String: JSONTree], _ schema: Schema, _ pointer: JSONPointer
    ) -> SchemaDifference? {
        guard let type = keywords["type"] else { return nil }
        let names = type.text.map { [$0] } ?? names("type", type, schema)
        let unknown = names.filter { Self.typeNames[$0] == nil }
        for name in unknown { note(place("type", schema).pointer, "there is no type “\(name)”") }
        guard !names.isEmpty, unknown.isEmpty, !names.contains(where: { value.isOf(type: $0) }) else { return nil }
        var choice = names.compactMap { Self.typeNames[$0] }
        if document.dialect == .openAPI30, keywords["nullable"]?.truth == true { choice.append("null") }
        return difference(pointer, place("type", schema), choice.asChoice, value.found, .kind)
    }

    private static let typeNames = [
        "null": "null", "boolean": "a boolean", "number": "a number", "integer": "an integer", "string": "a string",
        "array": "a list", "object": "an object",
    ]

    /// Checks `enum` and `const`.
    mutating func choices(
        _ value: JSONTree, _ keywords: [String: JSONTree], _ schema: Schema, _ pointer: JSONPointer
    ) -> [SchemaDifference] {
        var found: [SchemaDifference] = []
        if keywords["enum"] != nil {
            let choices = list("enum", keywords, schema).map(\.tree)
            if !choices.isEmpty, !choices.contains(value) {
                found.append(difference(pointer, place("enum", schema), Self.oneOf(choices), value.found, .choice))
            }
        }
        if let constant = keywords["const"], constant != value {
            found.append(difference(pointer, place("const", schema), constant.shown, value.found, .choice))
        }
        return found
    }

    private static func oneOf(_ choices: [JSONTree]) -> String {
        let rest = choices.count - 12
        guard rest > 0 else { return choices.map(\.shown).asChoice }
        return "one of " + choices.prefix(12).map(\.shown).joined(separator: ", ") + " and \(rest) more"
    }

    /// Checks the keywords for numbers.
    mutating func numbers(
        _ number: JSONNumber, _ keywords: [String: JSONTree], _ schema: Schema, _ pointer: JSONPointer
    ) -> [SchemaDifference] {
        var found: [SchemaDifference] = []
        for bound in bounds(keywords, schema) where !bound.holds(for: number) {
            let value = JSONTree.number(number).found
            found.append(difference(pointer, place(bound.keyword, schema), bound.expected, value))
        }
        if let divisor = keywords["multipleOf"] {
            switch divisor.number.flatMap({ number.isMultiple(of: $0) }) {
            case nil: noteMisused("multipleOf", divisor, schema)
            case true?: break
            case false?:
                let expected = "a multiple of \(divisor.shown)"
                found.append(
                    difference(pointer, place("multipleOf", schema), expected, JSONTree.number(number).found))
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

        func holds(for number: JSONNumber) -> Bool {
            if number == limit { return !isExclusive }
            return isLower ? limit < number : number < limit
        }

        var expected: String {
            switch (isLower, isExclusive) {
            case (true, true): "a number above \(limit)"
            case (true, false): "at least \(limit)"
            case (false, true): "a number below \(limit)"
            case (false, false): "at most \(limit)"
            }
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
        switch self {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .number(let number): type == "number" || (type == "integer" && number.isWhole)
        case .string: type == "string"
        case .list: type == "array"
        case .object: type == "object"
        }
    }
}
