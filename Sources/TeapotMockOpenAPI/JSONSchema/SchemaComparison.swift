package import TeapotMock

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

/// A difference between a value and a schema.
package struct SchemaDifference: Sendable, Equatable {
    /// The weight of a difference, for finding the closest of several schemas.
    package enum Weight: Int, Sendable {
        /// A number out of range, or an extra or missing member.
        case detail = 1
        /// A value that isn't one of the allowed values, which may distinguish one schema from another.
        case choice = 10
        /// A value of another type.
        case kind = 100
    }

    /// The place in the value.
    package let pointer: JSONPointer
    /// The keyword that the value violates: `#/components/schemas/Product/properties/price/type`.
    package let schema: String
    package let expected: String
    package let found: String
    package let weight: Weight
}

/// A part of a schema that wasn't checked, with the reason.
package struct SchemaNote: Sendable, Hashable {
    /// The keyword or schema.
    package let schema: String
    package let reason: String
}
