import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

/// The kinds of files that aren't mocks, recognized by their members and names.
package enum ForeignFile {
    /// Returns what a file is instead of a mock, with the command for it, or `nil` for another file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - command: The command for a folder that has the file.
    /// - Returns: The end of a sentence that begins with the file's name.
    package static func description(of path: String, for command: String = "serve") -> String? {
        guard let text = FileManager.default.contents(atPath: path) else { return nil }
        let name = path.split(separator: "/").last?.lowercased() ?? ""
        if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
            let start = String(decoding: text.prefix(4096), as: UTF8.self)
            return start.contains(/(?m)^["']?(openapi|swagger)["']?:/) ? openAPI(path.quotedIfNecessary) : nil
        }
        guard name.hasSuffix(".json") else { return nil }
        let members = (try? JSON(parsing: text).dictionary) ?? [:]
        if let description = description(of: members, at: path) { return description }
        if isMapping(members) || (members["mappings"] as? [any Sendable])?.first.map(isMapping) == true {
            return "is a WireMock mapping: run “teapot \(command)” with the folder above “mappings”"
        }
        if (members["steps"] as? [[String: any Sendable]])?.first?["responseFileName"] != nil {
            return "is a scenario: run “teapot \(command)” with the folder above “Scenarios”"
        }
        if name == ConditionFile.fileName { return "is a mock folder's index: run “teapot \(command)” with its folder" }
        let isNamedAsMock = name.hasPrefix("success_") || name.hasPrefix("error_")
        return isNamedAsMock ? "has the name of a mock: run “teapot \(command)” with its folder of mocks" : nil
    }

    /// Returns what a JSON file is, given members that a mock's body is unlikely to have, or `nil` for any other file.
    static func description(of members: [String: any Sendable], at path: String) -> String? {
        let (info, log) = (members["info"] as? [String: any Sendable], members["log"] as? [String: any Sendable])
        let shown = path.quotedIfNecessary
        if members["openapi"] is String || members["swagger"] is String { return openAPI(shown) }
        if log?["entries"] is [any Sendable], log?["creator"] != nil {
            return "is a HAR file: run “teapot replay \(shown)” or “teapot import har \(shown) --into Mocks”"
        }
        let isCollection = (info?["schema"] as? String)?.contains("getpostman") == true
        return isCollection && members["item"] is [any Sendable]
            ? "is a Postman collection: to get mocks, record its requests with “teapot record URL --into Mocks”" : nil
    }

    private static func openAPI(_ path: String) -> String {
        "is an OpenAPI document: run “teapot serve \(path)” or, with mocks, use --openapi \(path)"
    }

    /// Returns whether a JSON value is a WireMock mapping.
    static func isMapping(_ value: any Sendable) -> Bool {
        let members = value as? [String: any Sendable]
        return members?["request"] is [String: any Sendable] && members?["response"] is [String: any Sendable]
    }
}
