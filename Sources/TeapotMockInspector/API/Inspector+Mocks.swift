import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockRecording

extension Inspector {
    /// Returns the folder's directories with their mocks, and its problems.
    ///
    /// It returns all mocks, and marks those in the query's ``Selection``.
    func mocks(_ call: Call) -> Response {
        let (board, selection) = (router.switchboard, Selection(call.request))
        let folder = board?.folder
        let (listed, mocks) = folder?.listing ?? ([], [])
        let found = mocks.map(\.problems)
        // Which method a mock has without naming one is the same for all of them; `nil` is any.
        let usual = mocks.first { $0.method == nil && $0.condition?.body == nil }.flatMap { folder?.method(of: $0) }
        let broken = Set(zip(mocks, found).filter { $0.conditionProblem != nil || !$1.isEmpty }.map(\.0.path))
        // A mock's condition may give it another path than its directory's.
        let directories = Dictionary(grouping: mocks) { [$0.folder, $0.requestPath] }
        let folders = directories.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { names, mocks in
            let setting = board?.setting(for: names[1])
            let answering = Set(mocks.map { $0.method ?? "GET" }).map { method -> String? in
                let request = Request(method: method, path: names[1])
                return switch setting {
                case .mock(let path) where folder?.chosenMock(path, answers: request) == true: path
                case .live, .hold: nil
                case .mock, nil: folder?.firstMock(for: request)?.path
                }
            }
            return Self.object([
                "folder": names[0], "requestPath": names[1], "isGeneral": mocks[0].isGeneral,
                "setting": setting.map { Self.members(of: $0) },
                "first": folder?.firstMock(for: Request(method: "GET", path: names[1]))?.path,
                "mocks": mocks.map { mock -> any Sendable in
                    var members = Self.members(of: mock, isBroken: broken.contains(mock.path))
                    let method = mock.method ?? (mock.condition?.body == nil ? usual : nil)
                    members["methods"] = method ?? "any method"
                    members["isSelected"] = selection.contains(mock, for: method)
                    guard answering.contains(mock.path) else { return members }
                    members["answers"] = setting == .mock(mock.path) ? "always" : "default"
                    return members
                },
            ]) as any Sendable
        }
        let members: [String: (any Sendable)?] = [
            "folder": folder?.directory.path, "count": mocks.count, "folders": folders,
            "problems": Self.members(of: listed + found.flatMap(\.self)), "source": source.withLock(\.self),
        ]
        return .json(.dictionary(Self.object(members)))
    }

    /// Returns a mock with its file, even if the file can't be used as a response.
    func mock(_ call: Call) throws -> Response {
        let (folder, mock) = try folderMock(call)
        var members = Self.members(of: mock, isBroken: false)
        members["methods"] = folder.method(of: mock) ?? "any method"
        members["requestPath"] = mock.requestPath
        members["headers"] = [any Sendable]()
        do throws(MockFolder.Problem) {
            let bytes = try mock.bytes()
            members["body"] = Self.members(ofBody: bytes)
            members["version"] = Self.version(of: bytes)
        } catch {
            throw Failure(422, error.description)
        }
        do throws(MockFolder.Problem) {
            // Check the file first, as for a response.
            _ = try mock.response()
            members["headers"] = Self.members(of: try mock.document().headers)
        } catch {
            members["problem"] = Self.members(of: [error])[0]
            members["isBroken"] = true
        }
        return .json(.dictionary(members))
    }

    /// Writes a `text` to the file of a mock, unless the file's `version` has changed.
    func editMock(_ call: Call) throws -> Response {
        let (folder, mock) = try folderMock(call)
        let members = try call.members()
        guard let text = members["text"] as? String, let version = members["version"] as? String else {
            throw Failure(400, "“text” and “version” must be strings.")
        }
        let lock = FolderLock(folder.directory)
        defer { lock.release() }
        let bytes = Data(text.utf8)
        do {
            guard Self.version(of: try mock.bytes()) == version else {
                throw Failure(409, "Not saved. “\(mock.path)” has changed on disk since you opened it.")
            }
            try mock.check(bytes)
            // Keep a link. It leads to a file in the folder; otherwise, reading it would have failed.
            let file = mock.url.resolvingSymlinksInPath()
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as Any
            try bytes.write(to: file, options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        } catch let problem as MockFolder.Problem {
            guard problem.file == mock.path, let line = problem.line else {
                throw Failure(422, Self.sentence("Not saved. \(problem.description)"))
            }
            throw Failure(
                422, Self.sentence("Not saved. Line \(line), column \(problem.column ?? 1): \(problem.reason)"))
        }
        return .status(204)
    }

    /// Returns a text with a full stop, unless it ends a sentence already.
    private static func sentence(_ text: String) -> String {
        [".", "?", "?”"].contains { text.hasSuffix($0) } ? text : text + "."
    }

    /// Returns the mock that a request names.
    private func folderMock(_ call: Call) throws(Failure) -> (folder: MockFolder, mock: MockFolder.Mock) {
        // Look up the mock among the existing ones. Never use a path from a request as a file path.
        guard let folder = try switchboard().folder, let mock = folder.mock(at: call.value) else {
            throw Failure(404, "There is no mock “\(call.value)”.")
        }
        return (folder, mock)
    }

    /// Returns the path of the mock named in a switchboard's reason for a response.
    func mockPath(in reason: String) -> String? {
        router.switchboard?.folder?.mocks.first { mock in
            reason.hasPrefix("\(mock.path), ") || reason.contains("): \(mock.path):")
        }?.path
    }

    /// Returns a text that changes with the content of a file.
    private static func version(of bytes: Data) -> String {
        "\(bytes.count)-\(bytes.withUnsafeBytes { CRC32.checksum($0) })"
    }

    /// Sets how to handle requests for a `path`: a `setting`, or `null` to remove it.
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

    static func members(of mock: MockFolder.Mock, isBroken: Bool, problem: String? = nil) -> [String: any Sendable] {
        object([
            "path": mock.path, "name": mock.name, "isSuccess": mock.isSuccess, "status": mock.status.rawValue,
            "delay": mock.delay, "summary": mock.summary, "isBody": mock.isBody, "isBroken": isBroken,
            "method": mock.method, "problem": problem,
            "condition": mock.conditionText?.replacingOccurrences(of: RequestCondition.anyValue, with: "(anything)"),
        ])
    }

    static func members(of problems: [MockFolder.Problem]) -> [any Sendable] {
        problems.map { object(["file": $0.file, "reason": $0.reason, "line": $0.line, "column": $0.column]) }
    }
}
