public import Foundation

/// A thin `URLSession` client for building API clients.
///
/// ```swift
/// let teapot = Teapot(baseURL: baseURL)
/// teapot.get("users/1") { result in
///     if case .success(let json, _) = result { print(json?.dictionary?["name"] ?? "nobody") }
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
    private let transport: SessionTransport

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - baseURL: The URL that the paths of requests are relative to. Its own path and query are kept.
    ///   - defaultDeliveryQueue: The queue that completion handlers are called on. With `nil` they are called on a
    ///     background thread, those of several requests at the same time.
    ///   - configuration: The configuration of the client's session. By default it keeps no cookies, cache or
    ///     credentials. Its `httpAdditionalHeaders` are sent with each request, validated like any other header fields.
    ///     Its `timeoutIntervalForRequest` and `timeoutIntervalForResource` are ``Options/timeoutInterval`` and
    ///     ``Options/totalTimeoutInterval``, unless `options` sets these.
    ///   - options: The options that apply to every request.
    public convenience init(
        baseURL: URL, defaultDeliveryQueue: DispatchQueue? = .main, configuration: URLSessionConfiguration = .teapot,
        options: Options = Options()
    ) { self.init(baseURL, defaultDeliveryQueue, configuration, options, session: nil) }

    private init(
        _ baseURL: URL, _ queue: DispatchQueue?, _ configuration: URLSessionConfiguration, _ options: Options,
        session: URLSession?
    ) {
        var options = options
        let additional = (configuration.httpAdditionalHeaders ?? [:]).map { ("\($0.key)", "\($0.value)") }
        options.headerFields = options.headerFields.completed(from: Dictionary(additional) { first, _ in first })
        let (idle, total) = (configuration.timeoutIntervalForRequest, configuration.timeoutIntervalForResource)
        if options.timeoutInterval == 60, idle > 0 { options.timeoutInterval = idle }
        // Foundation's default is seven days, which are not taken as set.
        if options.totalTimeoutInterval == .infinity, total > 0, total != 7 * 86_400 {
            options.totalTimeoutInterval = total
        }
        (self.baseURL, self.options) = (baseURL, options)
        logger = Logger(level: options.logLevel)
        defaultDeliveryQueue = queue
        transport = SessionTransport(configuration, Trust(hook: options.challengeHook, session: session))
    }

    /// Creates a client with the configuration of an existing session.
    ///
    /// The client makes a session of its own from the configuration, because a session's delegate is fixed when it is
    /// created, and the client needs its own delegate to follow redirects and to keep deadlines.
    ///
    /// Its timeouts apply unless `options` sets others, as those of a configuration do.
    ///
    /// The existing session's delegate is asked whether a server is trusted, and for the client's certificate, unless
    /// ``Options/challengeHook`` is set. Nothing else is passed on to it. On Linux, where Foundation has no such
    /// challenges, each request for an https URL then fails with `dataTaskError`, and nothing is sent.
    ///
    /// - Parameters:
    ///   - baseURL: The URL that the paths of requests are relative to.
    ///   - session: The session whose configuration is used.
    ///   - defaultDeliveryQueue: The queue that completion handlers are called on.
    ///   - options: The options that apply to every request.
    public convenience init(
        baseURL: URL, session: URLSession, defaultDeliveryQueue: DispatchQueue? = .main, options: Options = Options()
    ) { self.init(baseURL, defaultDeliveryQueue, session.configuration, options, session: session) }

    deinit { transport.invalidate() }

    /// The queue of the session's delegate.
    public var eventQueue: DispatchQueue? { transport.events }

    /// Returns the time of a new call, which is that of the system unless a router answers the client's session.
    public func timeline(of request: Request) -> Timeline { transport.timeline?(request) ?? .real }

    /// Returns the cookies of the session's `httpCookieStorage`, or `nil` if its configuration has none or sends none.
    public func cookies(for url: URL) -> String? { transport.cookies(for: url) }

    /// Sends one request on the client's session.
    public func carryOut(_ request: Request, report: @escaping @Sendable (ExchangeEvent) -> Void)
        -> @Sendable () -> Void
    {
        if let error = transport.refusal(of: request.url) {
            report(.finished(error))
            return {}
        }
        return transport.carryOut(request, report: report)
    }

    /// Returns a `URLSessionTask` that passes suspend, resume and cancel on to the call.
    ///
    /// Its state, requests, response, error and counts of bytes are those of the call. If the call consists of several
    /// requests, they are those of the last one. The other properties of the task are not set.
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
