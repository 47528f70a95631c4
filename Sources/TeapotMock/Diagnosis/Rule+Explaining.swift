import Teapot

extension Rule {
    /// Returns the conditions of the rule, each as a clause such as `method GET`.
    ///
    /// - Parameter options: The options that determine which header fields are shortened.
    /// - Returns: The clauses.
    func expectations(_ options: Teapot.Options) -> [String] {
        switch condition {
        case .method(let method): ["method \(method)"]
        case .path(let pattern): ["path \(pattern.description.shortened(to: 120))"] + pattern.query.map(\.expectation)
        case .query(let items): items.map(\.expectation)
        case .headerFields(let expectation):
            expectation.fields.map { "header \($0.name): \($0.redactedValue(options).shortened(to: 60))" }
        case .body(let data): ["body of \(String(counting: data.count, "byte"))"]
        case .json(let condition):
            ["JSON body that \(condition.relation) \(condition.expected.description.shortened(to: 80))"]
        case .custom(let name, _): [name.map { "custom rule “\($0)”" } ?? "custom rule"]
        }
    }
}

extension URLQueryItem {
    fileprivate var expectation: String { "query \(name)" + (value.map { "=" + $0.shortened(to: 60) } ?? "") }
}

extension Request {
    /// Returns, for each of some query items, the actual value, or `nil` if the request has the item.
    func explanations(of items: [URLQueryItem]) -> [String?] {
        items.map { item in
            guard !query.containsExactly(item) else { return nil }
            let others = query.filter { $0.name == item.name }
            if others.isEmpty { return "none came" }
            let isTwin = others.contains(item)
            return others.map { $0.value.map { "“\($0.told(apart: isTwin))”" } ?? "no value" }
                .joined(separator: " and ") + " came"
        }
    }

    /// Returns the difference between the body and some bytes, or `nil` if they are equal.
    func explanation(ofBody data: Data) -> String? {
        guard body != data else { return nil }
        guard !body.isEmpty else { return "none came" }
        let same = zip(body, data).prefix { $0 == $1 }.count
        let came = "\(String(counting: body.count, "byte")) came"
        if same == body.count { return "only the first \(String(counting: same, "byte")) came" }
        if same == data.count { return "\(came), \(body.count - same) too many" }
        return "\(came), and byte \(same + 1) is the first that differs"
    }
}

extension HeaderExpectation {
    /// Returns, for each field, the actual value, or `nil` if it is the expected one.
    func explanations(of headerFields: Teapot.HeaderFields, _ options: Teapot.Options) -> [String?] {
        let mismatches = mismatches(in: headerFields)
        return fields.map { field in
            guard let mismatch = mismatches.first(where: { $0.name == field.name }) else { return nil }
            guard let actual = mismatch.actual else { return "none came" }
            let shown = Teapot.HeaderFields.Field(name: field.name, value: actual).redactedValue(options)
            // Two different secrets can look the same after they are shortened.
            return shown == field.redactedValue(options) ? "another came" : "“\(shown.shortened(to: 60))” came"
        }
    }
}
