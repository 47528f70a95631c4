import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotMockOpenAPI
import Testing

/// A document with one operation, and a checker of requests to it.
struct Contract {
    let details: OpenAPIDocument.Details
    var checker: RequestChecker

    /// Creates a document.
    ///
    /// - Parameters:
    ///   - operation: The operation, as JSON.
    ///   - components: The components, as JSON.
    ///   - version: The version of OpenAPI.
    /// - Throws: An error if the document can't be read.
    init(_ operation: String, components: String = "{}", version: String = "3.1.0") throws {
        let text = #"{"openapi":"\#(version)","paths":{"/a":{"post":\#(operation)}},"components":\#(components)}"#
        let document = try OpenAPIDocument(data: Data(text.utf8))
        details = document.details(of: try #require(document.operations.first))
        checker = RequestChecker(document)
    }

    /// Creates a document whose operation has one parameter.
    init(parameter: String, version: String = "3.1.0") throws {
        try self.init(#"{"parameters":[\#(parameter)]}"#, version: version)
    }

    /// Creates a document whose operation has a body with a schema, by default that of a tea.
    init(bodies types: [String], schema: String = tea, isRequired: Bool = true) throws {
        let content = types.map { #""\#($0)":{"schema":\#(schema)}"# }.joined(separator: ",")
        try self.init(#"{"requestBody":{"required":\#(isRequired),"content":{\#(content)}}}"#)
    }

    static let tea = """
        {"type":"object","required":["id","name"],"additionalProperties":false,"properties":{
        "id":{"type":"integer","readOnly":true},"name":{"type":"string","minLength":2},"secret":{"type":"string",
        "writeOnly":true},"cups":{"type":"integer"},"tags":{"type":"array","items":{"type":"integer"}},
        "hot":{"type":"boolean"},"origin":{"type":"object","properties":{"lat":{"type":"number"}}},
        "photo":{"type":"string","format":"binary"}}}
        """
    /// Returns the faults of a request, each as a line: status, place in the request, reason, place in the document
    /// below the operation.
    mutating func faults(
        query: String = "", headers: Teapot.HeaderFields = [:], path: [String: String] = [:], body: Data = Data()
    ) throws -> [String] {
        let url = try #require(URL(string: "https://api.test/a" + (query.isEmpty ? "" : "?" + query)))
        let sent = Teapot.Request(method: .post, url: url, headers: headers)
        let faults = checker.faults(of: Request(sent, body: body), for: details, pathValues: path)
        return faults.map { fault in
            let source = fault.source.replacingOccurrences(of: "#/paths/~1a/post", with: "#")
            return "\(fault.status) \(fault.pointer) \(fault.reason) \(source)"
        }
    }

    /// The notes, each as a line.
    var notes: [String] { checker.notes.map { "\($0.schema) \($0.reason)" }.sorted() }
}

/// A parameter without its name and location, the text that's sent, and the expected faults.
typealias ParameterRow = (parameter: String, sent: String, faults: [String])

/// Checks the faults of a query, each written without the parameter's places in the request and in the document.
func expectFaults(of row: ParameterRow, version: String = "3.1.0") throws {
    var contract = try Contract(parameter: #"{"name":"p","in":"query",\#(row.parameter)}"#, version: version)
    let faults = try contract.faults(query: row.sent).map {
        $0.replacingOccurrences(of: "#/query/p", with: "#").replacingOccurrences(of: "#/parameters/0", with: "#")
    }
    #expect(faults == row.faults, "\(row.sent)")
    #expect(contract.notes == [])
}
