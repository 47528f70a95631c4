import Foundation
import Teapot
import TeapotMockDocuments
import TeapotTestResources
import Testing

import TeapotMock
@testable import TeapotMockOpenAPI

/// A schema with values that fit it and values that do not, read from `TestResources/Drift/Schemas`.
///
/// A file is a list of cases: `schema`, `fits` (a list of values), `unknown` (a list of values that may or may
/// not fit), `differs` (a list of `value` and `texts`, a line for each difference: the place in the value, the
/// place in the schema, the description) and `notes` (the parts that are not checked).
struct SchemaCase: Sendable, CustomTestStringConvertible {
    /// A value that differs, with the differences.
    struct Difference: Sendable {
        var value: JSONTree
        var texts: [String]
    }

    var file: String
    var number: Int
    var dialect: SchemaDialect
    var schema: JSONTree
    var fits: [JSONTree]
    /// The values that may or may not fit.
    var unknown: [JSONTree]
    var differs: [Difference]
    var notes: [String]

    var testDescription: String { "\(file) \(number)" }

    /// The files, each a list of cases.
    static let files = [
        "types", "numbers", "strings", "lists", "objects", "combinations", "unevaluated", "references", "notes",
        "openapi-3.0", "unknown", "formats",
    ]

    /// All cases of all files.
    static let all: [SchemaCase] = files.flatMap { file -> [SchemaCase] in
        let url = Fixtures.driftDirectory.appendingPathComponent("Schemas/\(file).json")
        guard let data = try? Data(contentsOf: url), let tree = try? JSONTree(parsing: data) else { return [] }
        return (tree.elements ?? []).enumerated().map { number, entry in
            SchemaCase(
                file: file, number: number, dialect: file == "openapi-3.0" ? .openAPI30 : .jsonSchema2020,
                schema: entry["schema"] ?? .null, fits: entry["fits"]?.elements ?? [],
                unknown: entry["unknown"]?.elements ?? [],
                differs: (entry["differs"]?.elements ?? []).map {
                    Difference(value: $0["value"] ?? .null, texts: ($0["texts"]?.elements ?? []).compactMap(\.text))
                },
                notes: (entry["notes"]?.elements ?? []).compactMap(\.text))
        }
    }
}
