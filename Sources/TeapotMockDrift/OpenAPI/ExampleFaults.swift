import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotMockOpenAPI

/// Finds the examples and defaults in a document that don't match their schemas.
struct ExampleFaults {
    private let document: OpenAPIDocument
    private(set) var found: [Fault] = []
    private var requests: SchemaChecker
    private var responses: SchemaChecker
    /// The places whose examples were checked; many operations may share one.
    private var seen: Set<String> = []

    /// The direction of a value, which determines what `readOnly` and `writeOnly` mean.
    enum Direction { case request, response, either }

    init(_ document: OpenAPIDocument) {
        self.document = document
        requests = SchemaChecker(
            document.schemas, assertsFormats: true, isForRequests: true, maximumSteps: 100_000)
        responses = SchemaChecker(document.schemas, assertsFormats: true, maximumSteps: 100_000)
    }

    /// Checks the examples of an operation's parameters and bodies.
    mutating func check(_ details: OpenAPIDocument.Details) {
        for parameter in details.parameters {
            if let range = parameter.mediaType {
                if let media = parameter.place["content"]?[range] { check(media, range, .request) }
            } else {
                check(parameter.place, parameter.schema, .request, isWritten: true)
            }
        }
        for media in details.body?.content ?? [] { check(media.place, media.range, .request) }
        for answer in details.answers {
            for media in answer.content { check(media.place, media.range, .response) }
            for (_, written) in answer.place["headers"]?.members ?? [] {
                guard case .found(let header) = document.schemas.resolving(written) else { continue }
                check(header, header["schema"], .response, isWritten: true)
            }
        }
    }

    /// Checks a schema's own examples and default.
    mutating func check(_ schema: Schema) {
        if document.schemas.dialect == .openAPI30, schema.tree["$ref"] != nil { return }
        for keyword in ["default", "example"] {
            if let value = schema[keyword] { compare(value, schema, .either, keyword) }
        }
        for value in schema["examples"]?.elements ?? [] { compare(value, schema, .either, "example") }
    }

    private mutating func check(_ media: Schema, _ range: String, _ direction: Direction) {
        let type = MediaRange.essence(of: range)
        let isForm = type == "application/x-www-form-urlencoded" || type == "multipart/form-data"
        if MediaType.isJSON(type) || isForm { check(media, media["schema"], direction, isWritten: isForm) }
    }

    /// Checks the examples beside a schema.
    ///
    /// - Parameters:
    ///   - place: The parameter, header or media type.
    ///   - schema: Its schema.
    ///   - direction: Where the value is sent.
    ///   - isWritten: Whether an example may also be the text that's sent, such as `a,b` for a list.
    private mutating func check(_ place: Schema, _ schema: Schema?, _ direction: Direction, isWritten: Bool) {
        guard let schema, seen.insert("\(place.pointer) \(direction)").inserted else { return }
        var values = [place["example"]].compactMap(\.self)
        for (_, written) in place["examples"]?.members ?? [] {
            switch document.schemas.resolving(written) {
            case .found(let example): values += [example["value"], example["dataValue"]].compactMap(\.self)
            case .unreachable(let reason): found.append((written.pointer, reason))
            }
        }
        for value in values {
            guard isWritten, let text = value.tree.text else {
                compare(value, schema, direction, "example")
                continue
            }
            if let tree = tree(of: text, schema) {
                compare(Schema(tree: tree, pointer: value.pointer), schema, direction, "example")
            }
        }
    }

    /// Returns the value that a text in a request means, or `nil` if it depends on a style, as for a list.
    private func tree(of text: String, _ schema: Schema) -> JSONTree? {
        guard case .found(let target) = document.schemas.resolving(schema) else { return nil }
        switch target.tree["type"]?.text {
        case "string"?: return .string(text)
        case "integer"?, "number"?: return JSONNumber(text).map(JSONTree.number) ?? .string(text)
        case "boolean"?: return ["true": .bool(true), "false": .bool(false)][text] ?? .string(text)
        default: return nil
        }
    }

    private mutating func compare(_ value: Schema, _ schema: Schema, _ direction: Direction, _ word: String) {
        var differences: [SchemaDifference]
        switch direction {
        case .request: differences = requests.check(value.tree, against: schema).differences
        case .response: differences = responses.check(value.tree, against: schema).differences
        case .either:
            let (tree, own) = (value.tree, requests.check(value.tree, against: schema).differences)
            differences = own.isEmpty ? [] : own.filter(responses.check(tree, against: schema).differences.contains)
        }
        // The defaults of an object's members may complete it.
        if word == "default" { differences.removeAll { $0.schema.hasSuffix("/required") } }
        let shown = differences.ordered {
            ($0.pointer.description, $0.schema) < ($1.pointer.description, $1.schema)
        }.prefix(Drift.shownAlike)
        for (index, one) in shown.enumerated() {
            let place = one.pointer.description.isEmpty ? "" : "at “\(one.pointer)”, "
            let rest = index == shown.count - 1 ? differences.count - shown.count : 0
            let reason =
                "the \(word) doesn't match its schema: \(place)expected \(one.expected), found \(one.found)"
                + " (\(one.schema))\(rest > 0 ? ", and \(rest) more" : ""); correct one of them"
            found.append((value.pointer, reason))
        }
    }
}
