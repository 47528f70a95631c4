public import Foundation

/// A thin `URLSession` client for building API clients.
///
/// ```swift
/// let teapot = Teapot(baseURL: baseURL)
/// teapot.get("users/1") { result in
///     if case .success(let json, _) = result { print(json?["name"] ?? "nobody") }
/// }
/// ```
public final class Teapot: TeapotClient {
    /// The URL that the paths of requests are relative to.
    public let baseURL: URL
    /// The options that apply to every request.
    public let options: Options
    /// The logger, which is off unless ``Options/logLevel`` specifies another level.
    public let logger: Logger
    /// The queue that completion handlers are called on, by default the main queue.
    public let defaultDeliveryQueue: DispatchQueue?
    /// The transport that sends the requests, by default the client's own `URLSession`.
    public let transport: Transport

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - baseURL: The URL that the paths of requests are relative to. The URL's path and query are kept.
    ///   - defaultDeliveryQueue: The queue that completion handlers are called on. With `nil`, they are called on
    ///     background threads, possibly several at the same time.
    ///   - configuration: The configuration of the client's session. By default, it keeps no cookies, cache or
    ///     credentials. Its `httpAdditionalHeaders` are sent with each request, validated like any other headers. Its
    ///     `timeoutIntervalForRequest` and `timeoutIntervalForResource` become ``Options/timeout`` and
    ///     ``Options/totalTimeout``, unless `options` sets these.
    ///   - options: The options that apply to every request.
    public convenience init(
        baseURL: URL, defaultDeliveryQueue: DispatchQueue? = .main, configuration: URLSessionConfiguration = .teapot,
        options: Options = Options()
    ) { self.init(baseURL, defaultDeliveryQueue, configuration, options, session: nil) }

    private convenience init(
        _ baseURL: URL, _ queue: DispatchQueue?, _ configuration: URLSessionConfiguration, _ options: Options,
        session: URLSession?
    ) {
        var options = options
        let additional = (configuration.httpAdditionalHeaders ?? [:]).map { ("\($0.key)", "\($0.value)") }
        options.headers = options.headers.completed(from: Dictionary(additional) { first, _ in first })
        let (idle, total) = (configuration.timeoutIntervalForRequest, configuration.timeoutIntervalForResource)
        if options.timeout == 60, idle > 0 { options.timeout = idle }
        // Foundation's default of seven days counts as not set.
        if options.totalTimeout == .infinity, total > 0, total != 7 * 86_400 { options.totalTimeout = total }
        let session = SessionTransport(configuration, SessionTrust(own: options.trust, session: session))
        self.init(baseURL: baseURL, transport: session.shared, defaultDeliveryQueue: queue, options: options)
    }

    /// Creates a client with the configuration of an existing session.
    ///
    /// The client creates its own session from the configuration: a session's delegate is fixed at creation, and the
    /// client needs its own delegate to follow redirects and to enforce timeouts.
    ///
    /// The configuration's timeouts apply unless `options` sets others.
    ///
    /// Unless ``Options/trust`` is set, the client asks the existing session's delegate whether to trust a server and
    /// which client certificate to present. It doesn't pass on anything else to the delegate. On Linux, Foundation
    /// doesn't report certificate challenges, so each request for an https URL fails with `dataTaskError`, and nothing
    /// is sent.
    ///
    /// - Parameters:
    ///   - baseURL: The URL that the paths of requests are relative to.
    ///   - session: The session whose configuration is used.
    ///   - defaultDeliveryQueue: The queue that completion handlers are called on.
    ///   - options: The options that apply to every request.
    public convenience init(
        baseURL: URL, session: URLSession, defaultDeliveryQueue: DispatchQueue? = .main, options: Options = Options()
    ) { self.init(baseURL, defaultDeliveryQueue, session.configuration, options, session: session) }

    /// Creates a client that sends its requests with a transport, such as one that logs another client's requests.
    ///
    /// - Parameters:
    ///   - baseURL: The URL that the paths of requests are relative to.
    ///   - transport: The transport that sends the requests. It also decides which servers to trust; set
    ///     ``Options/trust`` on the client that the transport comes from.
    ///   - defaultDeliveryQueue: The queue that completion handlers are called on.
    ///   - options: The options that apply to every request.
    public init(
        baseURL: URL, transport: Transport, defaultDeliveryQueue: DispatchQueue? = .main, options: Options = Options()
    ) {
        (self.baseURL, self.options, self.transport) = (baseURL, options, transport)
        logger = Logger(level: options.logLevel)
        self.defaultDeliveryQueue = defaultDeliveryQueue
    }

    /// Returns a `URLSessionTask` that passes suspend, resume and cancel on to the call.
    ///
    /// It reports the call's state, requests, response, error and byte counts. If the call sends several requests,
    /// these are the last request's. The task's other properties aren't set.
    public func handle(on call: Call) -> URLSessionTask { SessionTask.make(call) }
}

extension URLSessionConfiguration {
    /// The default configuration of a client's session, without cookies, a cache or stored credentials.
    public static var teapot: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        return configuration
    }
}
