import Teapot

/// Header fields that requests must carry, among others.
struct HeaderExpectation: Sendable, Equatable {
    /// A field that is not as it should be.
    struct Mismatch: Sendable, Equatable {
        var name: String
        var expected: String
        /// What came; `nil` when no such field did.
        var actual: String?
    }

    let fields: [Teapot.HeaderFields.Field]

    /// - Parameter fields: The values by name, whose case does not count.
    init(_ fields: [String: String] = [:]) {
        self.fields = fields.map { Teapot.HeaderFields.Field(name: $0.key, value: $0.value) }
            .sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
    }

    /// What is wrong with a request's header fields, in the alphabetical order of their names.
    func mismatches(in headerFields: Teapot.HeaderFields) -> [Mismatch] {
        fields.compactMap { field in
            let actual = headerFields[field.name]
            guard actual != field.value else { return nil }
            return Mismatch(name: field.name, expected: field.value, actual: actual)
        }
    }
}

extension HeaderExpectation.Mismatch {
    /// A clause for an error: what was expected and what came, credentials shortened.
    func explanation(_ options: Teapot.Options) -> String {
        func shown(_ value: String) -> String {
            "“\(Teapot.HeaderFields.Field(name: name, value: value).redactedValue(options))”"
        }
        guard let actual else { return "\(name): expected \(shown(expected)), but there is none" }
        // Two secrets may look the same once they are shortened.
        let other = shown(actual) == shown(expected) ? "another " : ""
        return "\(name): expected \(shown(expected)), got \(other)\(shown(actual))"
    }
}
