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
            let settings = board.map { Self.settings(for: names[1], of: $0) } ?? [:]
            let requests = Set(mocks.map { $0.method ?? "GET" } + ["GET"]).map { Request(method: $0, path: names[1]) }
            let defaults = requests.reduce(into: [:]) { $0[$1.method] = folder?.firstMock(for: $1)?.path }
            let answering = requests.reduce(into: [String: String]()) {
                switch board?.setting(for: $1) {
                case .mock(let path): $0[$1.method] = path
                case .live, .hold, .unanswered: break
                case nil: $0[$1.method] = defaults[$1.method]
                }
            }
            return Self.object([
                "folder": names[0], "requestPath": names[1], "isGeneral": mocks[0].isGeneral,
                "settings": settings.mapValues { Self.members(of: $0) as any Sendable },
                "first": defaults["GET"], "defaults": defaults, "answering": answering,
                "document": document(for: Request(method: "GET", path: names[1])),
                "mocks": mocks.map { mock -> any Sendable in
                    var members = Self.members(of: mock, isBroken: broken.contains(mock.path))
                    let method = mock.method ?? (mock.condition?.body == nil ? usual : nil)
                    members["methods"] = method ?? "any method"
                    members["isSelected"] = selection.contains(mock, for: method)
                    let isAlways = settings.values.contains(.mock(mock.path))
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
        members["isConditional"] = mock.condition != nil
        members["headers"] = [any Sendable]()
        let bytes = try mock.bytes()
        members["body"] = Self.members(ofBody: bytes)
        members["version"] = Self.version(of: mock, bytes)
        do throws(MockFolder.Problem) {
            // Check the file first, as for a response.
            _ = try mock.response()
            members["headers"] = Self.members(of: try mock.document().headers, isWhole: true)
        } catch {
            members["problem"] = Self.members(of: [error])[0]
            members["isBroken"] = true
        }
        return .json(.dictionary(members))
    }

    /// Writes a `text` to the file of a mock, unless its files' `version` has changed, or with `POST` to a copy next to
    /// it.
    ///
    /// The name of the `file` states the status and the delay. If it changes, the headers, the entry in the index file
    /// and the settings that name the file follow. An existing file is never replaced by another.
    func writeMock(_ call: Call) throws -> Response {
        let members = try call.members()
        guard let text = members["text"] as? String, let version = members["version"] as? String else {
            throw Failure(400, "“text” and “version” must be strings.")
        }
        let (bytes, isCopy) = (Data(text.utf8), call.request.method == "POST")
        let lock = FolderLock(try folder().directory)
        defer { lock.release() }
        do {
            // Another request may have renamed the file in the meantime.
            let (folder, mock) = try folderMock(call)
            guard try isCopy || Self.version(of: mock, mock.bytes()) == version else {
                throw Failure(409, "Not saved. “\(mock.path)” has changed on disk since you opened it.")
            }
            let file = try write(bytes, members, to: mock, in: folder, isCopy: isCopy)
            let path = mock.path.dropLast(mock.file.count) + file
            if !isCopy, file != mock.file { try forget(mock, in: folder, for: String(path)) }
            return .json(["files": [path]], status: isCopy ? 201 : 200)
        } catch let problem as MockFolder.Problem {
            let line = problem.file == call.value ? problem.line : nil
            let place = line.map { "Line \($0), column \(problem.column ?? 1): \(problem.reason)" }
            let text = "Not saved. \(place ?? problem.description)"
            throw Failure(422, [".", "?", "?”"].contains { text.hasSuffix($0) } ? text : text + ".")
        }
    }

    /// Throws an error if a directory has a file with the same name, or the headers for one, ignoring case.
    private static func check(_ file: String, isFreeIn names: [String]) throws(Failure) {
        let stem = MockFileName.stem(of: file).lowercased()
        // The file itself is a better answer than its headers.
        let all = names.sorted { $0.count < $1.count }
        let taken = all.first { [stem, stem + ".headers"].contains(MockFileName.stem(of: $0.lowercased())) }
        if let taken { throw Failure(409, "Not saved. There’s already “\(taken)”. Choose another name.") }
    }

    /// Writes the files of a mock or of its copy, and returns the name of the first.
    private func write(
        _ bytes: Data, _ members: [String: any Sendable], to mock: MockFolder.Mock, in folder: MockFolder, isCopy: Bool
    ) throws -> String {
        let file = members["file"] as? String ?? mock.file
        let (files, directory) = (FileManager.default, mock.url.deletingLastPathComponent())
        let (stem, isNew) = (MockFileName.stem(of: file), isCopy || file != mock.file)
        let isLike = file.dropFirst(stem.count) == mock.file.dropFirst(MockFileName.stem(of: mock.file).count)
        guard !isNew || isLike && Self.isMock(file) else {
            throw Failure(400, "Not saved. “\(file)” can’t be another name for “\(mock.file)”.")
        }
        if isNew { try Self.check(file, isFreeIn: files.contentsOfDirectory(atPath: directory.path)) }
        let former = try mock.document().headers
        var fields = members["headers"] == nil ? former : try Self.response(["headers": members["headers"]]).headers
        let hasNewFields = fields != former
        if hasNewFields, !isNew, hasNamesakes(mock, in: folder) {
            throw Failure(409, "Not saved. Another mock has the same name, so the headers would be for both.")
        }
        // Of the media types that a header can state, only that of events determines what's valid.
        let areEvents = [fields, former].map { $0.mediaType == "text/event-stream" }
        if areEvents[0] == areEvents[1] { try mock.check(bytes) }
        if fields["Content-Type"] == MediaType.named(file) { fields["Content-Type"] = nil }
        if isNew { try moveEntry(of: mock, to: file, in: folder) }
        if hasNewFields || isNew {
            let own = isNew ? nil : mock.headersLocation.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath() }
            let made = MockContent(Response(headers: fields), formatsJSON: false).headers
            if let text = hasNewFields ? made : mock.headersLocation.flatMap(files.contents) {
                try text.write(to: own ?? directory.appendingPathComponent(stem + ".headers.json"), options: .atomic)
            } else if let own {
                try files.removeItem(at: own)
            }
        }
        // Keep a link. It leads to a file in the folder; otherwise, reading it would have failed.
        let original = mock.url.resolvingSymlinksInPath()
        let mode = try files.attributesOfItem(atPath: original.path)[.posixPermissions] as Any
        let draft = isCopy ? directory.appendingPathComponent(".\(UUID())") : original
        try bytes.write(to: draft, options: .atomic)
        try files.setAttributes([.posixPermissions: mode], ofItemAtPath: draft.path)
        if isNew { try files.moveItem(at: isCopy ? draft : mock.url, to: directory.appendingPathComponent(file)) }
        return file
    }

    /// Returns whether a new file with a name would be a mock.
    private static func isMock(_ file: String) -> Bool {
        let stem = MockFileName.stem(of: file).lowercased()
        let isOther = [".headers", ".index", "readme"].contains { stem.hasSuffix($0) } || file.hasPrefix(".")
        let isValid = !isOther && file.utf8.count < 200 && !file.contains(where: "/\\".contains)
        return isValid && (try? MockFileName(file))?.isMock == true
    }

    /// Deletes the files of a mock, its entry in the index file, and the settings that name it.
    func deleteMock(_ call: Call) throws -> Response {
        let lock = FolderLock(try folderMock(call).folder.directory)
        defer { lock.release() }
        let (folder, mock) = try folderMock(call)
        try FileManager.default.removeItem(at: mock.url)
        try forget(mock, in: folder)
        return .status(204)
    }

    /// Deletes what belongs to a file that's gone, and lets the settings that name it name its heir.
    private func forget(_ mock: MockFolder.Mock, in folder: MockFolder, for heir: String? = nil) throws {
        try switchboard().replace(.mock(mock.path), with: heir.map { .mock($0) })
        if let headers = mock.headersLocation { try? FileManager.default.removeItem(atPath: headers) }
        try moveEntry(of: mock, to: nil, in: folder)
    }

    /// Gives a new file a mock's entry in the index file, or removes the entry.
    private func moveEntry(of mock: MockFolder.Mock, to file: String?, in folder: MockFolder) throws {
        let index = mock.url.deletingLastPathComponent().appendingPathComponent(ConditionFile.fileName)
        guard FileKind(index.path, inside: folder.directory.path) == .file, let text = try? Data(contentsOf: index),
            var members = try? JSON(parsing: text).dictionary
        else { return }
        let entries = ConditionFile(text, at: "")
        if let file, entries.name(for: file) != nil {
            throw Failure(409, "Not saved. “\(ConditionFile.fileName)” already has conditions for “\(file)”.")
        }
        guard let name = entries.name(for: mock.file) else { return }
        // An entry without an extension may be for another file, too.
        if file == nil, name != mock.file, hasNamesakes(mock, in: folder) { return }
        members[file ?? name] = file == nil ? nil : members[name]
        let place = index.resolvingSymlinksInPath()
        try JSON.dictionary(members).data([.sortedKeys, .prettyPrinted]).write(to: place, options: .atomic)
    }

    /// Returns whether the name of another mock differs only in its extension.
    private func hasNamesakes(_ mock: MockFolder.Mock, in folder: MockFolder) -> Bool {
        let stem = MockFileName.stem(of: mock.path)
        return folder.mocks.contains { $0.path != mock.path && MockFileName.stem(of: $0.path) == stem }
    }

    /// Returns a text that changes with the content of a mock's files.
    static func version(of mock: MockFolder.Mock, _ bytes: Data) -> String {
        let all = bytes + (mock.headersLocation.flatMap(FileManager.default.contents) ?? Data())
        return "\(all.count)-\(all.withUnsafeBytes { CRC32.checksum($0) })"
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
    /// The file's name follows from these, so it's valid and in the folder. An existing file is never changed.
    func createMock(_ call: Call) async throws -> Response {
        let members = try call.members()
        let texts = ["method", "path", "name"].compactMap { members[$0] as? String }
        guard texts.count == 3 else { throw Failure(400, "“method”, “path” and “name” must be strings.") }
        return try await save(
            Self.response(members["response"]), to: Request(method: texts[0], path: "/" + texts[1]),
            as: MockEntry(condition: RequestCondition(), name: texts[2]))
    }

    /// What's wrong with paths that no request has, as regular expressions for both the API and the page, with advice.
    private static let pathFlaws = [
        ["^/*([A-Za-z][A-Za-z0-9+.-]*://[^/?]*).*$", "Leave out $1."],
        [#"^(.*/)?([^/]*(\[[0aA^]|\(\?:|\\|\.[*+])[^/]*)(/.*)?$"#, "“$2” isn’t a pattern; write {id} for any value."],
        [#"^.*\?.*$"#, "Leave out the query; write it as a condition in the folder’s “mocks.index.json”."],
        [#"^([\s\S]*/)?(\.|%2[Ee]){1,2}(/[\s\S]*)?$"#, "A part of a path can’t be “.” or “..”."],
        ["^/*[Gg][Ee][Nn][Ee][Rr][Aa][Ll](/.*)?$", "Mocks in “General” answer any request; add them by hand."],
        ["^(.*/)?:([^/]+)(/.*)?$", "Write {$2} instead of :$2."],
        [#"^(.*/)?(\*+)(/.*)?$"#, "“$2” matches only itself; write {id} for any one segment."],
        [#"^(.*/)?(\{[^/}]*)(/.*)?$"#, "“$2” has no “}”."],
    ]

    /// Writes a response as a mock, with the headers of a known one in full where the page has shortened them.
    private func save(
        _ response: Response, knowing known: Teapot.HeaderFields = [:], to request: Request, as mock: MockEntry?,
        isWritten: Bool = true
    ) async throws -> Response {
        let folder = try folder()
        for flaw in Self.pathFlaws where mock != nil {
            let advice = request.path.replacingOccurrences(of: flaw[0], with: flaw[1], options: .regularExpression)
            if advice != request.path { throw Failure(400, advice) }
        }
        var response = response
        response.headers = response.headers.completed(from: known)
        let places = ["response body"] + response.headers.map { "response header \($0.name)" }
        let kept = (isWritten ? places : []) + (mock == nil ? [] : ["request path"])
        let recorder = Recorder(
            into: .folder(folder.directory, formattingJSON: !isWritten),
            redaction: Redaction(keeping: Set(kept)), existing: .kept)
        var mock = mock
        mock?.isWritten = isWritten
        recorder.record(request, response, as: mock)
        do { try await recorder.finish() } catch {
            // The subject is the file's path in quotation marks.
            let kept = error.problems.first { $0.reason.hasPrefix("it exists") }?.subject.split(separator: "/").last
            let advice = mock?.name.map { "“\($0)” for this path. Choose another name." }
            let text = kept.map { "There’s already a mock \(advice ?? "“\($0). Create another one with a name.")" }
            throw Failure(409, text ?? error.description)
        }
        // Of a live response, the others don't matter to an app.
        let names = mock?.isWritten == true ? [] : response.headers.namesLeftOutOfMocks
        let leftOut = names.filter { isWritten || $0.isSameHeaderName(as: "Set-Cookie") }
        let redacted = Set(recorder.redactions.map { $0.change.name ?? $0.change.place }).subtracting(leftOut).sorted()
        let made = ["files": recorder.files, "leftOut": leftOut, "redacted": redacted].filter { !$0.value.isEmpty }
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

    private func folder() throws(Failure) -> MockFolder {
        guard let folder = try switchboard().folder else { throw Failure(409, "No folder of mocks is served.") }
        return folder
    }

    /// Returns the mock that a request names.
    func folderMock(_ call: Call) throws(Failure) -> (folder: MockFolder, mock: MockFolder.Mock) {
        // Look up the mock among the existing ones. Never use a path from a request as a file path.
        guard let folder = try switchboard().folder, let mock = folder.mock(at: call.value) else {
            throw Failure(404, "There is no mock “\(call.value)”.")
        }
        return (folder, mock)
    }

    /// Returns the path of the mock named in the switchboard's reason for no response.
    func mockPath(in reason: String) -> String? {
        router.switchboard?.folder?.mocks.first { mock in
            reason.contains("): \(mock.path):") || reason.hasPrefix("The nearest is “\(mock.path)”: ")
        }?.path
    }

    /// Sets how to handle requests for a `path`, or only those with a `method`: a `setting`, or `null` to remove it.
    func changeSetting(_ call: Call) throws -> Response {
        let (board, members) = (try switchboard(), try call.members())
        guard let path = members["path"] as? String, path.hasPrefix("/") else {
            throw Failure(400, "“path” must be the path of requests, such as “/v1/products”.")
        }
        let method = members["method"].map { $0 as? String ?? "" }
        guard method?.isToken ?? true else { throw Failure(400, "“method” must be a method, such as “GET”.") }
        let value = members["setting"] as? [String: any Sendable]
        let setting: Switchboard.Setting?
        switch value?["kind"] as? String {
        case nil where members["setting"] is NSNull: setting = nil
        case "live": setting = .live
        case "hold": setting = .hold
        case "unanswered": setting = .unanswered
        case "mock":
            let mock = value?["mock"] as? String ?? ""
            guard board.folder?.mock(at: mock) != nil else { throw Failure(400, "There is no mock “\(mock)”.") }
            setting = .mock(mock)
        default: throw Failure(400, "“setting” must be null, or have a “kind”: “mock”, “live”, “hold”, “unanswered”.")
        }
        board.set(setting, for: path, method: method.map { Teapot.Method($0) })
        return .status(204)
    }

    /// Returns the settings for a path, keyed by their methods, or `any method`.
    static func settings(for path: String, of board: Switchboard) -> [String: Switchboard.Setting] {
        (board.settings[FolderMap.key(path)] ?? [:]).reduce(into: [:]) { $0[$1.0?.rawValue ?? "any method"] = $1.1 }
    }

    static func members(of setting: Switchboard.Setting) -> [String: any Sendable] {
        switch setting {
        case .mock(let path): ["kind": "mock", "mock": path]
        case .live: ["kind": "live"]
        case .hold: ["kind": "hold"]
        case .unanswered: ["kind": "unanswered"]
        }
    }

    static func members(of mock: MockFolder.Mock, isBroken: Bool, problem: String? = nil) -> [String: any Sendable] {
        object([
            "path": mock.path, "name": mock.name, "isSuccess": mock.isSuccess, "status": mock.status.rawValue,
            "delay": mock.delay, "summary": mock.summary, "isBody": mock.isBody, "isBroken": isBroken,
            "isGeneral": mock.isGeneral, "isExact": mock.condition?.exactPath != nil, "method": mock.method,
            "problem": problem,
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

extension Teapot.HeaderFields {
    /// Returns the headers, with those of others in full where the page has shortened them.
    func completed(from known: Self) -> Self {
        var rest = Array(known)
        return Self(
            map { field in
                let same = rest.firstIndex { $0.name == field.name && $0.redactedValue(.init()) == field.value }
                return same.map { rest.remove(at: $0) } ?? field
            })
    }
}
