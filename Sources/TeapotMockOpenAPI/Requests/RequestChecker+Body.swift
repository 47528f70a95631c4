import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

extension RequestChecker {
    /// Returns the faults of a request's body and of its media type.
    mutating func bodyFaults(of request: Request, for body: OpenAPIDocument.Body) -> [RequestFault] {
        guard !request.body.isEmpty else {
            guard body.isRequired, !request.lacksBody else { return [] }
            return [RequestFault(400, at: "#/body", "is required", source: body.place["required"] ?? body.place)]
        }
        guard !body.content.isEmpty else { return [] }
        let sent = request.headers.mediaType
        // RFC 9110 §8.3: the type of a body that was sent without one is a guess.
        let isJSON = sent == nil && (try? JSONTree(parsingRequest: request.body)) != nil
        let type = sent ?? (isJSON ? "application/json" : "application/octet-stream")
        let ranges = body.content.map(\.range)
        // Many documents name only JSON, not the patch or the vendor's type that clients send (RFC 6839 §3.1).
        let range =
            MediaRange.closest(of: ranges, to: type)
            ?? (type.hasSuffix("+json") ? MediaRange.closest(of: ranges, to: "application/json") : nil)
        guard let media = body.content.first(where: { $0.range == range }) else {
            let found = sent.map { "“\($0.shortened(to: 60))”" } ?? "none"
            let (reason, source) = ("expected \(ranges.asChoice), found \(found)", body.place["content"] ?? body.place)
            return [RequestFault(415, at: "#/header/Content-Type", reason, source: source)]
        }
        guard let schema = media.schema else { return [] }
        if MediaType.isJSON(type) { return faults(ofJSON: request.body, from: schema, 422, at: "#/body") }
        if type.hasPrefix("text/") {
            let text = JSONTree.string(String(decoding: request.body, as: UTF8.self))
            return faults(of: text, from: schema, 422, at: "#/body", isText: true)
        }
        do throws(MultipartError) {
            return try request.fields(type).map { faults(ofForm: $0, from: schema) } ?? []
        } catch { return [RequestFault(400, at: "#/body", error.description, source: schema)] }
    }

    /// Returns the faults of a form, whose fields are the members of an object.
    ///
    /// A list is written as fields with the same name, and an object as JSON (OpenAPI 3.1 §4.8.15).
    private mutating func faults(ofForm fields: [WrittenValue.Pair], from schema: Schema) -> [RequestFault] {
        let value = value(of: [WrittenValue(members: fields, mayBeJSON: true)], for: [schema])
        return faults(of: value, from: schema, 422, at: "#/body", isText: true)
    }
}

extension Request {
    /// Returns the fields of a form, or `nil` if the body's type isn't that of a form.
    func fields(_ type: String) throws(MultipartError) -> [WrittenValue.Pair]? {
        switch type {
        case "application/x-www-form-urlencoded": form.map { ($0.name, $0.value ?? "") }
        case "multipart/form-data": try multipart().map { ($0.name, String(decoding: $0.data, as: UTF8.self)) }
        default: nil
        }
    }
}
