import Foundation
import Teapot
import TeapotMockDocuments

import TeapotMock
@testable import TeapotMockOpenAPI

/// Returns the JSON of an example of a schema, or the description of the failure.
///
/// - Parameters:
///   - schema: The schema's JSON, which is the whole document.
///   - place: The place of the schema if it isn't the whole document.
///   - name: The value's name.
///   - seed: The seed.
///   - dialect: The dialect.
/// - Returns: The text.
/// - Throws: An error if the schema isn't JSON.
func example(
    _ schema: String, at place: [String] = [], named name: String? = nil, seed: UInt64 = 0,
    dialect: SchemaDialect = .jsonSchema2020
) throws -> String {
    let document = SchemaDocument(root: try JSONTree(parsing: Data(schema.utf8)), dialect: dialect)
    var generator = ExampleGenerator(document, seed: seed)
    let part = place.reduce(document.schema as Schema?) { $0?[$1] }
    do throws(ExampleFailure) {
        return try generator.value(for: part ?? document.schema, named: name).json
    } catch {
        return error.description
    }
}
