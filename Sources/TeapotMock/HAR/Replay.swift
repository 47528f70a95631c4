import Teapot

/// What ``Router/replay(_:from:ignoringQueryItems:redaction:fileID:filePath:line:)`` registered, and what it did not.
public struct Replay: Sendable {
    /// A route for each method, path and query that was recorded; no test fails because nothing asked for one.
    public let routes: [RouteToken]
    /// Which entries are not replayed, and why: those of other servers.
    public let skipped: [HAR.Problem]

    /// Takes the routes out of their router.
    public func remove() {
        for route in routes { route.remove() }
    }
}

extension Router {
    /// Answers requests as they were answered when they were recorded.
    ///
    /// ```swift
    /// let router = Router("https://api.example.com")
    /// let replay = router.replay(har)
    /// for problem in replay.skipped { print(problem) }
    /// ```
    ///
    /// A request is answered that has a recorded one's method, path and query, in whichever order its items stand. When it
    /// was recorded several times, its answers come in the order of the recording, and the last one again and again. Where
    /// their bodies differ, those with the body of the request count, if there are any: JSON is compared as such.
    ///
    /// Routes that are registered later win over the recording's, and what was not recorded is left to the router's other
    /// routes, to its ``passthrough``, or unanswered with a diagnosis.
    ///
    /// What a ``Recorder`` redacted makes no difference: a redacted query item stands for any value, and bodies are compared
    /// as they would be redacted.
    ///
    /// - Parameters:
    ///   - har: The recording.
    ///   - origin: What the URLs begin with that are replayed, such as `https://api.example.com/v2`; what is behind it goes
    ///     below the router's base URL. `nil` for that itself. A router for every host replays those of all hosts, and of
    ///     one path those of the request's, if it is known and there are any.
    ///   - names: Query items that make no difference, such as one with the time.
    ///   - redaction: How the recording was redacted.
    ///   - fileID: Where the routes are registered.
    ///   - filePath: Where the routes are registered.
    ///   - line: Where the routes are registered.
    /// - Returns: The routes, and what is not replayed.
    @discardableResult
    public func replay(
        _ har: HAR,
        from origin: String? = nil,
        ignoringQueryItems names: Set<String> = [],
        redaction: Redaction = Redaction(),
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line
    ) -> Replay {
        let source = origin.map { RouterBase($0) } ?? base
        var (keys, tracks): ([ReplayTarget], [ReplayTarget: [HAR.Entry]]) = ([], [:])
        var skipped: [HAR.Problem] = []
        for entry in har.recorded {
            let request = entry.request
            let segments = Request.segments(of: request.path)
            guard let path = source.remainder(of: segments, sentTo: request.origin) else {
                let url = (request.origin ?? "") + request.shortPath
                let reason =
                    "\(request.method) \(url) is not below “\(source)”, and not replayed; `from:` replays others."
                skipped.append(HAR.Problem(file: har.name, reason))
                continue
            }
            let key = ReplayTarget(
                method: request.method, path: Array(path), query: ReplayQuery(request.query, ignoring: names))
            if tracks[key] == nil { keys.append(key) }
            tracks[key, default: []].append(entry)
        }
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        let routes = keys.map { key in
            let track = ReplayTrack(tracks[key] ?? [], redaction)
            return add(key.route(to: track, at: place)).optional()
        }
        return Replay(routes: routes, skipped: skipped)
    }
}
