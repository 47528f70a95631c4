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
        // All mocks without a method in their names answer the same one; `nil` means any method.
        let usual = mocks.first { $0.method == nil && $0.condition?.body == nil }.flatMap { folder?.method(of: $0) }
        let broken = Set(zip(mocks, found).filter { $0.conditionProblem != nil || !$1.isEmpty }.map(\.0.path))
        // A mock's condition may give it another path than its directory's.
        let directories = Dictionary(grouping: mocks) { [$0.folder, $0.requestPath] }
        let folders = directories.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { names, mocks in
            let setting = board?.setting(for: names[1])
            let requests = Set(mocks.map { $0.method ?? "GET" } + ["GET"]).map { Request(method: $0, path: names[1]) }
            let defaults = requests.reduce(into: [:]) { $0[$1.method] = folder?.firstMock(for: $1)?.path }
            var answering = setting == .live || setting == .hold ? [:] : defaults
            if case .mock(let path) = setting, let folder {
                let chosen = requests.filter { folder.chosenMock(path, answers: $0) }
                answering.merge(chosen.map { ($0.method, path) }) { $1 }
            }
            return Self.object([
                "folder": names[0], "requestPath": names[1], "isGeneral": mocks[0].isGeneral,
                "setting": setting.map { Self.members(of: $0) }, "first": defaults["GET"], "defaults": defaults,
                "answering": answering, "document": document(for: Request(method: "GET", path: names[1])),
                "mocks": mocks.map { mock -> any Sendable in
                    var members = Self.members(of: mock, isBroken: broken.contains(mock.path))
                    let method = mock.method ?? (mock.condition?.body == nil ? usual : nil)
                    members["methods"] = method ?? "any method"
                    members["isSelected"] = selection.contains(mock, for: method)
                    let isAlways = setting == .mock(mock.path)
                    if answering.values.contains(mock.path) { members["answers"] = isAlways ? "always" : "default" }
                    return members
                },
            ]) as any Sendable
        }
        let members = Self.object([
            "folder": folder?.directory.path, "count": mocks.count, "folders": folders,
            "problems": Self.members(of: listed + found.flatMap(\.self)), "source": source.withLock(\.self),
            "extensions": MediaType.extensions, "pathFlaws": Self.pathFlaws,
        ])
        return .json(.dictionary(members))
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
            let line = problem.file == mock.path ? problem.line : nil
            let place = line.map { "Line \($0), column \(problem.column ?? 1): \(problem.reason)" }
            let text = "Not saved. \(place ?? problem.description)"
            throw Failure(422, [".", "?", "?”"].contains { text.hasSuffix($0) } ? text : text + ".")
        }
        return .status(204)
    }

    /// The headers that a server adds to each response, which don't belong in a mock.
    private static let added: Set = ["accept-ranges", "etag", "last-modified"]

    /// Saves the response of a journal entry as a mock in the served folder, redacted as in a recording, or saves a
    /// custom `response` unchanged.
    ///
    /// An existing file is never changed. With a `path`, such as `users/{id}`, the mock is for each request to it, and
    /// has a `name`; with `isExact`, it's only for requests with the same query and body.
    func saveMock(_ call: Call) async throws -> Response {
        let entry = try journalEntry(call)
        let members = try call.members()
        let (written, path) = (try members["response"].map { try Self.response($0) }, members["path"] as? String)
        var (request, mock) = (entry.request, nil as MockEntry?)
        if let path {
            var condition = RequestCondition()
            if members["isExact"] as? Bool == true {
                let flaw = Redaction().flaw(ofRequestBody: request.body, request.headers["Content-Type"])
                if let flaw { throw Failure(409, "The request’s body can’t be searched for secrets: \(flaw).") }
                condition = RequestCondition(recorded: Redaction().redacted(request))
                (condition.method, condition.exactPath) = (nil, nil)
            }
            mock = MockEntry(condition: condition, name: members["name"] as? String)
            request.path = "/" + path
            // The condition has what's needed, and a custom response may repeat a secret of the request.
            if written != nil { request = Request(method: request.method, path: request.path) }
        }
        let known = responses[entry.number]?.headers ?? [:]
        return try await save(
            written ?? response(to: entry), knowing: known, to: request, as: mock, isWritten: written != nil)
    }

    /// Writes a `response` as a mock with a `name` for requests with a `method` to a `path`.
    ///
    /// The file's name follows from these, so it's valid and in the folder. An existing file is never changed. A copy
    /// `of` a mock gets the original's headers in place of shortened ones and, with `isExact`, its condition.
    func createMock(_ call: Call) async throws -> Response {
        let members = try call.members()
        let texts = ["method", "path", "name"].compactMap { members[$0] as? String }
        guard texts.count == 3 else { throw Failure(400, "“method”, “path” and “name” must be strings.") }
        let model = (members["of"] as? String).flatMap { router.switchboard?.folder?.mock(at: $0) }
        if members["of"] != nil, model == nil { throw Failure(404, "The mock to copy is gone.") }
        var condition = (members["isExact"] as? Bool == true ? model?.condition : nil) ?? RequestCondition()
        (condition.method, condition.path, condition.exactPath) = (nil, nil, nil)
        return try await save(
            Self.response(members["response"]), knowing: (try? model?.document().headers) ?? [:],
            to: Request(method: texts[0], path: "/" + texts[1]), as: MockEntry(condition: condition, name: texts[2]))
    }

    /// What's wrong with paths that no request has, as regular expressions for both the API and the page, with advice.
    private static let pathFlaws = [
        ["^/*([A-Za-z][A-Za-z0-9+.-]*://[^/?]*).*$", "Leave out $1."],
        [#"^.*\?.*$"#, "Leave out the query; write it as a condition."],
        [#"^([\s\S]*/)?(\.|%2[Ee]){1,2}(/[\s\S]*)?$"#, "A part of a path can’t be “.” or “..”."],
        ["^/*[Gg][Ee][Nn][Ee][Rr][Aa][Ll](/.*)?$", "Mocks in “General” answer any request; add them by hand."],
        ["^(.*/)?:([^/]+)(/.*)?$", "Write {$2} instead of :$2."],
        [#"^(.*/)?(\*+)(/.*)?$"#, "“$2” matches only itself; write {id} for any one segment."],
        [#"^(.*/)?(\{[^/}]*)(/.*)?$"#, "“$2” has no “}”."],
    ]

    /// Writes a response as a mock, with the headers of a known one in full where the page has shortened them.
    private func save(
        _ response: Response, knowing known: Teapot.HeaderFields, to request: Request, as mock: MockEntry?,
        isWritten: Bool = true
    ) async throws -> Response {
        guard let folder = try switchboard().folder else { throw Failure(409, "No folder of mocks is served.") }
        for flaw in Self.pathFlaws where mock != nil {
            let advice = request.path.replacingOccurrences(of: flaw[0], with: flaw[1], options: .regularExpression)
            if advice != request.path { throw Failure(400, advice) }
        }
        var response = response
        response.headers = Teapot.HeaderFields(
            response.headers.map { field in
                known.first { $0.name == field.name && $0.redactedValue(Teapot.Options()) == field.value } ?? field
            })
        let places = ["response body"] + response.headers.map { "response header \($0.name)" }
        let kept = (isWritten ? places : []) + (mock == nil ? [] : ["request path"])
        let recorder = Recorder(
            into: .folder(folder.directory, formattingJSON: !isWritten),
            redaction: Redaction(keeping: Set(kept)), existing: .kept)
        recorder.record(request, response, as: mock)
        do { try await recorder.finish() } catch {
            // The subject is the file's path in quotation marks.
            let kept = error.problems.first { $0.reason.hasPrefix("it exists") }?.subject.split(separator: "/").last
            let advice = mock?.name.map { "“\($0)” for this path. Choose another name." }
            let text = kept.map { "There’s already a mock \(advice ?? "“\($0). Create another one with a name.")" }
            throw Failure(409, text ?? error.description)
        }
        let leftOut = isWritten ? response.headers.namesLeftOutOfMocks : []
        let made = Self.object(["files": recorder.files, "leftOut": leftOut.isEmpty ? nil : leftOut])
        return .json(.dictionary(made), status: 201)
    }

    /// Returns the response to an entry from a route, a mock or a live server.
    private func response(to entry: Journal.Entry) throws(Failure) -> Response {
        guard entry.hasOwnResponse else {
            // The client received an explanation from the server, which contains paths on this machine.
            throw Failure(409, "Nothing answered request \(entry.number); send the mock’s “response”.")
        }
        guard let kept = responses[entry.number], let status = kept.status, kept.isWhole else {
            throw Failure(409, "Only part of the response to request \(entry.number) was kept.")
        }
        let fields = Teapot.HeaderFields(
            kept.headers.filter { field in
                let name = field.name.lowercased()
                return !name.hasPrefix("access-control-") && !Self.added.contains(name)
            })
        return Response(status: status, headers: fields, body: kept.body)
    }

    /// Deletes the files of a mock, its entry in the index file, and the settings that name it.
    func deleteMock(_ call: Call) throws -> Response {
        let ((folder, mock), board) = (try folderMock(call), try switchboard())
        let lock = FolderLock(folder.directory)
        defer { lock.release() }
        let (files, directory) = (FileManager.default, mock.url.deletingLastPathComponent())
        let index = directory.appendingPathComponent(ConditionFile.fileName)
        // An entry without an extension may be for another file, too.
        let isShared = folder.mocks.count { MockFileName.stem(of: $0.path) == MockFileName.stem(of: mock.path) } > 1
        try files.removeItem(at: mock.url)
        if let headers = mock.headersLocation { try? files.removeItem(atPath: headers) }
        if let text = try? Data(contentsOf: index), var members = try? JSON(parsing: text).dictionary,
            let name = ConditionFile(text, at: "").name(for: mock.file), name == mock.file || !isShared
        {
            members[name] = nil
            try JSON.dictionary(members).data([.sortedKeys, .prettyPrinted]).write(to: index, options: .atomic)
        }
        for (path, setting) in board.settings where setting == .mock(mock.path) { board.set(nil, for: path) }
        return .status(204)
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
        let value = members["setting"] as? [String: any Sendable]
        switch value?["kind"] as? String {
        case nil where members["setting"] is NSNull: board.set(nil, for: path)
        case "live": board.set(.live, for: path)
        case "hold": board.set(.hold, for: path)
        case "mock":
            let mock = value?["mock"] as? String ?? ""
            guard board.folder?.mock(at: mock) != nil else { throw Failure(400, "There is no mock “\(mock)”.") }
            board.set(.mock(mock), for: path)
        default: throw Failure(400, "“setting” must be null, or an object whose “kind” is “mock”, “live” or “hold”.")
        }
        return .status(204)
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

extension Journal.Entry {
    /// Whether nothing answered the request, or only a mock that can't be used.
    var isUnanswered: Bool {
        if case .unanswered = outcome { true } else { reason.hasPrefix(Switchboard.unusable) }
    }

    /// Whether the response came from a route, a mock or a live server, and isn't the server's explanation.
    var hasOwnResponse: Bool {
        guard case .responded = ending else { return false }
        switch outcome {
        case .answered, .switched, .passedThrough: return true
        case .refused, .unanswered, .closed: return false
        }
    }
}
