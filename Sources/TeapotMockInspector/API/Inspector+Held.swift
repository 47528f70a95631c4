import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

extension Inspector {
    /// Returns a held request with all details, and the possible responses.
    func heldRequest(_ call: Call) throws -> Response {
        let (board, held) = try held(call)
        var members = Self.members(of: held).merging(choices(for: held.request, of: board)) { $1 }
        members["live"] = live
        members["headers"] = Self.members(of: held.request.headers)
        members["body"] = Self.members(ofBody: held.request.body)
        return .json(.dictionary(members))
    }

    /// Returns the mocks for requests such as a given one, and the setting for their path.
    func choices(for request: Request, of board: Switchboard) -> [String: any Sendable] {
        let mocks = board.folder?.mocks(for: request) ?? []
        let path = mocks.first { !$0.isGeneral }?.requestPath ?? Request.decode(request.path)
        return Self.object([
            "requestPath": path, "setting": board.setting(for: path).map { Self.members(of: $0) },
            "first": board.folder?.firstMock(for: request)?.path, "document": document(for: request),
            "mocks": mocks.map { mock -> any Sendable in
                Self.members(of: mock, isBroken: mock.problem != nil, problem: mock.problem?.reason)
            },
        ])
    }

    /// Decides about a held request: `{"decision": "mock", "mock": …}`, `response`, `live` or `cancel`.
    func decide(_ call: Call) throws -> Response {
        let (board, held) = try held(call)
        let decision = try Self.decision(call.members())
        do throws(Switchboard.Refusal) { try board.answer(held.id, decision) } catch {
            throw Failure(409, error.description)
        }
        return .status(204)
    }

    private func held(_ call: Call) throws(Failure) -> (board: Switchboard, held: Switchboard.HeldRequest) {
        let board = try switchboard()
        guard let held = board.held.first(where: { "\($0.id)" == call.value }) else {
            throw Failure(404, "Request \(call.value) isn’t held: it was answered, or its client disconnected.")
        }
        return (board, held)
    }

    private static func decision(_ members: [String: any Sendable]) throws(Failure) -> Switchboard.Decision {
        switch members["decision"] as? String {
        case "live": return .live
        case "cancel": return .cancel
        case "mock":
            guard let path = members["mock"] as? String else { throw Failure(400, "“mock” must be a path.") }
            return .mock(path)
        case "response": return .response(try response(members["response"]))
        default: throw Failure(400, "“decision” must be “mock”, “response”, “live” or “cancel”.")
        }
    }

    /// Returns the response described by an object.
    static func response(_ value: (any Sendable)?) throws(Failure) -> Response {
        guard let members = value as? [String: any Sendable] else {
            throw Failure(400, "“response” must be an object with “status”, “headers” and “body”.")
        }
        guard let status = (members["status"] ?? 200) as? Int, 200...599 ~= status else {
            throw Failure(400, "“status” must be a number from 200 to 599.")
        }
        let seconds = members["delay"] ?? 0
        guard let delay = seconds as? Double ?? (seconds as? Int).map(Double.init), 0...3600 ~= delay else {
            throw Failure(400, "“delay” must be a number of seconds, at most 3600.")
        }
        var response = Response(status: Teapot.StatusCode(rawValue: status), delay: delay)
        for value in members["headers"].map({ $0 as? [any Sendable] ?? [$0] }) ?? [] {
            let pair = value as? [String: any Sendable]
            guard let name = pair?["name"] as? String, let value = pair?["value"] as? String else {
                throw Failure(400, "“headers” must be a list of objects with “name” and “value”.")
            }
            let field = Teapot.HeaderFields.Field(name: name, value: value)
            if let flaw = field.flaw { throw Failure(400, "In “headers”: \(flaw).") }
            response.headers.append(name: name, value: value)
        }
        switch (members["body"], members["bodyBase64"]) {
        case (nil, nil): break
        case (let text as String, nil): response.body = Data(text.utf8)
        case (nil, let text as String):
            guard let data = Data(base64Encoded: text) else { throw Failure(400, "“bodyBase64” is not base64.") }
            response.body = data
        default: throw Failure(400, "Either “body” or “bodyBase64” must be a string.")
        }
        return response
    }

    static func members(of held: Switchboard.HeldRequest) -> [String: any Sendable] {
        [
            "id": held.id, "method": held.request.method, "target": held.request.target,
            "date": held.date.milliseconds, "entry": held.entry ?? 0,
            "mockCount": held.mocks.count { $0.problem == nil },
        ]
    }
}

extension MockFolder.Mock {
    /// The problem that keeps the mock from responding, or `nil` if there's none.
    var problem: MockFolder.Problem? { conditionProblem ?? problems.first }
}
