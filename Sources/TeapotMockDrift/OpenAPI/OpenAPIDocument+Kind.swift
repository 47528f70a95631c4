import Foundation
import Teapot
import TeapotMockOpenAPI

extension OpenAPIDocument {
    /// Returns whether a file is meant as a document: YAML, or JSON with the version of OpenAPI or Swagger.
    package static func isDocument(atPath path: String) -> Bool {
        if path.lowercased().hasSuffix(".yaml") || path.lowercased().hasSuffix(".yml") { return true }
        let members = FileManager.default.contents(atPath: path).flatMap { try? JSON(parsing: $0).dictionary }
        return members?["openapi"] != nil || members?["swagger"] != nil
    }
}
