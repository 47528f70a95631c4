import TeapotMock
package import TeapotMockDocuments

/// A generator of the values of responses that match schemas: the same values for the same seed.
///
/// It generates a value from the top down and checks it once. If the value doesn't match, it generates it again, with
/// other choices at the places that differ.
package struct ExampleGenerator {
    let document: SchemaDocument
    var checker: SchemaChecker
    private let root: UInt64
    /// The number of rejected values at each place, by key.
    var salts: [UInt64: Int] = [:]
    /// The examples written in the document, by the places of the schemas that they match; `nil` for none.
    var written: [String: JSONTree?] = [:]
    /// The required `writeOnly` members, which only requests have, by the keys of the checker's messages.
    var omitted: Set<UInt64> = []
    /// The number of values in this attempt.
    var size = 0

    private static let maximumAttempts = 60

    package init(_ document: SchemaDocument, seed: UInt64 = 0) {
        self.document = document
        checker = SchemaChecker(document, assertsFormats: true)
        self.root = ExamplePlace.key(seed, "")
    }

    /// Returns a value that matches a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema, a part of the document.
    ///   - name: The name of the value, such as a parameter's, for a plausible text or number.
    /// - Returns: The value. Texts of formats that the checker doesn't know aren't checked for those.
    /// - Throws: A failure with the place in the document and the reason.
    package mutating func value(for schema: Schema, named name: String? = nil) throws(ExampleFailure) -> JSONTree {
        salts = [:]
        var failure: ExampleFailure?
        for attempt in 1...Self.maximumAttempts {
            (size, omitted) = (0, [])
            let value: JSONTree
            let place = ExamplePlace(name: name, key: root, salt: salts[root] ?? 0, above: [schema.pointer])
            // After a value that didn't match, the reason why it didn't says more than the failure of another choice.
            do { value = try self.value(for: [schema], place) } catch { throw failure ?? error }
            var (found, notes) = (checker.check(value, against: schema), Set<SchemaNote>())
            if found.outcome == .unknown {
                // Perhaps only because of formats that the checker doesn't know.
                var other = SchemaChecker(document)
                (found, notes) = (other.check(value, against: schema), other.notes)
            }
            found.differences.removeAll { omitted.contains(ExamplePlace.key(keys(of: $0.pointer)[0], $0.expected)) }
            if found.outcome == .matches { return value }
            failure = failure ?? self.failure(found, notes, schema)
            reject(found.differences, attempt)
        }
        throw failure ?? ExampleFailure(schema, "no value was found")
    }

    private func failure(_ found: SchemaComparison, _ notes: Set<SchemaNote>, _ schema: Schema) -> ExampleFailure {
        let differences = found.differences.map { "\($0.found) instead of \($0.expected), as in \($0.schema)" }
        if let first = differences.min() { return ExampleFailure(schema, "no value matches; one had \(first)") }
        // Keywords without a meaning aren't the reason.
        let reasons = notes.filter { !$0.reason.hasSuffix("is not supported") }.map { "\($0.schema): \($0.reason)" }
        return ExampleFailure(schema, "no value can be checked completely: \(reasons.min() ?? "it's too large")")
    }

    /// Changes the choices at the places of differences, and less often those at the places above.
    private mutating func reject(_ differences: [SchemaDifference], _ attempt: Int) {
        let rejected = differences.flatMap { difference in
            keys(of: difference.pointer).enumerated().filter { attempt.isMultiple(of: $0.offset + 1) }.map(\.element)
        }
        for key in Set(rejected + (differences.isEmpty ? [root] : [])) { salts[key, default: 0] += 1 }
    }

    /// Returns the keys of a place and of the places above it.
    private func keys(of pointer: JSONPointer) -> [UInt64] {
        pointer.tokens.reduce(into: [root]) { keys, token in keys.insert(ExamplePlace.key(keys[0], token), at: 0) }
    }
}

/// An error that occurs when no value of a schema can be generated.
package struct ExampleFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The place in the document, such as `#/components/schemas/Product/properties/code/pattern`.
    package let pointer: String
    package let reason: String

    package init(_ schema: Schema, _ reason: String) { (pointer, self.reason) = (schema.pointer, reason) }

    package var description: String { "\(pointer): \(reason)" }
}
