public import TeapotMock

/// The result of `replay(_:from:ignoringQueryItems:matchingBodies:redaction:speed:fileID:filePath:line:)`.
///
/// It has the registered routes and the skipped entries.
public struct Replay: Sendable {
    /// The routes, one for each recorded method, path and query; a test doesn't fail if a route is never used.
    public let routes: [Router.Registration]
    /// The entries that aren't replayed, because they come from other servers.
    public let skipped: [HAR.Problem]
    /// The number of replayed responses; requests with the same method, path and query share a route.
    public let responseCount: Int
    /// The requests that were recorded from several servers and can be distinguished only if they name their server.
    public let ambiguities: [HAR.Problem]

    /// Removes the routes from their router.
    public func remove() { for route in routes { route.remove() } }
}

extension Router {
    /// Replays the recorded responses to requests.
    ///
    /// ```swift
    /// let router = Router("https://api.example.com")
    /// let replay = router.replay(har)
    /// for problem in replay.skipped { print(problem) }
    /// ```
    ///
    /// A request matches a recorded request with the same method, path, query and body. A trailing slash matters, but
    /// the order of query items doesn't. JSON is compared by value, a form by its fields, a multipart form by its
    /// parts, and any other body by its bytes. A recorded request matches any body if its own isn't in the file, or if
    /// it's a `GET` without a body. If a request was recorded several times, its responses are used in the order of the
    /// recording, and the last one is repeated.
    ///
    /// Routes registered later take precedence over the recording. Requests that weren't recorded go to the router's
    /// other routes or to its `passthrough`, or fail with a diagnosis.
    ///
    /// A stream with recorded pieces is replayed in those pieces, each at its recorded time after the head. In skipped
    /// time, there's no wait.
    ///
    /// `REDACTED`, which a ``Recorder`` writes instead of a secret, stands for any text: in the path, the query and the
    /// body. A secret in an unredacted body, as browsers export it, also stands for any text.
    ///
    /// - Parameters:
    ///   - har: The recording.
    ///   - origin: The beginning of the URLs to replay, such as `https://api.example.com/v2`, or `nil` for the base URL
    ///     itself. The rest of the URL is a path below the router's base URL. A router for every host replays the
    ///     responses of all hosts, each to the requests sent to that host. A request without a host gets the responses
    ///     of any host; see ``Replay/ambiguities``.
    ///   - names: The names of query items to ignore, such as one that contains the time.
    ///   - matchingBodies: Whether a request with an unrecorded body gets no response. With `false`, for bodies with a
    ///     time or a random ID, it gets the recorded responses in order. A request with a recorded body still gets its
    ///     own responses.
    ///   - redaction: The redaction of the recording.
    ///   - speed: The playback speed of recorded streams: 4 for four times as fast, `.infinity` for all pieces at once.
    ///     A value that isn't positive counts as 1.
    ///   - fileID: The file where the routes are registered.
    ///   - filePath: The path of that file.
    ///   - line: The line where the routes are registered.
    /// - Returns: The routes, and the skipped entries.
    @discardableResult
    public func replay(
        _ har: HAR,
        from origin: String? = nil,
        ignoringQueryItems names: Set<String> = [],
        matchingBodies: Bool = true,
        redaction: Redaction = Redaction(),
        speed: Double = 1,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line
    ) -> Replay {
        let source = origin.map { RouterBase($0) } ?? base
        var (keys, tracks): ([ReplayTarget], [ReplayTarget: [HAR.Entry]]) = ([], [:])
        var (skipped, ambiguities): ([HAR.Problem], [HAR.Problem]) = ([], [])
        var skippedRequests: [Request] = []
        for entry in har.recorded {
            let request = entry.request
            let segments = Request.segments(of: request.path)
            guard let path = source.remainder(of: segments, sentTo: request.origin) else {
                let url = (request.origin ?? "") + request.shortPath
                let reason =
                    "\(request.method) \(url) is not below “\(source)”, so it is not replayed; "
                    + "use `from:` to replay it."
                skipped.append(HAR.Problem(file: har.name, reason))
                skippedRequests.append(request)
                continue
            }
            let key = ReplayTarget(request, path: path, query: ReplayQuery(request.query, ignoring: names))
            if tracks[key] == nil { keys.append(key) }
            tracks[key, default: []].append(entry)
        }
        explainSkipped(skippedRequests, of: har.name, below: source)
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        let routes = keys.map { key in
            let entries = tracks[key] ?? []
            let origins = Set(entries.map(\.request.origin))
            let isForAll = source.host != nil || origins.contains(nil)
            if !isForAll, origins.count > 1 {
                let hosts = origins.compactMap(\.self).sorted().joined(separator: " and ")
                let target = entries.first?.request.shortTarget ?? ""
                let reason =
                    "\(target) was recorded from \(hosts); a request that names no host gets their responses in the "
                    + "order of the recording. Use `from:` to replay one of them."
                ambiguities.append(HAR.Problem(file: har.name, reason))
            }
            let servers = isForAll ? nil : Set(origins.compactMap(\.self))
            let track = ReplayTrack(entries, requiringBody: matchingBodies, redaction, speed: speed)
            let route = key.route(to: track, of: servers, at: place)
            return add(route).optional()
        }
        return Replay(
            routes: routes, skipped: skipped, responseCount: tracks.values.reduce(0) { $0 + $1.count },
            ambiguities: ambiguities)
    }
}
