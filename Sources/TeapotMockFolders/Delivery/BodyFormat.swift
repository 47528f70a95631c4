import Foundation
import Teapot
import TeapotMock

/// The format of a mock's body, which determines how it's checked.
enum BodyFormat: Equatable {
    case json
    /// A JSON value on each line.
    case jsonLines
    /// A `text/event-stream`.
    case events
    case other

    /// Creates the format of a body.
    ///
    /// - Parameters:
    ///   - mediaType: The media type of the file's extension.
    ///   - stated: The media type of the response, without parameters.
    init(mediaType: String, stated: String?) {
        switch mediaType {
        case _ where stated == "text/event-stream": self = .events
        case "application/json": self = .json
        case "application/x-ndjson", "application/jsonl": self = .jsonLines
        default: self = .other
        }
    }

    /// Returns the first problem with a nonempty body, or `nil` if there's none.
    func problem(_ body: Data, at path: String) -> MockFolder.Problem? {
        switch self {
        case .json: Self.problem(ofJSON: body, at: path)
        case .jsonLines: Self.problem(ofLines: body, at: path)
        case .events: EventStreamFile.problem(body, at: path)
        case .other: nil
        }
    }

    /// Returns whether a file isn't empty and, if it consists of lines, whether it ends with a line break.
    func isWhole(_ body: Data) -> Bool {
        switch self {
        case .json, .other: !body.isEmpty
        case .jsonLines, .events: body.last == 0x0A || body.last == 0x0D
        }
    }

    private static func problem(ofJSON body: Data, at path: String) -> MockFolder.Problem? {
        do throws(JSON.ParsingError) { try JSON.check(body) } catch {
            return MockFolder.Problem(path, error)
        }
        return nil
    }

    private static func problem(ofLines body: Data, at path: String) -> MockFolder.Problem? {
        for (number, line) in LinePlaces(body, from: body.startIndex).enumerated() {
            let text = body.subdata(in: line.content)
            let isBlank = text.allSatisfy { $0 == 0x20 || $0 == 0x09 }
            guard !isBlank, let problem = problem(ofJSON: text, at: path) else { continue }
            let reason = "\(problem.reason); each line is a JSON value"
            return MockFolder.Problem(path, line: number + 1, column: problem.column, reason)
        }
        return nil
    }
}
