import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockRecording
import TeapotMockServer

extension Inspector {
    /// Returns the journal's entries, the oldest first.
    ///
    /// The query limits a ``Selection`` to its last entries, those `after` a number, `and` others by their numbers.
    func journal(_ call: Call) throws -> Response {
        let all = router.journal.entries
        let after = try call.number("after") ?? 0
        let limit = min(max(try call.number("limit") ?? 500, 1), 10_000)
        let numbers = Set((call.request.queryValue("and") ?? "").split(separator: ",").compactMap { Int($0) })
        let selection = Selection(call.request)
        let mocks = mockPaths
        let found = all.filter { ($0.number > after || numbers.contains($0.number)) && meets($0, selection) }
        return .json([
            "entries": found.suffix(limit).map { members(of: $0, mocks) as any Sendable },
            "last": router.journal.lastNumber,
            "first": all.first?.number ?? router.journal.lastNumber + 1,
            "forgotten": router.journal.forgottenCount,
            "count": found.count,
        ])
    }

    /// Deletes all entries.
    func clearJournal() -> Response {
        router.journal.clear()
        return .status(204)
    }

    /// Returns an entry with its request and, if it was kept, its response.
    func entry(_ call: Call) throws -> Response {
        let entry = try journalEntry(call)
        var members = members(of: entry, mockPaths)
        members["request"] = Self.object([
            "headers": Self.members(of: entry.request.headers), "body": Self.members(ofRequest: entry.request),
        ])
        let isHead = entry.request.method == "HEAD"
        members["response"] = responses[entry.number].map { kept in
            Self.object([
                "headers": Self.members(of: kept.headers),
                "body": isHead ? Self.members(ofBody: Data()) : Self.members(ofBody: kept.body, of: kept.length),
                "note": kept.note, "leftOut": kept.headers.namesLeftOutOfMocks,
            ])
        }
        if case .unanswered(let diagnosis) = entry.outcome {
            members["diagnosis"] = diagnosis.json
            members["nearest"] = diagnosis.suggestion.flatMap { mockPath(in: $0) }
        }
        // A route takes precedence over a setting.
        if let board = router.switchboard, members["outcome"] as? String != "answered" {
            members.merge(choices(for: entry.request, of: board)) { $1 }
            members["directory"] = board.directory(for: entry.request)
        }
        return .json(.dictionary(members))
    }

    /// Returns an entry's request as a shell command.
    func curl(_ call: Call) throws -> Response {
        let request = try journalEntry(call).request
        if let length = request.droppedBodyLength {
            throw Failure(410, "The journal no longer keeps the request’s body of \(length) bytes.")
        }
        guard let url = request.url(at: call.peer) else { throw Failure(422, "The request’s address is not a URL.") }
        let left = ["Host", "Content-Length", "Connection", "Transfer-Encoding"]
        let fields = request.headers.filter { field in !left.contains { $0.isSameHeaderName(as: field.name) } }
        let command = Teapot.Request(
            method: Teapot.Method(request.method), url: url, headers: Teapot.HeaderFields(fields),
            body: request.body.isEmpty ? .none : .data(request.body)
        ).curl()
        return .data(Data(command.utf8), contentType: "text/plain; charset=utf-8")
    }

