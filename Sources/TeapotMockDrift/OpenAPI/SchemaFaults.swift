import TeapotMock
import TeapotMockDocuments
import TeapotMockOpenAPI

/// A part of a document, with what's wrong there.
typealias Fault = (place: String, reason: String)

/// Finds the keywords of a schema that contradict each other, or that no value can have.
struct SchemaFaults {
    private let schema: Schema
    /// The names of the members in all schemas of the document.
    private let declared: Set<String>
    private(set) var found: [Fault] = []

    init(_ schema: Schema, _ dialect: SchemaDialect, declared: Set<String>) {
        (self.schema, self.declared) = (schema, declared)
        if dialect == .openAPI30, schema.tree["$ref"]?.text != nil {
            checkNeighbours()
        } else {
            checkFormat()
            if dialect != .openAPI30 { checkNullable() }
            checkPatterns()
            checkNumbers()
            checkChoices(dialect)
            checkRequired()
        }
    }

    private mutating func report(_ keyword: String, _ reason: String) {
        found.append(("\(schema.pointer)/\(JSONPointer.escaped(keyword))", reason))
    }

    /// OpenAPI 3.0 ignores what's next to a reference (§4.7.23).
    private mutating func checkNeighbours() {
        let known = SchemaChecker.checked.union(["nullable", "default"]).subtracting(["$ref"])
        for keyword in (schema.tree.members ?? [:]).keys.sorted() where known.contains(keyword) {
            report(keyword, "“\(keyword)” next to “$ref” is ignored in OpenAPI 3.0; put both in “allOf”")
        }
    }

    /// Finds a format that doesn't exist but resembles one.
    private mutating func checkFormat() {
        // Any format is allowed: “ulid” isn't a typo for “uuid”, nor “int128” for “int32”, nor “iri” for “uri”.
        guard let format = schema.tree["format"]?.text, format.count > 4, !format.hasPrefix("iri"),
            !format.contains(where: \.isNumber),
            let meant = format.closest(among: SchemaFormat.names, within: 1), meant != format
        else { return }
        report("format", "there is no format “\(format)”; did you mean “\(meant)”?")
    }

    private mutating func checkNullable() {
        guard schema.tree["nullable"]?.truth == true else { return }
        let type = schema.tree["type"]?.text.map { "type: [\($0), \"null\"]" } ?? "anyOf: [{…}, {type: \"null\"}]"
        report("nullable", "“nullable” has no effect in OpenAPI 3.1; write \(type)")
    }

    private mutating func checkPatterns() {
        let own = schema["pattern"].flatMap { place in place.tree.text.map { ($0, place.pointer) } }
        let names = (schema["patternProperties"]?.members ?? []).map { ($0.name, $0.value.pointer) }
        for (text, place) in names + [own].compactMap(\.self) where SchemaPattern.expression(text) == nil {
            let shown = JSONTree.string(text).shown
            let reason =
                Self.syntaxError(of: text).map { "the pattern \(shown) isn't a regular expression: \($0)" }
                ?? "the pattern \(shown) has syntax that isn't supported, so nothing is checked with it; simplify it"
            found.append((place, reason))
        }
    }

    /// Returns what's wrong with a pattern in any dialect of regular expressions, or `nil`.
    private static func syntaxError(of pattern: String) -> String? {
        var (depth, isInClass) = (0, false)
        var rest = pattern.unicodeScalars[...]
        if let first = rest.first, "*+?".unicodeScalars.contains(first) { return "“\(first)” repeats nothing" }
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\\": if rest.popFirst() == nil { return "a “\\” at its end escapes nothing" }
            case "[": isInClass = true
            case "]": isInClass = false
            case "(" where !isInClass: depth += 1
            case ")" where !isInClass:
                if depth == 0 { return "a “)” closes nothing" }
                depth -= 1
            default: break
            }
        }
        if isInClass { return "a “[” isn't closed" }
        return depth > 0 ? "a “(” isn't closed" : nil
    }

    private mutating func checkNumbers() {
        if let divisor = schema.tree["multipleOf"], divisor.number.map({ $0 > JSONNumber(0) }) != true {
            report("multipleOf", "“multipleOf” must be a number above 0, not \(divisor.found)")
        }
        for name in ["imum", "Length", "Items", "Properties"] {
            let (lower, upper) = ("min\(name)", "max\(name)")
            guard let least = schema.tree[lower]?.number, let most = schema.tree[upper]?.number, least > most else {
                continue
            }
            let kind = name == "imum" ? "number" : "value"
            report(lower, "“\(lower)” \(least) is above “\(upper)” \(most), so no \(kind) fits")
        }
    }

    private mutating func checkChoices(_ dialect: SchemaDialect) {
        guard let choices = schema["enum"] else { return }
        guard let values = choices.tree.elements, !values.isEmpty else {
            return report("enum", "“enum” must be a list with at least one value, not \(choices.tree.found)")
        }
        let types = (schema.tree.members ?? [:]).filter { $0.key == "type" || $0.key == "nullable" }
        guard types["type"] != nil else { return }
        let typed = Schema(tree: .object(types), pointer: schema.pointer)
        var checker = SchemaChecker(SchemaDocument(root: typed.tree, dialect: dialect))
        for (index, value) in values.enumerated() {
            guard let difference = checker.check(value, against: typed).differences.first else { continue }
            found.append(
                ("\(choices.pointer)/\(index)", "“type” allows \(difference.expected), but “enum” has \(value.found)"))
        }
    }

    /// Finds the required members that `additionalProperties: false` forbids, or whose names are misspelled.
    private mutating func checkRequired() {
        guard schema.tree["patternProperties"] == nil else { return }
        let isClosed = schema.tree["additionalProperties"]?.truth == false
        let properties = schema.tree["properties"]?.members ?? [:]
        for (index, name) in (schema.tree["required"]?.elements ?? []).enumerated() {
            guard let name = name.text, properties[exactly: name] == nil else { continue }
            let meant = name.closest(among: properties.keys.sorted())
            // Another part of the value's schema may have the member.
            guard isClosed || meant != nil && name.count > 2 && !declared.contains(name) else { continue }
            let hint = meant.map { "; did you mean “\($0)”?" } ?? ""
            let reason = isClosed ? " and “additionalProperties” is false" : ""
            let text = "“\(name)” is required, but it's not in “properties”\(reason)\(hint)"
            found.append(("\(schema.pointer)/required/\(index)", text))
        }
    }
}
