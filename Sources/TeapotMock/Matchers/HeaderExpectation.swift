package import Teapot

/// The headers that a request must have.
///
/// A request may also have others.
package struct HeaderExpectation: Sendable, Equatable {
    /// A header whose value differs from the expected one.
    struct Mismatch: Sendable, Equatable {
        var name: String
        var expected: String
        /// The value in the request, or `nil` if the request has no such header.
        var actual: String?
        /// A clause with the name of a similar header of the request, if it has none with this name.
        var hint = ""
    }

    let fields: [Teapot.HeaderFields.Field]

    /// - Parameter fields: The expected values by name. Names are case-insensitive.
    init(_ fields: [String: String] = [:]) {
        self.fields = fields.map { Teapot.HeaderFields.Field(name: $0.key, value: $0.value) }
            .ordered { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
    }

    /// Returns the headers that differ from the expected ones, sorted by name.
    func mismatches(in headers: Teapot.HeaderFields) -> [Mismatch] {
        fields.compactMap { field in
            let actual = headers[field.name]
            guard actual != field.value else { return nil }
            let hint = actual == nil ? field.name.hint(among: headers.map(\.name)) : ""
            return Mismatch(name: field.name, expected: field.value, actual: actual, hint: hint)
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
        guard let actual else { return "\(name): expected \(shown(expected)), but there is none\(hint)" }
        // Two different secrets can look the same once they're shortened.
        let other = shown(actual) == shown(expected) ? "another " : ""
        return "\(name): expected \(shown(expected)), got \(other)\(shown(actual))"
    }
}

extension HeaderExpectation: Matcher {
    package var readsBody: Bool { false }

    package var identity: AnyHashable? {
        fields.map { Teapot.HeaderFields.Field(name: $0.name.lowercased(), value: $0.value) }
    }

    package func matches(_ request: Request, path: ArraySlice<String>?) -> Bool {
        fields.allSatisfy { request.headers[$0.name] == $0.value }
    }

    package func expectations(_ options: Teapot.Options) -> [String] {
        fields.map { "header \($0.name): \($0.redactedValue(options).shortened(to: 60))" }
    }

    package func explanations(of request: ExaminedRequest) -> [String?] {
        fields.map { field in
            let headers = request.request.headers
            guard let actual = headers[field.name] else {
                return "received none" + field.name.hint(among: headers.map(\.name))
            }
            if actual == field.value { return nil }
            let shown = Teapot.HeaderFields.Field(name: field.name, value: actual).redactedValue(request.options)
            // Two different secrets can look the same once they're shortened.
            let isSame = shown == field.redactedValue(request.options)
            return isSame ? "received a different value" : "received “\(shown.shortened(to: 60))”"
        }
    }
}
