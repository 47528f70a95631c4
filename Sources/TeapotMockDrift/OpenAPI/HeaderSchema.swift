import Foundation
import Teapot
import TeapotMockDocuments
import TeapotMockOpenAPI

/// The schema of a header of a response.
struct HeaderSchema {
    private let place: Schema
    private let isRequired: Bool
    private let document: SchemaDocument

    enum Found {
        case found(HeaderSchema)
        case unreachable(place: String, reason: String)
    }

    /// Returns the schemas of a response's headers, by name, without `Content-Type`, as OpenAPI requires.
    static func all(of response: Schema, in document: SchemaDocument) -> [(name: String, header: Found)] {
        guard let headers = response["headers"] else { return [] }
        return (headers.tree.members ?? [:]).keys.sorted().compactMap { name in
            guard name.lowercased() != "content-type", let written = headers[name] else { return nil }
            switch document.resolving(written) {
            case .unreachable(let reason): return (name, .unreachable(place: written.pointer, reason: reason))
            case .found(let place):
                let isRequired = place.tree["required"]?.truth == true
                return (name, .found(HeaderSchema(place: place, isRequired: isRequired, document: document)))
            }
        }
    }

    /// Compares a mock's header with the schema.
    ///
    /// - Parameters:
    ///   - name: The header's name.
    ///   - subject: The mock.
    ///   - checker: The checker that compares values with schemas.
    ///   - skipped: The list to append unchecked parts to.
    /// - Returns: The differences.
    func compare(
        _ name: String, in subject: DriftSubject, _ checker: inout SchemaChecker,
        _ skipped: inout [(place: String, reason: String)]
    ) -> [Drift] {
        guard let text = subject.headers[name] else {
            guard isRequired else { return [] }
            return [
                Drift(
                    .header, in: subject.file, header: name, expected: "a value", found: "none", source: place.pointer)
            ]
        }
        guard let schema = place["schema"] else {
            if place["content"] != nil { skipped.append((place.pointer, "“content” of a header is not supported")) }
            return []
        }
        guard let value = value(of: text, for: schema) else {
            skipped.append((schema.pointer, "a header that is an object, or a list of lists, is not supported"))
            return []
        }
        return checker.check(value, against: schema).differences.map { difference in
            Drift(
                .header, in: subject.file, header: name, expected: difference.expected, found: difference.found,
                source: difference.schema)
        }
    }

    /// Returns a header's value converted to the schema's type; lists are separated by commas (OpenAPI's style
    /// “simple”).
    ///
    /// - Parameters:
    ///   - text: The value.
    ///   - schema: The schema.
    ///   - isElement: Whether the value is an element of such a list.
    /// - Returns: The value, or `nil` for a type that can't be read from text.
    private func value(of text: String, for schema: Schema, isElement: Bool = false) -> JSONTree? {
        guard case .found(let schema) = document.resolving(schema) else { return .string(text) }
        let types = schema.tree["type"]?.text.map { [$0] } ?? schema.tree["type"]?.elements?.compactMap(\.text) ?? []
        if types.contains("object") || (isElement && types.contains("array")) { return nil }
        if types.contains("array") {
            let items = schema["items"] ?? Schema(tree: .bool(true), pointer: schema.pointer)
            let parts = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            let values = parts.compactMap { value(of: $0, for: items, isElement: true) }
            return values.count == parts.count ? .list(values) : nil
        }
        let isScalar = !types.contains("string") && !types.isEmpty
        guard isScalar, let read = try? JSONTree(parsing: Data(text.utf8)), read.elements == nil, read.members == nil
        else { return .string(text) }
        return read
    }
}
