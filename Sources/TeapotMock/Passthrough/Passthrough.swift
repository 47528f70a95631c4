public import Teapot

/// Hands requests on to a live server, and its answers back.
///
/// ```swift
/// let router = Router("https://api.test")
/// router.get("/users/1", with: .json(["id": 1, "name": "Ada"]))
/// router.passthrough = Passthrough(to: liveURL)
/// ```
///
/// It is a gateway (RFC 9110 §3.7). The path behind the router's base URL and the query go below the live URL as they were
/// sent; method, header fields and body go along, and status, header fields and body come back. Both ways the fields that
/// are about one connection alone stay behind (RFC 9110 §7.6.1): `Connection` and what it names, `Keep-Alive`, `Proxy-…`,
/// `TE`, `Trailer`, `Transfer-Encoding`, `Upgrade`. `Host` and `Content-Length` are made anew, and `Expect` is not
/// repeated.
///
/// - A redirect is handed on for the client to follow, its `Location` as it is.
/// - No cookie is kept, and nothing cached. A challenge of status 401 is an answer like any other.
/// - A body comes back in the pieces that it comes in. A server pulls them as its client reads; what comes faster waits in
///   memory, since Foundation's sessions can't be told to wait.
/// - The live server is asked for a body that is not compressed (`Accept-Encoding: identity`). One that compresses all the
///   same is decompressed by Foundation: the answer then has neither `Content-Encoding` nor the length that it had.
/// - Foundation joins header fields of one name; those of `Set-Cookie` are taken apart again. On Linux its own library also
///   says what a body is that has no `Content-Type`, unless it is told: `application/octet-stream`.
/// - Foundation sends no body with `GET` or `HEAD`, and on Linux none of its clients survives the trailers of a chunked body.
///
/// What fails is told as what it is. Through ``MockTeapot`` and an intercepted session the client gets the error of the
/// connection, such as `URLError.cannotConnectToHost`. From a server it gets the status 502, or 504 for a time-out, and a
/// JSON object whose members `error` and `url` say why and where. A body that breaks off breaks off.
public struct Passthrough: Sendable {
    /// The URL that requests go below; its own path and query are kept.
    public let baseURL: URL
    /// How long to wait for anything to arrive from the live server, in seconds.
    public let timeoutInterval: Double
    /// What keeps the answers that come back; `nil`, the default, for nothing.
    ///
    /// It makes no difference to the client.
    public let recorder: Recorder?
    /// What stands for this gateway in `Via` (RFC 9110 §7.6.3), so that it knows what has come back to it.
    let pseudonym: String
    /// The forwarding client, with a session of its own that nobody intercepts.
    let client: Teapot

    /// How many requests are under way to one server at once; more wait.
    private static let connectionLimit = 100

    /// Creates what hands requests on.
    ///
    /// - Parameters:
    ///   - baseURL: The URL that requests go below, such as `https://api.example.com/v1`. That it is none of scheme `http`
    ///     or `https` is told when it is asked for.
    ///   - timeoutInterval: How long to wait for anything to arrive from the live server, in seconds; `.infinity` waits
    ///     for ever.
    ///   - recorder: What keeps the answers that come back; `nil` for nothing.
    public init(to baseURL: URL, timeoutInterval: Double = 60, recorder: Recorder? = nil) {
        self.baseURL = baseURL
        self.timeoutInterval = timeoutInterval
        self.recorder = recorder
        pseudonym = "teapot-" + UUID().uuidString.lowercased()
        let configuration = URLSessionConfiguration.teapot
        configuration.httpMaximumConnectionsPerHost = Self.connectionLimit
        client = Teapot(baseURL: baseURL, defaultDeliveryQueue: nil, configuration: configuration)
    }

    /// Hands one request on, and waits for the head of the answer: what a route's handler does.
    ///
    /// ```swift
    /// router.get("/live/**", handler: Passthrough(to: liveURL).respond)
    /// ```
    ///
    /// - Parameter request: The request. One that came by a route goes to the path behind that of the router's base URL,
    ///   any other to its whole path.
    /// - Returns: The answer, whose body may be a stream that can be read once. When there is none it has the status 502 or
    ///   504, and the ``Response/fault`` that clients in this process get instead; a request that came back to where it was
    ///   passed on before has the status 508.
    /// - Throws: `CancellationError` when the task is cancelled, which ends the request to the live server too.
    public func respond(to request: Request) async throws -> Response {
        if case .route(let route) = request.bindings { return try await respond(to: request, below: route.depth) }
        return try await respond(to: request, below: 0)
    }

    /// Hands one request on.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - depth: How many segments of its path stand before what goes below the live URL.
    /// - Returns: The answer.
    /// - Throws: `CancellationError`.
    func respond(to request: Request, below depth: Int) async throws -> Response {
        if request.hasPassed(pseudonym) { return .looping(request, to: baseURL) }
        let outgoing: Teapot.Request
        do throws(TeapotError) {
            outgoing = try liveRequest(for: request, below: depth)
        } catch {
            return .unreachable(baseURL, for: request, error)
        }
        let take = recorder?.begin(request, origin: Request.split(outgoing.url).origin)
        let exchange = LiveExchange(timeoutInterval: timeoutInterval)
        // Whoever lets go of the reader, and with it of the response, ends the exchange.
        let reader = LiveExchange.Reader(exchange)
        exchange.start(outgoing, on: client)
        do {
            let head = try await reader.head()
            let response = Response(live: head, to: request.method)
            take?.receive(response)
            if response.status.mayHaveContent, request.method != "HEAD" {
                return response.streaming(from: reader, keptBy: take)
            }
            // Its end is waited for: the connection then serves others.
            while try await reader.next() != nil {}
            take?.end()
            return response
        } catch let error as CancellationError {
            throw error
        } catch {
            take?.breakOff(error)
            return .unreachable(outgoing.url, for: request, error)
        }
    }
}
