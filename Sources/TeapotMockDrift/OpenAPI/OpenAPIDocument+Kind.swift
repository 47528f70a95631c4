import Foundation
import Teapot
import TeapotMockOpenAPI

extension OpenAPIDocument {
    /// Returns whether a file is meant as a document: YAML, JSON with the version of OpenAPI or Swagger, or invalid
    /// JSON, whose error names the place.
    package static func isDocument(atPath path: String) -> Bool {
        if path.lowercased().hasSuffix(".yaml") || path.lowercased().hasSuffix(".yml") { return true }
        guard let text = FileManager.default.contents(atPath: path) else { return false }
        let members = try? JSON(parsing: text).dictionary
        let isBroken = path.lowercased().hasSuffix(".json") && (try? JSON.check(text)) == nil
        return isBroken || members?["openapi"] != nil || members?["swagger"] != nil
    }

    /// Returns what a JSON file is instead of a document, or `nil` for another file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - command: The command for a folder that has the file.
    /// - Returns: The end of a sentence that begins with the file's name.
    package static func other(at path: String, for command: String) -> String? {
        guard path.lowercased().hasSuffix(".json"), let data = FileManager.default.contents(atPath: path) else {
            return nil
        }
        if let kind = ForeignFile.description(of: path, for: command) { return kind }
        guard let members = try? JSON(parsing: data).dictionary, !members.isEmpty else {
            return "isn't a JSON object with members, so it's neither a document nor a folder of mocks"
        }
        let names = members.keys.sorted().prefix(3).map { "“\($0)”" }.joined(separator: ", ")
        return """
            is JSON with \(names), but neither a document (it has no “openapi”) nor a folder of mocks; for a mock, \
            use its folder, and to serve the members as resources, run “teapot serve \(path.quotedIfNecessary)”
            """
    }
}
