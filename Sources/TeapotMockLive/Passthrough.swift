public import Foundation
package import Teapot
public import TeapotMock

/// A gateway that passes requests through to a live server, and returns its responses.
///
/// ```swift
/// let router = Router("https://api.test")
/// router.get("/users/1", with: .json(["id": 1, "name": "Ada"]))
/// router.passthrough = Passthrough(to: liveURL)
/// ```
///
/// It's a gateway as in RFC 9110 §3.7. The part of the path after the router's base URL and the query are appended to
/// the live URL as sent, except that characters that aren't allowed in URLs, such as `{`, `|` and the `%` of `%zz`, are
/// percent-encoded. The method, the headers and the body are forwarded, and the status, the headers and the body are
/// returned. Headers that apply to a single connection are omitted in both directions (RFC 9110 §7.6.1): `Connection`
/// and the headers that it names, `Keep-Alive`, `Proxy-…`, `TE`, `Trailer`, `Transfer-Encoding`, `Upgrade`. `Host` and
/// `Content-Length` are replaced, and `Expect` isn't forwarded.
///
/// - A redirect is returned for the client to follow. A `Location` below the live URL becomes the mock's path for the
///   same resource. Any other `Location` is unchanged.
/// - Cookies aren't stored, and nothing is cached. A 401 challenge is returned like any other response.
/// - A body is returned in the pieces in which it arrives. A server requests the pieces as its client reads them.
///   Pieces that arrive faster are kept in memory, up to 4 MB, and then in a temporary file, because Foundation's
///   sessions can't be made to wait.
/// - Requests ask for an uncompressed body (`Accept-Encoding: identity`). If the live server compresses it anyway,
///   Foundation decompresses it. The response then has neither `Content-Encoding` nor its original length.
/// - Foundation joins headers with the same name. `Set-Cookie` headers are separated again. On Linux, Foundation would
///   declare a request body without `Content-Type` as a form, so `application/octet-stream` is sent instead.
/// - Foundation sends no body with `GET` or `HEAD`. On Linux, all of its clients crash on the trailers of a chunked
///   body.
///
/// If a server receives a request for a host name, rather than an address or `localhost`, it refuses the request with
/// status 403 unless the name is allowed: a page from another site may have made its name resolve to this machine (DNS
/// rebinding).
///
/// If the live URL has credentials, either a user and a password or a secret in its query, anyone who can reach the
/// mock can use them. Therefore, pages from other sites are refused with status 403, unless the router's `cors` allows
/// their origin, and the live server's own `Access-Control-…` headers are omitted. A request with its own
/// `Authorization` doesn't use the user and the password, and isn't restricted.
///
/// Failures are reported unchanged. ``/TeapotMock/MockTeapot`` and intercepted sessions report the error of the
/// connection, such as `URLError.cannotConnectToHost`. A server responds with status 502, or 504 for a timeout, and a
/// JSON object whose members `error` and `url` describe the reason and the URL. A body that breaks off also breaks off
/// for the client.
public struct Passthrough: Sendable {
    /// The base URL of forwarded requests.
    ///
    /// The URL's path and query are kept.
    public let baseURL: URL
    /// The time to wait for anything to arrive from the live server, in seconds.
    public let timeout: Double
    /// The recorder that stores the responses, or `nil`, the default, for none.
    ///
    /// It doesn't affect the client.
    public let recorder: (any ExchangeRecorder)?
    /// The hosts that requests over a connection may name, in addition to this machine.
    let allowedHosts: AllowedHosts
    /// The value of `Authorization` for the credentials in the URL passed to the initializer.
    let authorization: String?
    /// The name of this gateway in `Via` (RFC 9110 §7.6.3), which identifies requests that have come back.
    let pseudonym: String
    /// The reason why the latest request has no whole response, if it has none.
    package let failure = Locked(Self.noWholeResponse)
    private static let noWholeResponse = "no whole response arrived"
    /// The client that forwards requests, with its own session, which is never intercepted.
    let client: Teapot

    /// The maximum number of simultaneous requests to one server.
    ///
    /// Further requests wait.
    private static let connectionLimit = 100