    /// Returns the entries of a ``Selection`` that have complete responses, as a HAR 1.2 file without secrets.
    ///
    /// An entry that still seems to contain a secret is left out, and the file's comment says why.
    func har(_ call: Call) throws -> Response {
        let selection = Selection(call.request)
        let entries = router.journal.entries.filter { meets($0, selection) }
        let har = HAR(clearing: entries.compactMap { exchange($0, call.peer) })
        return .data(
            try har.data(), contentType: "application/json",
            headers: ["Content-Disposition": #"attachment; filename="teapot.har""#])
    }

    private func exchange(_ entry: Journal.Entry, _ peer: Server.Peer) -> HAR.Exchange? {
        guard entry.ending != nil, let kept = responses[entry.number], let status = kept.status, kept.isWhole else {
            return nil
        }
        var request = entry.request
        if request.origin == nil { request.origin = "http://" + request.host(at: peer) }
        let response = Response(status: status, headers: kept.headers, body: kept.body)
        return HAR.Exchange(entry, request, response)
    }

    /// Returns the body of a request, with the parts of a form, and whether the journal has dropped it.
    static func members(ofRequest request: Request) -> [String: any Sendable] {
        if let length = request.droppedBodyLength { return ["length": length, "isCut": true, "isDropped": true] }
        let parts = (try? request.multipart())?.prefix(100).map { part -> any Sendable in
            let (data, file, type) = (part.data, part.filename, part.contentType)
            let text = file != nil || data.count > 200 ? nil : String(bytes: data, encoding: .utf8)
            return object(["name": part.name, "file": file, "type": type, "length": data.count, "text": text])
        }
        return members(ofBody: request.body).merging(object(["parts": parts])) { $1 }
    }

    func journalEntry(_ call: Call) throws(Failure) -> Journal.Entry {
        guard let entry = router.journal.entries.first(where: { "\($0.number)" == call.value }) else {
            let isNew = (Int(call.value) ?? 0) > router.journal.lastNumber
            let reason = isNew ? "is from before the server was restarted, or never arrived" : "is no longer kept"
            throw Failure(404, "Request \(call.value) \(reason).")
        }
        return entry
    }

    /// Returns whether an entry has one of the methods and statuses, and has all words of the search in its line,
    /// headers or bodies.
    func meets(_ entry: Journal.Entry, _ selection: Selection) -> Bool {
        let request = entry.request
        let isListed = selection.has(method: request.method, status: status(of: entry)?.rawValue ?? 0)
        guard isListed, !selection.isUnanswered || entry.isUnanswered else { return false }
        return selection.hasWords(in: [
            { "\(request.method) \(request.target) \(self.status(of: entry)?.rawValue ?? 0) \(entry.reason)" },
            { Request.decode(request.path) },
            { request.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n") },
            { Selection.text(of: request.body) },
            { Selection.text(of: self.responses[entry.number]?.body ?? Data()) },
        ])
    }

    /// Returns the status sent to the client, even if the journal reports a failure.
    private func status(of entry: Journal.Entry) -> Teapot.StatusCode? {
        entry.ending == nil ? nil : entry.status ?? responses[entry.number]?.status
    }

    /// Returns the reason an exchange ended without a complete response.
    private func failure(of entry: Journal.Entry) -> String? {
        switch (entry.ending, responses[entry.number]?.fault) {
        case (.abandoned?, _): "the client disconnected first"
        case (.failed?, .silence?): "timed out (simulated)"
        case (.failed?, .garbage?): "the response wasn’t HTTP"
        // The client received a response that explains the error.
        case (.failed?, .endBody(after: .max)?): nil
        case (.failed?, _): entry.isUnanswered ? nil : "the connection was closed"
        default: nil
        }
    }

    /// The paths of the folder's mocks.
    private var mockPaths: Set<String> { Set((router.switchboard?.folder?.mocks ?? []).map(\.path)) }

    /// Returns what a row shows of an entry, with its mock if that's among those with the given paths.
    private func members(of entry: Journal.Entry, _ mocks: Set<String>) -> [String: any Sendable] {
        let isSilent = responses[entry.number]?.fault == .silence
        let outcome = Mirror(reflecting: entry.outcome).children.first?.label ?? ""
        var members = Self.object([
            "number": entry.number, "method": entry.request.method, "target": entry.request.target,
            "date": Self.milliseconds(entry.date), "reason": entry.reason,
            "isOver": entry.ending != nil, "hasOwnResponse": entry.hasOwnResponse,
            "duration": isSilent ? nil : entry.duration, "failure": failure(of: entry),
            "isAbandoned": entry.ending == .abandoned, "outcome": entry.isUnanswered ? "unanswered" : outcome,
            "status": status(of: entry)?.rawValue, "statusText": status(of: entry)?.reasonPhrase,
        ])
        switch entry.outcome {
        // The program has registered the routes itself, so the reader doesn't know their places.
        case .answered(let route) where router.remedy != nil: members["reason"] = "\(route)"
        case .passedThrough(let url) where entry.ending == .failed && failure(of: entry) == nil:
            members["reason"] = "\(url.withoutCredentials) couldn’t be reached"
        case .unanswered(let diagnosis):
            let reason = diagnosis.reason ?? entry.reason
            let rest = reason.hasPrefix("has ") ? String(reason.dropFirst("has ".count)) : reason
            members["reason"] = reason.hasSuffix(Switchboard.unchosen) ? "by default, requests get a 404" : rest
        case .switched where entry.reason.hasPrefix(Switchboard.unusable):
            members["reason"] = "the mock can’t be used (" + entry.reason.dropFirst(Switchboard.unusable.count)
            members["mock"] = mockPath(in: entry.reason)
        case .switched(let reason):
            // A path may contain the comma that ends it.
            let parts = reason.components(separatedBy: ", ")
            members["mock"] = parts.indices.map { parts[...$0].joined(separator: ", ") }.first(where: mocks.contains)
        default: break
        }
        return members
    }
}

extension Inspector.Call {
    /// Returns a number in the query.
    fileprivate func number(_ name: String) throws(Inspector.Failure) -> Int? {
        guard let text = request.queryValue(name) else { return nil }
        guard let number = Int(text) else {
            throw Inspector.Failure(400, "“\(name)” must be a number, not “\(text)”.")
        }
        return number
    }
}

/// The entries of the journal, or the mocks, that a query selects: by a `search`, a `method`, a `status`, and
/// `unanswered=true`.
///
/// All words of the search must be found, in uppercase or lowercase.
/// Several methods or statuses are separated by commas, and one of them must match. A status is a number such as `404`,
/// or a class such as `4xx`.
struct Selection {
    /// The maximum size of the searched part of a body, in bytes.
    private static let bodyLimit = 64 * 1024

    /// Whether to select only unanswered requests.
    let isUnanswered: Bool
    private let words: [Substring]
    private let methods: [String]
    private let statuses: [String]

    init(_ request: Request) {
        func list(_ name: String) -> [String] { request.queryValue(name)?.split(separator: ",").map(String.init) ?? [] }
        words = (request.queryValue("search") ?? "").lowercased().split(whereSeparator: \.isWhitespace)
        isUnanswered = request.queryValue("unanswered") == "true"
        (methods, statuses) = (list("method"), list("status"))
    }

    /// Returns whether a request is selected, given its method and the status of its response, or 0 if there's none.
    func has(method: String, status: Int) -> Bool {
        if !methods.isEmpty, !methods.contains(method) { return false }
        return statuses.isEmpty || statuses.contains { $0 == "\(status)" || $0 == "\(status / 100)xx" }
    }

    /// Returns whether a mock for a method, or any, responds to one of the methods, with one of the statuses, and has
    /// all words of the search in its method, paths or file.
    func contains(_ mock: MockFolder.Mock, for method: String?) -> Bool {
        guard has(method: method ?? methods.first ?? "", status: mock.status.rawValue) else { return false }
        return hasWords(in: [
            { "\(mock.requestPath) \(mock.path) \(method ?? "") \(mock.summary) \(mock.conditionText ?? "")" },
            { (try? mock.bytes()).map(Self.text) ?? "" },
        ])
    }

    /// Returns the part of a body to search.
    static func text(of body: Data) -> String { String(decoding: body.prefix(bodyLimit), as: UTF8.self) }

    /// Returns whether each word of the search is in one of several texts, which are created only when needed.
    func hasWords(in texts: [() -> String]) -> Bool {
        var missing = words
        for text in texts where !missing.isEmpty {
            let text = text().lowercased()
            missing.removeAll { text.contains($0) }
        }
        return missing.isEmpty
    }
}
