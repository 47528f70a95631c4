/// The result of comparing a value with a schema.
package struct SchemaComparison: Sendable {
    /// Whether a value matches a schema.
    package enum Outcome: Sendable {
        case matches, differs
        /// The answer depends on a part of the schema that can't be checked.
        case unknown
    }

    /// The differences, in no particular order.
    package var differences: [SchemaDifference]
    /// Whether all relevant parts of the schema were checked.
    package var isComplete: Bool

    /// Whether the value matches; a single difference shows that it doesn't, regardless of what wasn't checked.
    package var outcome: Outcome {
        if !differences.isEmpty { return .differs }
        return isComplete ? .matches : .unknown
    }
}
