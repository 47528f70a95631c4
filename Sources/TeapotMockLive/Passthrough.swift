public import Foundation
import Teapot
public import TeapotMock

/// A gateway that passes requests through to a live server, and returns its responses.
///
/// ```swift
/// let router = Router("https://api.test")
/// router.get("/users/1", with: .json(["id": 1, "name": "Ada"]))
/// router.passthrough = Passthrough(to: liveURL)
/// ```
///
/// It is a gateway as in RFC 9110 §3.7. The part of the path after the router's base URL and the query are appended to
/// the live URL as they were sent, except that characters which no URL can have, such as `{`, `|` and the `%` of `%zz`,
/// are percent-encoded. The method, the header fields and the body are forwarded, and the status, the header
/// fields and the body are returned. Header fields that apply to a single connection are left out in both directions
/// (RFC 9110 §7.6.1): `Connection` and the fields that it names, `Keep-Alive`, `Proxy-…`, `TE`, `Trailer`,
/// `Transfer-Encoding`, `Upgrade`. `Host` and `Content-Length` are set anew, and `Expect` is not forwarded.
///
/// - A redirect is returned for the client to follow. A `Location` below the live URL becomes the path of the same
///   resource of the mock; any other is unchanged.
/// - Cookies are not stored, and nothing is cached. A challenge of status 401 is returned like any other response.
/// - A body is returned in the pieces in which it arrives. A server requests the pieces as its client reads them.
///   Pieces that arrive faster are held in memory, up to 4 MB, and then in a temporary file, because Foundation's
///   sessions can't be made to wait.
/// - The live server is asked for an uncompressed body (`Accept-Encoding: identity`). If it compresses the body
///   nevertheless, Foundation decompresses it. The response then has neither `Content-Encoding` nor its original
///   length.
/// - Foundation joins header fields with the same name. The fields of `Set-Cookie` are separated again. On Linux,
///   Foundation would declare a request body without `Content-Type` as a form, so `application/octet-stream` is sent
///   instead.
/// - Foundation sends no body with `GET` or `HEAD`. On Linux all of its clients crash on the trailers of a chunked
///   body.
///
/// A request that a server received for a host by name, and not by address or as `localhost`, is refused with status
/// 403 unless the name is allowed: a page of another site may have made its name lead to this machine (DNS rebinding).
///
/// A live URL with credentials, which are a user and a password or a secret in its query, lends them to whoever reaches
/// the mock. Pages of other sites are therefore refused with status 403, unless the router's
/// ``/TeapotMock/Router/cors`` allows their origin, and the live server's own `Access-Control-…` fields are left out. A
/// request with an `Authorization` of its own does not use the user and the password, and is not restricted.
///
/// Failures are reported as they are. ``/TeapotMock/MockTeapot`` and intercepted sessions report the error of the
/// connection, such as `URLError.cannotConnectToHost`. A server responds with status 502, or 504 for a timeout, and a
/// JSON object whose members `error` and `url` describe the reason and the URL. A body that breaks off also breaks off
/// for the client.
public struct Passthrough: Sendable {
    /// The URL below which requests are sent.
    ///
    /// Its own path and query are kept.
    public let baseURL: URL
    /// The time to wait for anything to arrive from the live server, in seconds.
    public let timeoutInterval: Double
    /// The recorder that stores the responses, or `nil` for none, which is the default.
    ///
    /// It does not affect the client.
    public let recorder: (any ExchangeRecorder)?
    /// The hosts that requests over a connection may be for, besides this machine.
    let allowedHosts: AllowedHosts
    /// The value of `Authorization` for the credentials in the URL that the initializer was given.
    let authorization: String?
    /// The name of this gateway in `Via` (RFC 9110 §7.6.3), by which it recognizes requests that have come back to it.
    let pseudonym: String
    /// The client that forwards requests, with a session of its own that is never intercepted.
    let client: Teapot

    /// The greatest number of simultaneous requests to one server.
    ///
    /// Further requests wait.
    private static let connectionLimit = 100

