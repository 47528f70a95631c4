import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

extension Inspector {
    /// Returns the folder's directories with their mocks, and its problems.
    func mocks() -> Response {
        guard let board = router.switchboard, let folder = board.folder else {
            return .json(["count": 0, "folders": [any Sendable](), "problems": [any Sendable]()])
        }
        let mocks = folder.mocks
        var directories: [(name: String, mocks: [MockFolder.Mock])] = []
        for mock in mocks {
            if directories.last?.name == mock.folder {
                directories[directories.count - 1].mocks.append(mock)
            } else {
                directories.append((mock.folder, [mock]))
            }
        }
        let folders = directories.map { directory -> any Sendable in
            var members: [String: any Sendable] = [
                "folder": directory.name,
                "requestPath": directory.mocks[0].requestPath,
                "isGeneral": directory.mocks[0].isGeneral,
                "mocks": directory.mocks.map { Self.members(of: $0) as any Sendable },
            ]
            members["setting"] = board.setting(for: directory.mocks[0].requestPath).map { Self.members(of: $0) }
            return members
        }
        return .json([
            "folder": folder.directory.path, "count": mocks.count, "folders": folders,
            "problems": Self.members(of: folder.problems),
        ])
    }

    /// Returns a mock with its response.
    func mock(_ call: Call) throws -> Response {
        // The mock is looked up among the existing ones; the path in the request is never used as a file path.
        guard let mock = try switchboard().folder?.mock(at: call.value) else {
            throw Failure(404, "There is no mock “\(call.value)”.")
        }
        let response: Response
        do throws(MockFolder.Problem) {
            // The file is checked first, as when it responds.
            _ = try mock.response()
            response = try mock.document()
        } catch {
            throw Failure(422, error.description)
        }
        var members = Self.members(of: mock)
        members["requestPath"] = mock.requestPath
        members["headers"] = Self.members(of: response.headerFields)
        members["body"] = Self.members(ofBody: response.body)
        return .json(.dictionary(members))
    }

    /// Sets the fixed handling of requests for a `path`: a `setting`, or `null` for none.
    func changeSetting(_ call: Call) throws -> Response {
        let board = try switchboard()
        let members = try call.members()
        guard let path = members["path"] as? String, path.hasPrefix("/") else {
            throw Failure(400, "“path” must be the path of requests, such as “/v1/products”.")
        }
        let setting: Switchboard.Setting?
        switch members["setting"] {
        case is NSNull: setting = nil
        case let value as [String: any Sendable]: setting = try Self.setting(value, of: board)
        default: throw Failure(400, "“setting” must be an object with a “kind”, or null.")
        }
        board.set(setting, for: path)
        return .status(204)
    }

    private static func setting(
        _ members: [String: any Sendable], of board: Switchboard
    ) throws(Failure) -> Switchboard.Setting {
        switch members["kind"] as? String {
        case "live": return .live
        case "hold": return .hold
        case "mock":
            let path = members["mock"] as? String ?? ""
            guard board.folder?.mock(at: path) != nil else { throw Failure(400, "There is no mock “\(path)”.") }
            return .mock(path)
        default: throw Failure(400, "A setting’s “kind” must be “mock”, “live” or “hold”.")
        }
    }

    static func members(of setting: Switchboard.Setting) -> [String: any Sendable] {
        switch setting {
        case .mock(let path): ["kind": "mock", "mock": path]
        case .live: ["kind": "live"]
        case .hold: ["kind": "hold"]
        }
    }

    static func members(of mock: MockFolder.Mock) -> [String: any Sendable] {
        var members: [String: any Sendable] = [
            "path": mock.path, "name": mock.name, "isSuccess": mock.isSuccess, "status": mock.status.rawValue,
            "delay": mock.delay, "summary": mock.summary, "isBody": mock.isBody,
        ]
        members["method"] = mock.method
        return members
    }

    static func members(of problems: [MockFolder.Problem]) -> [any Sendable] {
        problems.map { problem in
            var members: [String: any Sendable] = ["file": problem.file, "reason": problem.reason]
            members["line"] = problem.line
            members["column"] = problem.column
            return members
        }
    }
}
