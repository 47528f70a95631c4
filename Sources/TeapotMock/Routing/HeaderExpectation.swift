import Teapot

/// The header fields that a request must have.
///
/// A request may have others, too.
package struct HeaderExpectation: Sendable, Equatable {
    /// A header field whose value differs from the expected one.
    struct Mismatch: Sendable, Equatable {
        var name: String
        var expected: String
        /// The value in the request, or `nil` if the request has no such header field.
        var actual: String?
    }

    let fields: [Teapot.HeaderFields.Field]

    /// - Parameter fields: The expected values by name. Names are case-insensitive.
    init(_ fields: [String: String] = [:]) {
        self.fields = fields.map { Teapot.HeaderFields.Field(name: $0.key, value: $0.value) }
            .sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
    }

    /// Returns the header fields that differ from the expected ones, sorted by name.
    func mismatches(in headerFields: Teapot.HeaderFields) -> [Mismatch] {
        fields.compactMap { field in
            let actual = headerFields[field.name]
            guard actual != field.value else { return nil }
            return Mismatch(name: field.name, expected: field.value, actual: actual)
        }
    }
}

extension HeaderExpectation.Mismatch {
    /// Returns a clause for an error message, with the expected and the actual value.
    ///
    /// Credentials are shortened.
    func explanation(_ options: Teapot.Options) -> String {
        func shown(_ value: String) -> String {
            "“\(Teapot.HeaderFields.Field(name: name, value: value).redactedValue(options))”"
        }
        guard let actual else { return "\(name): expected \(shown(expected)), but there is none" }
        // Two different secrets can look the same after they are shortened.
        let other = shown(actual) == shown(expected) ? "another " : ""
        return "\(name): expected \(shown(expected)), got \(other)\(shown(actual))"
    }
}
