public import Teapot

extension MockFolder {
    /// Which mocks are checked.
    public enum Choice: Sendable {
        /// Those of requests that succeed.
        case successes
        /// Those of requests that fail.
        case errors
        /// All of them.
        case all
    }

    /// Decodes mocks as a type of the app's.
    ///
    /// What the type does not decode is not looked at: a member that it has no name for is no drift.
    ///
    /// - Parameters:
    ///   - type: What the app decodes such a response as, such as `[Product].self`. Of a list each element is told that
    ///     can't be decoded, else the first value.
    ///   - path: The directory of the mocks, `/products`, or their request path, `/v1/staging/products`; those in
    ///     directories inside it are not meant. With a method before it, `POST /products`, only mocks of that method.
    ///     `nil` for all mocks.
    ///   - choice: Which of them; by default those of requests that succeed.
    ///   - decoder: What the app decodes with.
    /// - Returns: What can't be decoded, and why; also that there are no such mocks.
    public func validate<Value: Decodable>(
        against type: Value.Type, for path: String? = nil, including choice: Choice = .successes,
        decoder: JSONDecoder = JSONDecoder()
    ) -> DriftReport {
        let mocks = path.map { self.mocks(at: MockPlace($0)) } ?? mocks
        return report(findings(of: mocks, at: path, against: type, choice, decoder))
    }

    /// Decodes mocks as types of the app's, a type for each path.
    ///
    /// ```swift
    /// let report = folder.validate(against: ["/products": [Product].self, "/products/{id}": Product.self])
    /// ```
    ///
    /// - Parameters:
    ///   - types: What the app decodes responses as, by the directories of the mocks or by their request paths. A path
    ///     with a method before it, `POST /products`, is for mocks of that method, and the bare path for the others.
    ///   - choice: Which of them; by default those of requests that succeed.
    ///   - decoder: What the app decodes with.
    /// - Returns: What can't be decoded, and why. Mocks that no type is given for are among those not checked.
    public func validate(
        against types: [String: any Decodable.Type], including choice: Choice = .successes,
        decoder: JSONDecoder = JSONDecoder()
    ) -> DriftReport {
        var findings = DriftFindings()
        var known: Set<String> = []
        // Those with methods come first, and take theirs from those without.
        for (path, type) in types.sorted(by: { (MockPlace($0.key).method ?? "~") < (MockPlace($1.key).method ?? "~") })
        {
            let mocks = mocks(at: MockPlace(path)).filter { !known.contains($0.path) }
            known.formUnion(mocks.map(\.path))
            findings.add(self.findings(of: mocks, at: path, against: type, choice, decoder))
        }
        for mock in mocks where choice.includes(mock) && !known.contains(mock.path) {
            findings.skip(mock.path, "no type is given for \(mock.folder)")
        }
        return report(findings)
    }

    /// Compares mocks with an OpenAPI document: status, header fields, media type, and the body with its schema.
    ///
    /// A mock belongs to the documented path that its request path ends with, or that ends with it; the server's base
    /// path may be there or not, and text counts more than a variable. A mock of any method has to fit one operation of
    /// its path: if it fits none, the report tells how it differs from the closest.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - choice: Which mocks; by default all.
    /// - Returns: What differs. Mocks without an operation are among those not checked, and so are keywords of schemas
    ///   that are not supported.
    public func validate(against document: OpenAPIDocument, including choice: Choice = .all) -> DriftReport {
        var findings = DriftFindings()
        var checker = OpenAPIChecker(document)
        for subject in subjects(of: mocks, choice, &findings) { checker.check(subject) }
        findings.add(checker.result)
        return report(findings)
    }

    /// Compares what mocks look like with the answers of a live server: kinds of values and names of members, whatever
    /// the values.
    ///
    /// Only `GET` is asked, once for each request path. What is `null` looks like anything, an empty list says nothing of
    /// elements, and a member that only some elements of a live list have may be there or not. Names that are all numbers
    /// or UUIDs count as keys of data. Of statuses the live server's has to be a success, as the mock's is.
    ///
    /// - Parameters:
    ///   - baseURL: What the mocks' request paths are below. What both have, the end of one and the beginning of the
    ///     other, is taken once.
    ///   - values: What the variables of request paths stand for: `["id": "7"]` for `/products/{id}`.
    ///   - headerFields: Header fields for each request, such as `Authorization`.
    /// - Returns: What differs, and which paths could not be asked for.
    public func validate(
        against baseURL: URL, values: [String: String] = [:], headerFields: [String: String] = [:]
    ) async -> DriftReport {
        var options = Teapot.Options()
        options.headerFields = headerFields
        return await validate(against: Teapot(baseURL: baseURL, options: options), values: values)
    }

    /// Compares what mocks look like with what a client is answered.
    ///
    /// As ``validate(against:values:headerFields:)``, with a client that may sign its requests or log them.
    ///
    /// - Parameters:
    ///   - client: What asks.
    ///   - values: What the variables of request paths stand for: `["id": "7"]` for `/products/{id}`.
    /// - Returns: What differs, and which paths could not be asked for.
    public func validate(against client: any TeapotClient, values: [String: String] = [:]) async -> DriftReport {
        var findings = DriftFindings()
        var checker = LiveChecker(client, values: values)
        await checker.check(subjects(of: mocks, .successes, &findings))
        findings.add(checker.findings)
        return report(findings)
    }
}

extension MockFolder.Choice {
    func includes(_ mock: MockFolder.Mock) -> Bool {
        switch self {
        case .successes: mock.isSuccess
        case .errors: !mock.isSuccess
        case .all: true
        }
    }
}
