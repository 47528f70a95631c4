import TeapotMock
package import TeapotMockDocuments

/// Compares values with a document's schemas.
///
/// A comparison has three outcomes. A part that can't be checked is neither a match nor a difference, so that `not`,
/// `oneOf` and similar keywords can't turn it into one. It's noted, like each unknown keyword.
///
/// It follows at most ``maximumDepth`` nested schemas, and takes at most a million steps for one value.
package struct SchemaChecker {
    package let document: SchemaDocument
    /// Whether `format` is a constraint and not only a description.
    let assertsFormats: Bool
    /// Whether the values are sent in requests, which don't need `readOnly` members.
    ///
    /// A response doesn't need `writeOnly` ones.
    let isForRequests: Bool
    /// The parts that weren't checked.
    package private(set) var notes: Set<SchemaNote> = []
    /// The references that can't be followed, each with its place and the reason.
    var broken: Set<String> = []
    /// The compiled patterns.
    var patterns: [String: BoundedExpression] = [:]
    /// The patterns that took too long.
    var slowPatterns: Set<String> = []
    /// The references being followed, each with the value's place; a repeated one is circular.
    var following: Set<String> = []
    /// The results of following references, so that several ways to the same schema don't take exponential time.
    var known: [String: SchemaComparison] = [:]
    /// The parts that schemas evaluate, for the same reason.
    var evaluations: [String: Evaluated] = [:]
    /// The number of circular references so far; a result that depends on one isn't used again.
    var circles = 0
    /// The schemas that were searched for unknown keywords.
    var examined: Set<String> = []
    /// The values of `enum` and `const`, by the keyword's place.
    var constants: [String: Constants] = [:]
    /// Whether the result so far depends on a part that can't be checked.
    private var isPartial = false
    /// Whether the schema being compared is in one with an `$id`, which changes the targets of its references.
    var isEmbedded = false
    private var depth = 0
    private var steps = 0
    /// The number of further names to compare when looking for a mistyped one.
    var guesses = 0
    /// The number of progress reports from pattern searches so far.
    var reports = 0

    /// The maximum depth, which fits on a secondary thread's stack on Apple platforms: half a megabyte.
    static let maximumDepth = 128
    private let maximumSteps: Int
    private static let maximumGuesses = 10_000

    package init(
        _ document: SchemaDocument, assertsFormats: Bool = false, isForRequests: Bool = false,
        maximumSteps: Int = 1_000_000
    ) {
        self.document = document
        self.isForRequests = isForRequests
        self.maximumSteps = maximumSteps
        self.assertsFormats = assertsFormats
    }

    /// Notes something that doesn't change the outcome, such as an unknown keyword.
    mutating func note(_ schema: String, _ reason: String) {
        notes.insert(SchemaNote(schema: schema, reason: reason))
    }

    /// Notes that a part wasn't checked, so that the outcome is unknown unless another part determines it.
    mutating func leaveOut(_ schema: String, _ reason: String) {
        note(schema, reason)
        leaveOut()
    }

    /// Makes the outcome unknown because of a part that is already noted.
    mutating func leaveOut() { isPartial = true }

    /// Counts steps.
    ///
    /// - Parameter count: The number of values to look at.
    /// - Returns: Whether they're allowed; if not, that's noted, and the outcome is unknown.
    mutating func take(_ count: Int) -> Bool {
        guard steps + count <= maximumSteps else {
            leaveOut("#", "checking one body took more than \(maximumSteps) steps; the rest was skipped")
            return false
        }
        steps += count
        return true
    }

    /// Compares a value with a schema.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - schema: The schema.
    /// - Returns: The differences and the outcome.
    package mutating func check(_ value: JSONTree, against schema: Schema) -> SchemaComparison {
        (steps, guesses, known, evaluations) = (0, Self.maximumGuesses, [:], [:])
        return comparison(of: value, with: schema, at: JSONPointer())
    }

    /// Compares a value with a schema whose outcome doesn't directly affect that of the enclosing schema.
    mutating func comparison(of value: JSONTree, with schema: Schema, at pointer: JSONPointer) -> SchemaComparison {
        let wasPartial = isPartial
        isPartial = false
        defer { isPartial = wasPartial }
        let found = differences(of: value, from: schema, at: pointer)
        return SchemaComparison(differences: found, isComplete: !isPartial)
    }

    /// Returns the differences between a value and a schema, in no particular order.
    ///
    /// A part that can't be checked also makes the outcome of the surrounding schema unknown.
    mutating func differences(of value: JSONTree, from schema: Schema, at pointer: JSONPointer) -> [SchemaDifference] {
        guard depth < Self.maximumDepth else {
            leaveOut(schema.pointer, "more than \(Self.maximumDepth) nested schemas are not followed")
            return []
        }
        guard take(1) else { return [] }
        depth += 1
        defer { depth -= 1 }
        switch schema.tree {
        case .bool(true): return []
        case .bool(false):
            return [difference(pointer, schema, "no value at all", value.found, .kind)]
        case .object(let keywords): return differences(of: value, keywords, of: schema, at: pointer)
        default:
            leaveOut(schema.pointer, "isn't a schema but \(schema.tree.kind.name)")
            return []
        }
    }

    private mutating func differences(
        of value: JSONTree, _ keywords: [String: JSONTree], of schema: Schema, at pointer: JSONPointer
    ) -> [SchemaDifference] {
        let is30 = document.dialect == .openAPI30
        if is30, keywords["$ref"] != nil {
            noteNeighbours(of: schema, keywords)
            return referred(value, schema, pointer)
        }
        let wasEmbedded = isEmbedded
        isEmbedded = isEmbedded || isResource(schema)
        defer { isEmbedded = wasEmbedded }
        noteUnknown(keywords, of: schema)
        // The other keywords of a nullable schema aren't applied to null, as most authors of such documents intend.
        if is30, value.kind == .null, keywords["nullable"]?.truth == true { return [] }
        if let wrong = wrongType(value, keywords, schema, pointer) { return [wrong] }
        var found = choices(value, keywords, schema, pointer)
        switch value {
        case .string(let text): found += strings(text, keywords, schema, pointer)
        case .number(let number): found += numbers(number, keywords, schema, pointer)
        case .list(let elements): found += lists(elements, keywords, schema, pointer)
        case .object(let members): found += objects(members, keywords, schema, pointer)
        case .null, .bool: break
        }
        found += combinations(value, keywords, schema, pointer)
        if keywords["$ref"] != nil { found += referred(value, schema, pointer) }
        // A schema that doesn't match evaluates nothing, so unevaluated parts would add nothing to the differences.
        if found.isEmpty { found += unevaluated(value, schema, pointer) }
        return found
    }

    /// Returns a difference.
    func difference(
        _ pointer: JSONPointer, _ schema: Schema, _ expected: String, _ found: String,
        _ weight: SchemaDifference.Weight = .detail
    ) -> SchemaDifference {
        SchemaDifference(
            pointer: pointer, schema: schema.pointer, expected: expected, found: found, weight: weight)
    }
}
