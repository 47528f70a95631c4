import Teapot
import TeapotMock

extension Inspector {
    /// The entries that have ended and that a `search` finds, as a HAR 1.2 file, credentials shortened.
    func har(_ call: Call) -> Response {
        let search = Search(call.request.queryValue("search") ?? "")
        let entries = router.journal.entries.filter { $0.status != nil && meets($0, search) }
        let log: [String: any Sendable] = [
            "version": "1.2",
            "creator": ["name": "Teapot", "version": "1"] as [String: any Sendable],
            "entries": entries.map { exported($0, call.peer) as any Sendable },
        ]
        return .json(
            ["log": log],
            headers: [
                "Content-Type": "application/json",
                "Content-Disposition": #"attachment; filename="teapot.har""#,
            ])
    }

    private func exported(_ entry: Journal.Entry, _ peer: Peer) -> [String: any Sendable] {
        let milliseconds = (entry.duration ?? 0) * 1000
        return [
            "startedDateTime": Self.text(of: entry.date),
            "time": milliseconds,
            "request": exported(entry.request, peer),
            "response": exported(responses[entry.number], status: entry.status ?? .ok),
            "cache": [String: any Sendable](),
            "timings": ["send": 0, "wait": milliseconds, "receive": 0] as [String: any Sendable],
            "comment": entry.reason,
        ]
    }

    private func exported(_ request: Request, _ peer: Peer) -> [String: any Sendable] {
        var members: [String: any Sendable] = [
            "method": request.method,
            "url": request.url(at: peer)?.withoutCredentials ?? "http://127.0.0.1:\(peer.port)/",
            "httpVersion": "HTTP/1.1",
            "cookies": [any Sendable](),
            "headers": Self.members(of: request.headers),
            "queryString": request.query.map { item -> any Sendable in
                ["name": item.name, "value": item.value ?? ""] as [String: any Sendable]
            },
            "headersSize": -1,
            "bodySize": request.body.count,
        ]
        if !request.body.isEmpty {
            members["postData"] = Self.content(request.body, of: request.body.count, request.headers)
        }
        return members
    }

    private func exported(_ kept: ResponseMemory.Kept?, status: Teapot.StatusCode) -> [String: any Sendable] {
        [
            "status": status.rawValue,
            "statusText": status.reasonPhrase,
            "httpVersion": "HTTP/1.1",
            "cookies": [any Sendable](),
            "headers": Self.members(of: kept?.headers ?? [:]),
            "content": Self.content(kept?.body ?? Data(), of: kept?.length ?? 0, kept?.headers ?? [:]),
            "redirectURL": kept?.headers["Location"] ?? "",
            "headersSize": -1,
            "bodySize": kept?.length ?? -1,
        ]
    }

    private static func content(
        _ body: Data, of length: Int, _ headers: Teapot.HeaderFields
    ) -> [String: any Sendable] {
        var members: [String: any Sendable] = [
            "size": length, "mimeType": headers["Content-Type"] ?? "application/octet-stream",
        ]
        if let text = String(bytes: body, encoding: .utf8) {
            members["text"] = text
        } else {
            members["text"] = body.base64EncodedString()
            members["encoding"] = "base64"
        }
        return members
    }

    /// A date as ISO 8601 has it, with milliseconds.
    private static func text(of date: Date) -> String {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return formatter.string(from: date)
    }
}
