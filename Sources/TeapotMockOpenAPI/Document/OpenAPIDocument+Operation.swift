import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

extension OpenAPIDocument {
    /// A value that an operation takes from the path, the query, a header or a cookie.
    package struct Parameter: Sendable {
        /// The place of a parameter in a request.
        package enum Location: String, Sendable { case path, query, header, cookie }

        package let name: String
        package let location: Location
        package let isRequired: Bool
        /// The way in which a list or an object is written, such as `form` or `simple`.
        package let style: String
        /// Whether each element of a list, or each member of an object, has its own name or separator.
        package let explodes: Bool
        /// The schema of the value, or `nil` if there's none.
        package let schema: Schema?
        /// The media type of the value if it's written as a document, such as JSON, instead of in a style.
        package let mediaType: String?
        /// The place in the document.
        package let place: Schema
    }

    /// A media type of a body, with its schema and examples.
    package struct Media: Sendable {
        /// The media type or range, such as `application/json` or `text/*`.
        package let range: String
        package let place: Schema
        package var schema: Schema? { place["schema"] }
        /// The range in lowercase, without parameters.
        let essence: String
        /// The media type to send, for a range a common one.
        let type: String
        let isJSON: Bool
        /// Whether JSON can be sent.
        var isText: Bool { isJSON || essence == "text/plain" }
        /// Whether a body can be made: a list or an object in another format than JSON needs an example.
        var isAnswerable: Bool {
            let isText = isText || schema.map { $0.tree["type"]?.text == "string" } ?? true
            return isText || place["example"] != nil || place["examples"] != nil
        }

        init(range: String, place: Schema) {
            (self.range, self.place) = (range, place)
            essence = MediaRange.essence(of: range)
            let common = essence == "text/*" ? "text/plain" : "application/json"
            type = ["*/*", "application/*", "application/*+json", "text/*"].contains(essence) ? common : range
            isJSON = MediaType.isJSON(MediaRange.essence(of: type))
        }
    }

    /// A body that an operation takes.
    package struct Body: Sendable {
        package let isRequired: Bool
        package let content: [Media]
        package let place: Schema
    }

    /// A response of an operation.
    package struct Answer: Sendable {
        /// The status, a range such as `4XX`, or `default`.
        package let status: String
        package let content: [Media]
        package let place: Schema
    }

    /// A way in which a client proves its identity.
    package struct Scheme: Sendable {
        /// The name in the document.
        package let name: String
        package let place: Schema
    }

    /// The parts of an operation, with references followed.
    package struct Details: Sendable {
        /// The place of the operation.
        let place: String
        package var parameters: [Parameter] = []
        package var body: Body?
        package var answers: [Answer] = []
        /// The alternatives, each a list of schemes that must all be met; empty if anyone may call the operation.
        package var security: [[Scheme]] = []
        /// The parts that can't be read, each with its place and the reason.
        package var problems: [(place: String, reason: String)] = []
        /// Whether a request may be wrong.
        var hasConditions: Bool { !parameters.isEmpty || body != nil || !security.isEmpty || !problems.isEmpty }
    }

    /// Returns the parts of an operation.
    package func details(of operation: Operation) -> Details {
        var details = Details(place: operation.place.pointer)
        let written = (operation.item["parameters"]?.elements ?? []) + (operation.place["parameters"]?.elements ?? [])
        for place in written {
            guard let place = follow(place, &details), let parameter = parameter(place, &details) else { continue }
            // The operation's own parameter replaces that of the path.
            details.parameters.removeAll { $0.name == parameter.name && $0.location == parameter.location }
            details.parameters.append(parameter)
        }
        if let body = operation.place["requestBody"].flatMap({ follow($0, &details) }) {
            details.body = Body(
                isRequired: body.tree["required"]?.truth == true, content: content(of: body, &details), place: body)
        }
        for (status, written) in operation.place["responses"]?.members ?? [] where !status.hasPrefix("x-") {
            guard let place = follow(written, &details) else { continue }
            details.answers.append(Answer(status: status, content: content(of: place, &details), place: place))
        }
        let security = [operation.place, schemas.schema].lazy.compactMap { $0["security"] }
        for alternative in security.first(where: { $0.tree.elements != nil })?.elements ?? [] {
            let schemes = (alternative.tree.members ?? [:]).keys.sorted().compactMap { name -> Scheme? in
                let place = schemas.schema["components"]?["securitySchemes"]?[name]
                guard let place = place.flatMap({ follow($0, &details) }) else {
                    details.problems.append((alternative.pointer, "there is no security scheme “\(name)”"))
                    return nil
                }
                return Scheme(name: name, place: place)
            }
            details.security.append(schemes)
        }
        return details
    }

    private func parameter(_ place: Schema, _ details: inout Details) -> Parameter? {
        guard let name = place.tree["name"]?.text, let text = place.tree["in"]?.text else {
            details.problems.append((place.pointer, "a parameter must have a “name” and an “in”"))
            return nil
        }
        guard let location = Parameter.Location(rawValue: text) else {
            let hint = text.closest(among: ["path", "query", "header", "cookie"]).map { "; did you mean “\($0)”?" }
            details.problems.append((place.pointer, "a parameter can't be in “\(text.shortened(to: 20))”\(hint ?? "")"))
            return nil
        }
        // OpenAPI 3.1 §4.8.12.2.1: the default styles.
        let isForm = location == .query || location == .cookie
        let style = place.tree["style"]?.text ?? (isForm ? "form" : "simple")
        let media = content(of: place, &details).first
        return Parameter(
            name: name, location: location, isRequired: location == .path || place.tree["required"]?.truth == true,
            style: style, explodes: place.tree["explode"]?.truth ?? (style == "form"),
            schema: place["schema"] ?? media?.schema, mediaType: media?.range, place: place)
    }

    private func content(of place: Schema, _ details: inout Details) -> [Media] {
        (place["content"]?.members ?? []).compactMap { range, media in
            follow(media, &details).map { Media(range: range, place: $0) }
        }
    }

    private func follow(_ place: Schema, _ details: inout Details) -> Schema? {
        switch schemas.resolving(place) {
        case .found(let schema): return schema
        case .unreachable(let reason):
            details.problems.append((place.pointer, reason))
            return nil
        }
    }
}

extension OpenAPIDocument.Operation {
    /// The names of the path's variables, in order; a segment may have several, such as `from={start},to={end}`.
    package var variables: [String] {
        segments.flatMap { $0.split(separator: "{").map { String($0.prefix { $0 != "}" }) } }
    }

    /// The names in the path's segments, with the text between those of one segment: `start},to={end`.
    private var segments: [String] {
        template.segments.compactMap { if case .variable(let name, _, _) = $0 { name } else { nil } }
    }

    /// Returns the values of the path's variables, by name.
    ///
    /// - Parameter texts: The texts of the segments with variables, first those of a server's path.
    /// - Returns: The values.
    func values(from texts: [String]) -> [String: String] {
        var values: [String: String] = [:]
        for (segment, text) in zip(segments, texts.suffix(segments.count)) {
            var rest = text[...]
            for part in segment.split(separator: "{") {
                let name = part.prefix { $0 != "}" }
                let end = part.dropFirst(name.count + 1)
                let value = end.isEmpty ? rest : rest[..<(rest.range(of: end)?.lowerBound ?? rest.endIndex)]
                values[String(name)] = String(value)
                rest = rest.dropFirst(value.count + end.count)
            }
        }
        return values
    }
}