    /// Creates a gateway to a live server.
    ///
    /// - Parameters:
    ///   - baseURL: The URL below which requests are sent, such as `https://api.example.com/v1`. If its scheme is not
    ///     `http` or `https`, each request fails with an error that explains this. A user and a password in it are sent
    ///     as `Authorization` with each request that has no such field, and are not part of ``baseURL``.
    ///   - timeoutInterval: The time to wait for anything to arrive from the live server, in seconds. With `.infinity`
    ///     there is no timeout.
    ///   - recorder: A recorder that stores the responses, or `nil` for none.
    ///   - allowedHosts: The names that a server may have in the requests that it passes through, such as `tea.local`.
    ///     Without them, only addresses and `localhost` are allowed.
    public init(
        to baseURL: URL,
        timeoutInterval: Double = 60,
        recorder: (any ExchangeRecorder)? = nil,
        allowedHosts: [String] = []
    ) {
        let (baseURL, authorization) = baseURL.separatingCredentials
        self.baseURL = baseURL
        self.authorization = authorization
        self.allowedHosts = AllowedHosts(allowedHosts)
        self.timeoutInterval = timeoutInterval
        self.recorder = recorder
        pseudonym = "teapot-" + UUID().uuidString.lowercased()
        let configuration = URLSessionConfiguration.teapot
        configuration.httpMaximumConnectionsPerHost = Self.connectionLimit
        client = Teapot(baseURL: baseURL, defaultDeliveryQueue: nil, configuration: configuration)
    }

    /// Sends one request to the live server, and waits for the head of its response.
    ///
    /// It can be used as the handler of a route.
    ///
    /// ```swift
    /// router.get("/live/**", handler: Passthrough(to: liveURL).respond)
    /// ```
    ///
    /// - Parameter request: The request. If it was matched by a route, the part of its path after the router's base URL
    ///   is appended to the live URL; otherwise, its whole path is.
    /// - Returns: The response. Its body may be a stream, which can be read once. If the live server gave no response,
    ///   it has status 502 or 504, and a ``/TeapotMock/Response/fault`` that clients in this process get instead. A
    ///   request that has come back to this gateway gets status 508.
    /// - Throws: `CancellationError` if the task is cancelled, which also ends the request to the live server.
    public func respond(to request: Request) async throws -> Response {
        let depth = request.depthOfBaseURL
        return try await respond(to: request, below: depth)
    }

    /// Sends one request to the live server.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - depth: The number of leading path segments that are not appended to the live URL.
    ///   - cors: The policy that allows pages of other sites to use the live URL's credentials.
    /// - Returns: The response.
    /// - Throws: `CancellationError` if the task is cancelled.
    package func respond(to request: Request, below depth: Int, cors: CORSPolicy? = nil) async throws -> Response {
        if let refusal = refusal(of: request, cors) { return refusal }
        let lendsCredentials = lendsCredentials(to: request)
        let outgoing: Teapot.Request
        do throws(TeapotError) {
            outgoing = try liveRequest(for: request, below: depth)
        } catch {
            recorder?.begin(request, origin: nil).breakOff(error)
            return .unreachable(baseURL, for: request, error)
        }
        let take = recorder?.begin(request, origin: Request.split(outgoing.url).origin)
        let exchange = LiveExchange(timeoutInterval: timeoutInterval, isRecorded: take != nil)
        // Releasing the reader, and with it the response, ends the exchange.
        let reader = LiveExchange.Reader(exchange)
        exchange.start(outgoing, on: client)
        do {
            let head = try await reader.head()
            var response = Response(live: head, to: request.method)
            take?.receive(response)
            if lendsCredentials { response.headerFields = response.headerFields.withoutCORS }
            rebaseLocation(of: &response, for: request, below: depth)
            if response.status.mayHaveContent, request.method != "HEAD" {
                return response.streaming(from: reader, keptBy: take)
            }
            // The end is awaited, so that the connection can be used for other requests.
            while try await reader.next() != nil {}
            take?.end()
            await take?.store()
            return response
        } catch let error as CancellationError {
            throw error
        } catch {
            take?.breakOff(error)
            return .unreachable(outgoing.url, for: request, error)
        }
    }

    /// Returns the outcome of a request for the journal.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - cors: The policy that allows pages of other sites to use the live URL's credentials.
    /// - Returns: The outcome: passed through, or ``refusal`` if the request does not get to the live server.
    package func outcome(of request: Request, cors: CORSPolicy?) -> Journal.Outcome {
        refusal(of: request, cors) == nil ? .passedThrough(to: baseURL) : .switched(Self.refusal)
    }

    /// The reason in the journal for a response of this gateway, which explains what it refuses.
    package static let refusal = "not passed through"

    private func refusal(of request: Request, _ cors: CORSPolicy?) -> Response? {
        if request.hasPassed(pseudonym) { return .looping(request, to: baseURL) }
        // Only a request over a connection has no origin of its own.
        let host = request.origin == nil ? request.headerFields["Host"] : nil
        if let host, !AllowedHosts.isOwn(host), !allowedHosts.contains(host) { return .refusing(host, baseURL) }
        guard lendsCredentials(to: request), request.isFromPageOfAnotherSite else { return nil }
        let page = request.headerFields["Origin"]
        return cors?.allows(page ?? "null") == true ? nil : .refusing(page: page, baseURL)
    }
}
