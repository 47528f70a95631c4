import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

/// Makes the response of an operation: from an example of the document or, without one, from its schema.
struct AnswerMaker {
    let document: OpenAPIDocument
    let seed: UInt64

    /// A body with its media type.
    struct Body: Sendable {
        let type: String
        let value: JSONTree
        /// The source, such as `example “busy”`.
        let source: String
        /// The value as it's sent.
        let data: Data

        init(type: String, value: JSONTree, source: String) {
            (self.type, self.value, self.source) = (type, value, source)
            let text = MediaType.isJSON(MediaRange.essence(of: type)) ? nil : value.text
            data = Data((text ?? value.json).utf8)
        }
    }

    /// The parts of a response.
    struct Parts: Sendable {
        let choice: AnswerChoice
        var headers: [(name: String, value: String)]
        var body: Body?
    }

    /// Returns the value of a response's body, or `nil` if the response has none.
    func body(of choice: AnswerChoice, _ preference: Preference) throws(Refusal) -> Body? {
        guard let media = choice.media else { return nil }
        let type = media.type
        if let name = preference.example {
            guard let value = try example(name, of: media) else {
                let known = (media.place.tree["examples"]?.members ?? [:]).keys.sorted()
                let list = known.isEmpty ? "it has no named examples" : "it has \(known.asChoice)"
                throw Refusal(
                    status: 400, reason: "The response \(choice.answer.status) has no example “\(name)”; \(list).")
            }
            return Body(type: type, value: value, source: "example “\(name)”")
        }
        if !preference.isDynamic, let (value, source) = examples(of: media).first {
            return Body(type: type, value: value, source: source)
        }
        guard let schema = media.schema else { return Body(type: type, value: .string(""), source: "no schema") }
        var generator = ExampleGenerator(document.schemas, seed: seed)
        do throws(ExampleFailure) {
            var value = try generator.value(for: schema)
            // A problem has the status of its response, if it may.
            if choice.status >= 400, var members = value.members, members["status"]?.number != nil {
                members["status"] = .number(JSONNumber(choice.status))
                if generator.fits(.object(members), [schema]) { value = .object(members) }
            }
            if !media.isText, !value.isScalar {
                throw ExampleFailure(schema, "only JSON is generated for lists and objects, not \(type)")
            }
            return Body(type: type, value: value, source: "generated")
        } catch {
            let reason = "No body can be generated at \(error.pointer): \(error.reason)."
            throw Refusal(status: 500, reason: reason + " Add an “example” to the document.")
        }
    }

    /// Returns an example by its name, or `nil` if there's none.
    private func example(_ name: String, of media: OpenAPIDocument.Media) throws(Refusal) -> JSONTree? {
        guard let place = media.place["examples"]?[name] else { return nil }
        switch document.schemas.resolving(place) {
        case .found(let example):
            if let value = example.tree["value"] ?? example.tree["dataValue"] { return value }
            throw Refusal(status: 500, reason: "The example “\(name)” has no “value”; add one at \(place.pointer).")
        case .unreachable(let reason): throw Refusal(status: 500, reason: "\(place.pointer): \(reason).")
        }
    }

    /// Returns the examples of a media type: its own, or its named ones.
    func examples(of media: OpenAPIDocument.Media) -> [(value: JSONTree, source: String)] {
        if let example = media.place.tree["example"] { return [(example, "example")] }
        return (media.place["examples"].map(document.names) ?? []).compactMap { name in
            (try? example(name, of: media)).map { ($0, "example “\(name)”") }
        }
    }

    /// Returns a response with its parts.
    static func response(_ parts: Parts) -> Response {
        var response = Response(status: Teapot.StatusCode(rawValue: parts.choice.status))
        for (name, value) in parts.headers { response.headers[name] = value }
        guard let body = parts.body else { return response }
        response.headers["Content-Type"] = body.type
        response.content = .data(body.data)
        return response
    }

    /// Returns the values of the response's documented headers.
    func headers(of choice: AnswerChoice) -> [(name: String, value: String)] {
        (choice.answer.place["headers"]?.members ?? []).compactMap { name, written in
            guard name.lowercased() != "content-type", case .found(let header) = document.schemas.resolving(written)
            else { return nil }
            if let example = header.tree["example"] { return (name, Self.text(example)) }
            guard let schema = header["schema"] else { return nil }
            var generator = ExampleGenerator(document.schemas, seed: seed)
            return (try? generator.value(for: schema, named: name)).map { (name, Self.text($0)) }
        }
    }

    /// Returns a value in OpenAPI's style “simple”.
    private static func text(_ value: JSONTree) -> String {
        switch value {
        case .string(let text): text
        case .list(let elements): elements.map { text($0) }.joined(separator: ",")
        case .object(let members): members.sorted { $0.key < $1.key }.flatMap { [$0, text($1)] }.joined(separator: ",")
        case .null, .bool, .number: value.json
        }
    }
}
