import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotMockOpenAPI

extension OpenAPIChecker {
    /// Compares a mock's headers with those of a response, without `Content-Type`, as OpenAPI requires.
    mutating func compareHeaders(of subject: DriftSubject, to response: Schema, _ comparison: inout Comparison) {
        for (name, written) in response["headers"]?.members ?? [] where name.lowercased() != "content-type" {
            switch document.schemas.resolving(written) {
            case .unreachable(let reason): comparison.skipped.append((written.pointer, reason))
            case .found(let header): compare(name, of: subject, to: header, &comparison)
            }
        }
    }

    private mutating func compare(
        _ name: String, of subject: DriftSubject, to header: Schema, _ comparison: inout Comparison
    ) {
        func drift(_ expected: String, _ found: String, _ source: String) -> Drift {
            Drift(.header, in: subject.file, header: name, expected: expected, found: found, source: source)
        }
        guard let text = subject.headers[name] else {
            let isRequired = header.tree["required"]?.truth == true
            return comparison.drifts += isRequired ? [drift("a value", "none", header.pointer)] : []
        }
        if let schema = header["schema"], let value = value(of: text, for: schema) {
            let differences = checker.check(value, against: schema).differences
            comparison.drifts += differences.map { drift($0.expected, $0.found, $0.schema) }
        } else if let schema = header["schema"] {
            let reason = "a header that is an object, or a list of lists, is not supported"
            comparison.skipped.append((schema.pointer, reason))
        } else if header["content"] != nil {
            comparison.skipped.append((header.pointer, "“content” of a header is not supported"))
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
        guard case .found(let schema) = document.schemas.resolving(schema) else { return .string(text) }
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
