import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

/// A single value of a JSON file, such as an object with settings, as a resource.
struct JSONValueResource: Sendable {
    private let value: Locked<JSONTree>

    init(_ value: JSONTree) { self.value = Locked(value) }

    func read(_ request: Request) throws -> Response {
        try ResourceList.Dialect.jsonServer.checkItem(request)
        return .json(value.withLock { $0 })
    }

    func replace(_ request: Request) throws -> Response {
        do throws(JSON.ParsingError) {
            let new = try JSONTree(parsing: request.body)
            value.withLock { $0 = new }
            return .json(new)
        } catch {
            throw ResourceRefusal(.badRequest, "The body is not JSON: \(error).")
        }
    }

    func change(_ request: Request) throws -> Response {
        let patch = try request.jsonMembers()
        return .json(
            value.withLock { value in
                value = .object((value.members ?? [:]).changed(by: patch, isDeep: false))
                return value
            })
    }
}
