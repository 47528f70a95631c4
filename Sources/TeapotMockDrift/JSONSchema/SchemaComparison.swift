/// The result of comparing a value with a schema.
struct SchemaComparison: Sendable {
    /// Whether a value matches a schema.
    enum Outcome: Sendable {
        case matches, differs
        /// The answer depends on a part of the schema that can't be checked.
        case unknown
    }

    /// The differences that were found, in no particular order.
    var differences: [SchemaDifference]
    /// Whether each part of the schema that can matter was checked.
    var isComplete: Bool

    /// Whether the value matches: a single difference shows that it does not, whatever was not checked.
    var outcome: Outcome {
        if !differences.isEmpty { return .differs }
        return isComplete ? .matches : .unknown
    }
}