    /// Creates a gateway to a live server.
    ///
    /// - Parameters:
    ///   - baseURL: The base URL of forwarded requests, such as `https://api.example.com/v1`. If its scheme isn't
    ///     `http` or `https`, each request fails with an error that explains this. A user and a password in it are sent
    ///     as `Authorization` with each request that lacks this header, and aren't part of ``baseURL``.
    ///   - timeout: The time to wait for anything to arrive from the live server, in seconds. With `.infinity`, there's
    ///     no timeout.
    ///   - recorder: A recorder that stores the responses, or `nil` for none.
    ///   - allowedHosts: The host names allowed in requests that a server passes through, such as `tea.local`. Without
    ///     them, only addresses and `localhost` are allowed.
    public init(
        to baseURL: URL,
        timeout: Double = 60,
        recorder: (any ExchangeRecorder)? = nil,
        allowedHosts: [String] = []
    ) {
        let (baseURL, authorization) = baseURL.separatingCredentials
        self.baseURL = baseURL
        self.authorization = authorization
        self.allowedHosts = AllowedHosts(allowedHosts)
        self.timeout = timeout
        self.recorder = recorder
        pseudonym = "teapot-" + UUID().uuidString.lowercased()
        let configuration = URLSessionConfiguration.teapot
        configuration.httpMaximumConnectionsPerHost = Self.connectionLimit
        client = Teapot(baseURL: baseURL, defaultDeliveryQueue: nil, configuration: configuration)
    }

    /// Sends one request to the live server, and waits for the head of its response.
    ///
    /// You can use it as the handler of a route, for example.
    ///
    /// ```swift
    /// router.get("/live/**", handler: Passthrough(to: liveURL).respond)
    /// ```
    ///
    /// - Parameter request: The request. If a route matched it, the part of its path after the router's base URL is
    ///   appended to the live URL; otherwise, its whole path is.
    /// - Returns: The response. Its body may be a stream, which can be read once. If the live server doesn't respond,
    ///   the response has status 502 or 504, and a ``/TeapotMock/Response/fault`` that clients in this process receive
    ///   instead. A request that has come back to this gateway gets status 508.
    /// - Throws: `CancellationError` if the task is cancelled, which also ends the request to the live server.
    public func respond(to request: Request) async throws -> Response {
        let depth = request.depthOfBaseURL
        return try await respond(to: request, below: depth)
    }

    /// Sends one request to the live server.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - depth: The number of leading path segments that aren't appended to the live URL.
    ///   - allowsPage: Whether pages from other sites may use the live URL's credentials.
    /// - Returns: The response.
    /// - Throws: `CancellationError` if the task is cancelled.
    package func respond(to request: Request, below depth: Int, allowsPage: Bool = false) async throws -> Response {
        if let refusal = refusal(of: request, allowsPage) { return refusal }
        let lendsCredentials = lendsCredentials(to: request)
        let outgoing: Teapot.Request
        do throws(TeapotError) {
            outgoing = try liveRequest(for: request, below: depth)
        } catch {
            recorder?.begin(request, origin: nil).breakOff(error)
            failure.withLock { $0 = baseURL.reason(for: error) }
            return .unreachable(baseURL, for: request, error)
        }
        let take = recorder?.begin(request, origin: Request.split(outgoing.url).origin)
        let exchange = LiveExchange(timeout: timeout, isRecorded: take != nil)
        // Releasing the reader, and with it the response, ends the exchange.
        let reader = LiveExchange.Reader(exchange)
        exchange.start(outgoing, on: client)
        do {
            let head = try await reader.head()
            failure.withLock { $0 = Self.noWholeResponse }
            var response = Response(live: head, to: request.method)
            take?.receive(response)
            if lendsCredentials { response.headers = response.headers.withoutCORS }
            rebaseLocation(of: &response, for: request, below: depth)
            if response.status.mayHaveContent, request.method != "HEAD" {
                return response.streaming(from: reader, keptBy: take)
            }
            // Await the end, so the connection can be reused for other requests.
            while try await reader.next() != nil {}
            take?.end()
            await take?.store()
            return response
        } catch let error as CancellationError {
            throw error
        } catch {
            take?.breakOff(error)
            failure.withLock { $0 = outgoing.url.reason(for: error) }
            return .unreachable(outgoing.url, for: request, error)
        }
    }

    /// Returns the outcome of a request for the journal.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - allowsPage: Whether pages from other sites may use the live URL's credentials.
    /// - Returns: The outcome: passed through, or ``refusal`` if the request doesn't reach the live server.
    package func outcome(of request: Request, allowsPage: Bool) -> Journal.Outcome {
        refusal(of: request, allowsPage) == nil ? .passedThrough(to: baseURL) : .switched(Self.refusal)
    }

    /// The reason in the journal if this gateway refuses a request.
    package static let refusal = "not passed through"

    private func refusal(of request: Request, _ allowsPage: Bool) -> Response? {
        if request.hasPassed(pseudonym) { return .looping(request, to: baseURL) }
        // Only requests to a server have no origin of their own.
        let host = request.origin == nil ? request.headers["Host"] : nil
        if let host, !AllowedHosts.isOwn(host), !allowedHosts.contains(host) { return .refusing(host, baseURL) }
        guard lendsCredentials(to: request), request.isFromPageOfAnotherSite else { return nil }
        return allowsPage ? nil : .refusing(page: request.headers["Origin"], baseURL)
    }
}
