import Teapot
import TeapotMock

/// A checker that compares values with a document's schemas.
///
/// It follows at most ``maximumDepth`` nested schemas, and takes at most ``maximumSteps`` for one value. What exceeds
/// these limits is noted, and so is each unknown keyword.
struct SchemaChecker {
    let document: SchemaDocument
    /// The parts that were not checked.
    private(set) var notes: Set<SchemaNote> = []
    /// The compiled patterns.
    var patterns: [String: SchemaPattern] = [:]
    /// The patterns that took too long.
    var slowPatterns: Set<String> = []
    /// The references being followed, each with the value's place; a repeated one is circular.
    var following: Set<String> = []
    private var depth = 0
    private var steps = 0

    /// The maximum depth, low enough for the half megabyte of stack that secondary threads have on Apple platforms.
    static let maximumDepth = 128
    static let maximumSteps = 1_000_000

    init(_ document: SchemaDocument) {
        self.document = document
    }

    /// Notes that something was not checked.
    mutating func note(_ schema: String, _ reason: String) {
        notes.insert(SchemaNote(schema: schema, reason: reason))
    }

    /// Returns the differences between a value and a schema, in no particular order.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - schema: The schema.
    /// - Returns: The differences.
    mutating func check(_ value: JSONTree, against schema: Schema) -> [SchemaDifference] {
        steps = 0
        return differences(of: value, from: schema, at: JSONPointer())
    }

    /// Returns the differences between a value and a schema, in no particular order.
    mutating func differences(of value: JSONTree, from schema: Schema, at pointer: JSONPointer) -> [SchemaDifference] {
        guard depth < Self.maximumDepth else {
            note(schema.pointer, "more than \(Self.maximumDepth) nested schemas are not followed")
            return []
        }
        guard steps < Self.maximumSteps else {
            note("#", "checking one body took more than \(Self.maximumSteps) steps; the rest was left out")
            return []
        }
        (depth, steps) = (depth + 1, steps + 1)
        defer { depth -= 1 }
        switch schema.tree {
        case .bool(true): return []
        case .bool(false):
            return [difference(pointer, schema, "no value at all", value.found, .kind)]
        case .object(let keywords): return differences(of: value, keywords, of: schema, at: pointer)
        default:
            note(schema.pointer, "is not a schema but \(schema.tree.found)")
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
        noteUnknown(keywords, of: schema)
        // The other keywords of a nullable schema are not applied to null, as most authors of such documents intend.
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
        // A schema that does not match evaluates nothing, so unevaluated parts would add nothing to the differences.
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
