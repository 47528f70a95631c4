public import Foundation
public import Teapot
public import TeapotMockFolders
import TeapotMockDocuments
import TeapotMockOpenAPI

extension MockFolder {
    /// A selection of the mocks to check.
    public enum Selection: Sendable {
        /// The mocks for successful requests.
        case successes
        /// The mocks for failing requests.
        case errors
        /// All mocks.
        case all
    }

    /// Decodes mocks as a type of the app.
    ///
    /// Only the parts that the type decodes are checked: a member without a property isn't a drift.
    ///
    /// - Parameters:
    ///   - type: The type that the app decodes such a response as, such as `[Product].self`. For a list, each element
    ///     that can't be decoded is reported; otherwise, the first value is.
    ///   - path: The directory of the mocks, such as `/products`, or their request path, such as
    ///     `/v1/staging/products`; mocks in subdirectories aren't included. With a method in front of the path, as in
    ///     `POST /products`, only mocks for that method are included. `nil` for all mocks.
    ///   - selection: The kinds of mocks to include; by default, those for successful requests.
    ///   - decoder: The decoder that the app uses.
    /// - Returns: A report of the values that can't be decoded, with the reasons; it also says so if there are no such
    ///   mocks.
    public func validate<Value: Decodable>(
        against type: Value.Type, for path: String? = nil, including selection: Selection = .successes,
        decoder: JSONDecoder = JSONDecoder()
    ) -> DriftReport {
        let mocks = path.map { self.mocks(at: MockEndpoint($0)) } ?? mocks
        return report(findings(of: mocks, at: path, against: type, selection, decoder))
    }

    /// Decodes mocks as types of the app, with a type for each path.
    ///
    /// ```swift
    /// let report = folder.validate(against: ["/products": [Product].self, "/products/{id}": Product.self])
    /// ```
    ///
    /// - Parameters:
    ///   - types: The types that the app decodes responses as, by directory or request path of the mocks. A path with a
    ///     method in front, as in `POST /products`, is for mocks for that method, and the path alone is for the others.
    ///   - selection: The kinds of mocks to include; by default, those for successful requests.
    ///   - decoder: The decoder that the app uses.
    /// - Returns: A report of the values that can't be decoded, with the reasons. Mocks without a type are listed as
    ///   not checked.
    public func validate(
        against types: [String: any Decodable.Type], including selection: Selection = .successes,
        decoder: JSONDecoder = JSONDecoder()
    ) -> DriftReport {
        var findings = DriftResults()
        var known: Set<String> = []
        // Paths with methods come first, and take their mocks from those without.
        for (path, type) in types.sorted(by: {
            (MockEndpoint($0.key).method ?? "~") < (MockEndpoint($1.key).method ?? "~")
        }) {
            let mocks = mocks(at: MockEndpoint(path)).filter { !known.contains($0.path) }
            known.formUnion(mocks.map(\.path))
            findings.add(self.findings(of: mocks, at: path, against: type, selection, decoder))
        }
        for mock in mocks where selection.includes(mock) && !known.contains(mock.path) {
            findings.skip(mock.path, "no type is given for \(mock.folder)")
        }
        return report(findings)
    }

    /// Compares mocks with an OpenAPI document: status, headers, media type, and the body with its schema.
    ///
    /// A mock belongs to the documented path that its request path ends with, or that ends with its request path. The
    /// server's base path is optional, and literal segments take precedence over variables. A mock without a method
    /// must match one operation of its path; if it matches none, the report shows the differences from the closest one.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - selection: The kinds of mocks to include; by default, all.
    ///   - assertsFormats: Whether a value without the `format` of its schema is a drift. By default, `format` is only
    ///     a description, as in JSON Schema 2020-12 and OpenAPI 3.1.
    /// - Returns: A report of the differences. Mocks without an operation and unsupported schema keywords are listed as
    ///   not checked.
    public func validate(
        against document: OpenAPIDocument, including selection: Selection = .all, assertsFormats: Bool = false
    ) -> DriftReport {
        onDeepStack { [self] in
            var findings = DriftResults()
            var checker = OpenAPIChecker(document, assertsFormats: assertsFormats)
            for subject in subjects(of: mocks, selection, &findings) { checker.check(subject) }
            findings.add(checker.result)
            return report(findings, against: document)
        }
    }

    /// Compares the shapes of mocks with a live server's responses: the types of values and the names of members.
    ///
    /// The values themselves aren't compared. Only `GET` requests are sent, once for each request path. `null` matches
    /// any shape, an empty list says nothing about elements, and a member that only some elements of a live list have
    /// is optional. If all names of an object are numbers or UUIDs, they count as keys. The live server's status only
    /// needs to be a success, like the mock's.
    ///
    /// - Parameters:
    ///   - baseURL: The base URL of the mocks' request paths. Segments at the end of the URL and the beginning of the
    ///     path overlap.
    ///   - values: The values of the variables of request paths, such as `["id": "7"]` for `/products/{id}`.
    ///   - headers: The headers of each request, such as `Authorization`.
    /// - Returns: A report of the differences, and of the paths that couldn't be requested.
    public func validate(
        against baseURL: URL, values: [String: String] = [:], headers: [String: String] = [:]
    ) async -> DriftReport {
        var options = Teapot.Options()
        options.headers = headers
        return await validate(against: Teapot(baseURL: baseURL, options: options), values: values)
    }

    /// Compares the shapes of mocks with the responses that a client gets.
    ///
    /// This is like ``validate(against:values:headers:)``, with a client that can sign or log its requests.
    ///
    /// - Parameters:
    ///   - client: The client that sends the requests.
    ///   - values: The values of the variables of request paths, such as `["id": "7"]` for `/products/{id}`.
    /// - Returns: A report of the differences, and of the paths that couldn't be requested.
    public func validate(against client: any TeapotClient, values: [String: String] = [:]) async -> DriftReport {
        var findings = DriftResults()
        var checker = LiveChecker(client, values: values)
        await checker.check(subjects(of: mocks, .all, &findings))
        findings.add(checker.findings)
        return report(findings)
    }
}

extension MockFolder.Selection {
    func includes(_ mock: MockFolder.Mock) -> Bool {
        switch self {
        case .successes: mock.isSuccess
        case .errors: !mock.isSuccess
        case .all: true
        }
    }
}
