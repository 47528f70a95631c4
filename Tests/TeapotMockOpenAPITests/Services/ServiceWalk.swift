import Foundation
import Teapot
import TeapotMockDocuments

import TeapotMock
@testable import TeapotMockOpenAPI

/// A client of a router that answers from a document, which sends only what the document allows.
struct ServiceWalk {
    let document: OpenAPIDocument
    let router = Router("https://api.test")
    let resources: [Resource]
    private let client: MockTeapot

    init(_ document: OpenAPIDocument) {
        self.document = document
        client = MockTeapot(router: router)
        router.answer(from: document)
        let kept = Resource.all(in: document).kept
        resources = kept.keys.sorted().compactMap { path in kept[path].flatMap { $0.item == path ? $0 : nil } }
    }

    /// A response, and a line about it for failures.
    struct Answer {
        let status: Int
        let json: JSONTree?
        let line: String
        /// The differences from the document's schema of the response.
        let differences: [SchemaDifference]
    }

    func operation(_ method: String, _ path: String) -> OpenAPIDocument.Operation? {
        document.operations.first { $0.method == method && $0.plainPath == path }
    }

    /// Returns a body of an operation as JSON with its media type, or `nil` if the operation takes none.
    func body(of operation: OpenAPIDocument.Operation, seed: UInt64) throws -> (type: String, value: JSONTree)? {
        guard let media = document.details(of: operation).body?.content.first(where: \.isJSON) else { return nil }
        var generator = ExampleGenerator(document.schemas, seed: seed)
        let value = try media.schema.map { schema throws(ExampleFailure) in try generator.value(for: schema) }
        return (media.type, value ?? .object([:]))
    }

    /// Sends a request to an operation, with all that it requires.
    func send(
        _ operation: OpenAPIDocument.Operation, _ values: [String: String], _ body: (type: String, value: JSONTree)?
    ) async throws -> Answer {
        let details = document.details(of: operation)
        var (query, headers) = ([String](), Teapot.HeaderFields())
        for parameter in details.parameters where parameter.isRequired {
            let text = try self.text(of: parameter)
            switch parameter.location {
            case .query: query.append("\(parameter.name)=\(Self.escaped(text))")
            case .header: headers[parameter.name] = text
            case .cookie: headers["Cookie"] = "\(parameter.name)=\(text)"
            case .path: break
            }
        }
        for scheme in details.security.first ?? [] {
            let (tree, name) = (scheme.place.tree, scheme.place.tree["name"]?.text ?? "")
            switch (tree["type"]?.text, tree["in"]?.text) {
            case ("apiKey", "query"): query.append("\(name)=key")
            case ("apiKey", _): headers[name] = "key"
            default: headers["Authorization"] = tree["scheme"]?.text == "basic" ? "Basic YTpi" : "Bearer token"
            }
        }
        let path = try operation.path.split(separator: "/").map { segment -> String in
            guard let opening = segment.firstIndex(of: "{"), let closing = segment.lastIndex(of: "}") else {
                return String(segment)
            }
            let name = String(segment[segment.index(after: opening)..<closing])
            let value = try values[name] ?? self.text(of: details.parameters.first { $0.name == name })
            return segment[..<opening] + Self.escaped(value) + segment[segment.index(after: closing)...]
        }
        let payload = body.map { Teapot.Payload.data(Data($0.value.json.utf8), contentType: $0.type) } ?? .none
        let target = path.joined(separator: "/") + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        let response: Teapot.Response?
        do throws(TeapotError) {
            let method = Teapot.Method(operation.method)
            var request = try client.makeRequest(method, target, parameters: payload)
            for field in headers { request.headers[field.name] = field.value }
            response = try await client.send(request)
        } catch { response = error.response }
        let json = try? JSONTree(parsing: response?.body ?? Data())
        let sent = body.map { " with \($0.value.json)" } ?? ""
        let status = response?.status ?? 0
        let choice = try? AnswerChoice(details, status: status, accept: response?.headers["Content-Type"])
        var checker = SchemaChecker(document.schemas, assertsFormats: true)
        return Answer(
            status: status, json: json,
            line: "\(operation.method) \(target)\(sent): \(status) \(json?.json ?? "without JSON")",
            differences: json.flatMap { json in
                choice?.media?.schema.map { checker.check(json, against: $0).differences }
            } ?? [])
    }

    /// Returns a text of a parameter's schema.
    private func text(of parameter: OpenAPIDocument.Parameter?) throws -> String {
        guard let parameter, let schema = parameter.schema else { return "1" }
        var generator = ExampleGenerator(document.schemas, seed: 1)
        let value = try generator.value(for: schema, named: parameter.name)
        return (value.elements ?? [value]).compactMap(DocumentStage.text).joined(separator: ",")
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}
