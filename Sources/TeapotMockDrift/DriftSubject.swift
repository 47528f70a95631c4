import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotMockFolders
import TeapotMockOpenAPI

/// A mock to check: its response, and the requests that it's for.
struct DriftSubject: Sendable {
    /// The file's path below the folder.
    var file: String
    /// The end of the paths of requests that the mock responds to, or `nil` if it responds to all.
    var requestPath: String?
    /// The method of those requests, or `nil` for any.
    var method: String?
    /// The method that the mock answers without being chosen, or `nil` for any.
    var usualMethod: String?
    var status: Int
    var headers: Teapot.HeaderFields
    var body: Data
    /// Whether the media type comes only from the file's extension.
    var hasImpliedType: Bool
    /// The condition on requests, or `nil` for none.
    var condition: RequestCondition?

    /// The body's media type in lowercase, without parameters.
    var mediaType: String { MediaRange.essence(of: headers["Content-Type"] ?? MediaType.named(file)) }

    /// Whether the declared media type of the body is JSON.
    var isJSON: Bool { MediaType.isJSON(mediaType) }

    /// Returns a difference in the body, with its line.
    func drift(
        at pointer: JSONPointer, line: Int? = nil, expected: String, found: String, source: String
    ) -> Drift {
        Drift(.body, in: file, at: pointer, line: line, expected: expected, found: found, source: source)
    }

    /// Returns a difference for a body that isn't valid JSON.
    func drift(_ error: JSON.ParsingError, source: String) -> Drift {
        let expected = "JSON with \(error.expected) at line \(error.line), column \(error.column)"
        return drift(at: JSONPointer(), line: error.line, expected: expected, found: error.found, source: source)
    }

    /// Returns differences in the body for a report, with their lines.
    func located(_ drifts: [Drift]) -> [Drift] {
        guard !drifts.isEmpty else { return [] }
        var drifts = Drift.arranged(drifts)
        let places = JSONLines(body).positions(of: drifts.map { JSONPointer(description: $0.pointer) })
        for (index, place) in places.enumerated() { drifts[index].line = drifts[index].line ?? place?.line }
        return drifts
    }
}
