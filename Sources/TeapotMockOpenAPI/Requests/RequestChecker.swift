import Foundation
import Teapot
package import TeapotMock
import TeapotMockDocuments

/// Compares requests with operations.
///
/// It's lenient where a fault could be wrong: query items, headers and cookies that aren't declared are allowed, as is
/// the body of an operation that declares none, and `readOnly` members may be sent or left out. A part that can't be
/// checked is noted and isn't a fault.
package struct RequestChecker {
    var checker: SchemaChecker

    /// Creates a checker for a document, which can check any number of requests.
    package init(_ document: OpenAPIDocument) {
        checker = SchemaChecker(document.schemas, assertsFormats: true, isForRequests: true)
    }

    /// The parts of the document that couldn't be checked.
    package var notes: Set<SchemaNote> { checker.notes }

    /// Returns all faults of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - details: The parts of the operation that the request is for.
    ///   - pathValues: The values of the variables in the operation's path, by name, percent-decoded.
    /// - Returns: The faults: first those of security, then the media type, the path, the query, the headers, the
    ///   cookies and the body.
    /// - Complexity: O(*n*), where *n* is the size of the request.
    package mutating func faults(
        of request: Request, for details: OpenAPIDocument.Details, pathValues: [String: String]
    ) -> [RequestFault] {
        for problem in details.problems { checker.note(problem.place, problem.reason) }
        // A slow search in one request must not affect the next one.
        (checker.slowPatterns, checker.reports) = ([], 0)
        let sources = ParameterSources(request, pathValues: pathValues)
        let body = details.body.map { bodyFaults(of: request, for: $0) } ?? []
        var faults = securityFaults(of: sources, for: details) + body.filter { $0.status == 415 }
        // OpenAPI ignores parameters that another part of the document describes.
        let ignored = ["accept", "content-type", "authorization"]
        for location in [OpenAPIDocument.Parameter.Location.path, .query, .header, .cookie] {
            for parameter in details.parameters where parameter.location == location {
                if location == .header, ignored.contains(parameter.name.lowercased()) { continue }
                faults += parameterFaults(of: parameter, in: sources, among: details.parameters)
            }
        }
        return faults + body.filter { $0.status != 415 }
    }

    /// Returns a fault for each difference between a value and a schema, in the order of their places.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - schema: The schema.
    ///   - status: The status of the faults.
    ///   - pointer: The value's place in the request.
    ///   - isText: Whether the value was written as text, so its type wasn't written.
    /// - Returns: The faults.
    mutating func faults(
        of value: JSONTree, from schema: Schema, _ status: Int, at pointer: String, isText: Bool
    ) -> [RequestFault] {
        Self.faults(checker.check(value, against: schema).differences, of: value, status, at: pointer, isText: isText)
    }

    /// Returns a fault for each difference.
    static func faults(
        _ differences: [SchemaDifference], of value: JSONTree, _ status: Int, at pointer: String, isText: Bool
    ) -> [RequestFault] {
        let differences = differences.map { ($0.pointer.tokens, $0) }
        return differences.sorted { JSONPointer.isOrdered($0.0, $1.0) }.map { place, difference in
            var found = difference.found
            if isText, let part = value[place], part.isScalar, part.found == found {
                found = "“\((part.text ?? part.shown).shortened(to: 40))”"
            }
            let reason = "expected \(difference.expected), found \(found)"
            return RequestFault(
                status, at: pointer + difference.pointer.description, reason,
                source: Schema(tree: .null, pointer: difference.schema))
        }
    }

    /// Returns the faults of a JSON text.
    mutating func faults(ofJSON text: Data, from schema: Schema, _ status: Int, at pointer: String) -> [RequestFault] {
        do throws(JSON.ParsingError) {
            return faults(of: try JSONTree(parsingRequest: text), from: schema, status, at: pointer, isText: false)
        } catch {
            let place = "at line \(error.line), column \(error.column)"
            let reason = "expected JSON with \(error.expected) \(place), found \(error.found)"
            return [RequestFault(400, at: pointer, reason, source: schema)]
        }
    }
}
