import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockOpenAPI
import TeapotMockRecording

extension RequestLog {
    /// Returns the line for a request: a JSON object for programs, such as those that check a test run.
    ///
    /// Its `ending` is `responded`, `failed` or `abandoned`, and it has no `status` if no response was sent.
    func json(for entry: Journal.Entry) -> String {
        var members = Self.members(of: entry.request)
        members["event"] = "request"
        members["number"] = entry.number
        members["time"] = HARDate.text(entry.date)
        members["milliseconds"] = entry.duration.map { ($0 * 1_000_000).rounded() / 1000 }
        members["status"] = Self.isUnusable(entry.reason) ? 500 : entry.status?.rawValue
        members["reason"] = reason(of: entry)
        members["isAnswered"] = Self.isAnswered(entry)
        // Omit the status of `responded`.
        members["ending"] = entry.ending.map { String("\($0)".prefix { $0 != "(" }) }
        return Self.line(members)
    }

    /// Returns an object on one line, with sorted members.
    static func line(_ members: [String: any Sendable]) -> String {
        (try? JSON.data(from: members, .sortedKeys)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// Returns the members that describe a request.
    static func members(of request: Request) -> [String: any Sendable] {
        ["method": request.method, "path": shownPath(of: request)]
    }

    /// Returns whether a request got only an error, because its mock is invalid, because the document doesn't allow it,
    /// or because the live server didn't answer or receive it.
    static func isLost(_ entry: Journal.Entry) -> Bool {
        if case .passedThrough = entry.outcome { return entry.ending == .failed }
        guard case .switched(let reason) = entry.outcome else { return false }
        // The name of the document comes first, and the reason for the refusal may quote the request.
        let rest = reason.firstRange(of: ": ").map { reason[$0.lowerBound...] } ?? ""
        return reason == Passthrough.refusal || isUnusable(reason) || rest.hasPrefix(DocumentStage.refusal)
    }

    /// Returns whether a reason is that of an invalid mock.
    static func isUnusable(_ reason: String) -> Bool { reason.hasPrefix(Switchboard.unusable) }

    static func isAnswered(_ entry: Journal.Entry) -> Bool {
        switch entry.outcome {
        case .answered, .switched, .passedThrough: !isLost(entry)
        case .refused, .unanswered, .closed: false
        }
    }
}
