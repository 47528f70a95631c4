import Teapot

extension Response {
    /// The codings that Foundation takes off a body (RFC 9110 §8.4.1).
    private static let decodedCodings: Set = ["gzip", "x-gzip", "deflate", "br"]

    /// The head of a live server's answer.
    ///
    /// - Parameters:
    ///   - head: The answer's head.
    ///   - method: The request's method.
    init(live head: Teapot.Response, to method: String) {
        var fields = head.headerFields.forwarded().withSeparateCookies
        let codings = (fields["Content-Encoding"] ?? "").split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        if codings.contains(where: { Self.decodedCodings.contains($0) }) {
            // The body comes decoded, and these tell of the other one; so would those of a HEAD.
            fields["Content-Encoding"] = nil
            fields["Content-Length"] = nil
        }
        self.init(status: Teapot.StatusCode(rawValue: head.statusCode), headerFields: fields)
    }

    /// The same with a body that is read as it comes.
    ///
    /// - Parameters:
    ///   - reader: What it is read from.
    ///   - take: What keeps a copy of it.
    /// - Returns: The response.
    func streaming(from reader: LiveExchange.Reader, keptBy take: RecordingTake?) -> Response {
        var response = self
        if let take {
            response.content = .stream(Stream(pulling: { { try await take.next(of: reader) } }))
        } else {
            response.content = .stream(Stream(pulling: { { try await reader.next() } }))
        }
        return response
    }

    /// What a client gets when a live server can't be asked: in this process the error, from a server 502 or 504.
    ///
    /// - Parameters:
    ///   - url: Where the request was to go.
    ///   - request: The request as it came.
    ///   - error: Why it can't.
    /// - Returns: The response.
    static func unreachable(_ url: URL, for request: Request, _ error: any Error) -> Response {
        let isLate = (error as? URLError)?.code == .timedOut
        let reason = (error as? TeapotError)?.description ?? error.localizedDescription
        var response = explaining(
            "\(request.method) \(request.path) could not be passed through to \(url.withoutCredentials): \(reason)",
            url, status: isLate ? 504 : 502)  // RFC 9110 §15.6.5, §15.6.3.
        response.fault = .onlyInProcess(error)
        return response
    }

    /// What a client gets whose request came back to the gateway that passed it on (RFC 5842 §7.2).
    static func looping(_ request: Request, to url: URL) -> Response {
        explaining(
            """
            \(request.method) \(request.path) came back to where it was passed through before: \(url.withoutCredentials) \
            leads to the mock itself. Give `Passthrough` the URL of another server.
            """, url, status: 508)
    }

    private static func explaining(_ error: String, _ url: URL, status: Teapot.StatusCode) -> Response {
        .json(["error": error, "url": url.withoutCredentials], status: status)
    }
}
