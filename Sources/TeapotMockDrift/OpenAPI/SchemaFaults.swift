import TeapotMock
import TeapotMockDocuments
import TeapotMockOpenAPI

/// A part of a document, with what's wrong there.
typealias Fault = (place: String, reason: String)

/// Finds the keywords of a schema that contradict each other, or that no value can have.
struct SchemaFaults {
    private let schema: Schema
    private let is30: Bool
    private(set) var found: [Fault] = []

    init(_ schema: Schema, _ dialect: SchemaDialect) {
        self.schema = schema
        is30 = dialect == .openAPI30
        if is30, schema.tree["$ref"]?.text != nil {
            checkNeighbours()
        } else {
            checkPatterns()
            checkNumbers()
            checkCounts()
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

    private mutating func checkPatterns() {
        let texts = [schema["pattern"]].compactMap { place in
            place.flatMap { place in place.tree.text.map { ($0, place.pointer) } }
        }
        let patterns = schema["patternProperties"]
        let names = (patterns?.tree.members ?? [:]).keys.sorted().map { ($0, patterns?[$0]?.pointer ?? "") }
        for (text, place) in texts + names where SchemaPattern.expression(text) == nil {
            let shown = JSONTree.string(text).shown
            let reason =
                Self.syntaxError(of: text).map { "the pattern \(shown) isn't a regular expression: \($0)" }
                ?? "the pattern \(shown) has syntax that isn't supported, so nothing is checked with it; simplify it"
            found.append((place, reason))
        }
        if let pattern = schema.tree["pattern"], pattern.text == nil {
            report("pattern", "“pattern” must be a string, not \(pattern.found)")
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
        for keyword in ["minimum", "maximum"] {
            guard let value = schema.tree[keyword], value.number == nil else { continue }
            report(keyword, "“\(keyword)” must be a number, not \(value.found)")
        }
        if let least = schema.tree["minimum"]?.number, let most = schema.tree["maximum"]?.number, least > most {
            report("minimum", "“minimum” \(least) is above “maximum” \(most), so no number fits")
        }
    }

    private mutating func checkCounts() {
        for name in ["Length", "Items", "Properties"] {
            let (lower, upper) = ("min\(name)", "max\(name)")
            for keyword in [lower, upper] {
                guard let value = schema.tree[keyword], value.count == nil else { continue }
                report(keyword, "“\(keyword)” must be a whole number from 0, not \(value.found)")
            }
            if let least = schema.tree[lower]?.count, let most = schema.tree[upper]?.count, least > most {
                report(lower, "“\(lower)” \(least) is above “\(upper)” \(most), so no value fits")
            }
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

    /// Finds the required members that `additionalProperties: false` forbids.
    private mutating func checkRequired() {
        guard schema.tree["additionalProperties"]?.truth == false, schema.tree["patternProperties"] == nil else {
            return
        }
        let properties = schema.tree["properties"]?.members ?? [:]
        for (index, name) in (schema.tree["required"]?.elements ?? []).enumerated() {
            guard let name = name.text, properties[exactly: name] == nil else { continue }
            let hint = name.closest(among: properties.keys.sorted()).map { "; did you mean “\($0)”?" } ?? ""
            found.append(
                (
                    "\(schema.pointer)/required/\(index)",
                    "“\(name)” is required, but it's not in “properties” and “additionalProperties” is false\(hint)"
                ))
        }
    }
}
