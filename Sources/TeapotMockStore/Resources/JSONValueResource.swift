import Foundation
import Teapot
import TeapotMock

/// A single value of a JSON file, such as an object with settings, as a resource.
struct JSONValueResource: Sendable {
    private let value: Locked<JSONPart>

    init(_ value: any Sendable) { self.value = Locked(JSONPart(value: value)) }

    func read(_ request: Request) throws -> Response { value.withLock { $0 }.response }

    func replace(_ request: Request) throws -> Response {
        do throws(JSON.ParsingError) {
            let part = JSONPart(value: try JSON.value(parsing: request.body))
            value.withLock { $0 = part }
            return part.response
        } catch {
            throw ResourceRefusal(.badRequest, "The body is not JSON: \(error).")
        }
    }

    func change(_ request: Request) throws -> Response {
        let patch = try request.jsonMembers()
        return value.withLock { part in
            part = JSONPart(value: (part.value as? [String: any Sendable] ?? [:]).merged(with: patch))
            return part
        }.response
    }
}

/// A JSON value of any kind.
private struct JSONPart: Sendable {
    let value: any Sendable

    var response: Response {
        let data = try? JSON.data(from: value, .sortedKeys)
        return Response(headerFields: ["Content-Type": "application/json"], body: data ?? Data("null".utf8))
    }
}
