import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockRecording

extension Inspector {
    /// The headers that a server adds to each response, which don't belong in a mock.
    private static let added: Set = ["accept-ranges", "etag", "last-modified"]

    /// Saves the response of a journal entry as a mock in the served folder, as a recording does, or another `response`
    /// to its request, which a person has written and which isn't redacted.
    ///
    /// An existing file is never changed. With a `path`, such as `users/{id}`, the mock is for each request to it, and
    /// has a `name`; with `isExact`, only for those with the same query and body.
    func saveMock(_ call: Call) async throws -> Response {
        guard let folder = try switchboard().folder else { throw Failure(409, "There is no folder for the mock.") }
        let entry = try journalEntry(call)
        let members = try call.members()
        let (written, path) = (try members["response"].map { try Self.response($0) }, members["path"] as? String)
        let response = try written ?? response(to: entry)
        let places = ["response body"] + response.headers.map { "response header \($0.name)" }
        let kept = (written == nil ? [] : places) + (path == nil ? [] : ["request path"])
        let recorder = Recorder(
            into: .folder(folder.directory, formattingJSON: written == nil),
            redaction: Redaction(keeping: Set(kept)), existing: .kept)
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
            // The condition has what is needed, and a written response may repeat a secret of the request.
            if written != nil { request = Request(method: request.method, path: request.path) }
        }
        recorder.record(request, response, as: mock)
        do { try await recorder.finish() } catch { throw Failure(409, error.description) }
        return .json(["files": recorder.files], status: 201)
    }

    /// Returns the response to an entry from a route, a mock or a live server.
    private func response(to entry: Journal.Entry) throws(Failure) -> Response {
        guard entry.hasOwnResponse else {
            // The client received an explanation from the server, which contains paths on this machine.
            throw Failure(409, "Nothing answered request \(entry.number); send a “response” for the mock.")
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
