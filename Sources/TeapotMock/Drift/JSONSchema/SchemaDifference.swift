/// One thing in which a value is not what a schema asks for.
struct SchemaDifference: Sendable, Equatable {
    /// How far from the schema a value is that has this difference; the closest of several schemas is shown.
    enum Weight: Int, Sendable {
        /// A number out of range, a member too many or too few.
        case detail = 1
        /// Another value than those allowed, which may tell one schema from another.
        case choice = 10
        /// Another kind of value.
        case kind = 100
    }

    /// Where it is in the value.
    let pointer: JSONPointer
    /// The keyword that asks for something else: `#/components/schemas/Product/properties/price/type`.
    let schema: String
    let expected: String
    let found: String
    let weight: Weight
}

/// What a schema asks for that was not checked, and why.
struct SchemaNote: Sendable, Hashable {
    /// The keyword or schema.
    let schema: String
    let reason: String
}
