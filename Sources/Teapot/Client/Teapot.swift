/// A thin `URLSession` client for building API clients.
///
/// ```swift
/// let teapot = Teapot(baseURL: baseURL)
/// teapot.get("users/1") { result in
///     if case .success(let json, _) = result { print(json?.dictionary?["name"] ?? "nobody") }
/// }
/// ```
public final class Teapot: TeapotClient {
    /// The URL that requests' paths are below.
    public let baseURL: URL
    /// What is the same for every request.
    public let options: Options
    /// Where the client logs to; off unless ``Options/logLevel`` says otherwise.
    public let logger: Logger
    /// The queue that completions are called on; the main queue unless another was given.
    public let defaultDeliveryQueue: DispatchQueue?
    private let transport: SessionTransport

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - baseURL: The URL that requests' paths are below; its own path and query are kept.
    ///   - defaultDeliveryQueue: The queue that completions are called on; `nil` calls them on a background thread,
    ///     those of several requests at the same time.
    ///   - configuration: What the client's session is made from. By default it keeps no cookies, cache or credentials.
    ///     Its `httpAdditionalHeaders` are sent with each request, checked as any other.
    ///   - options: What is the same for every request.
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
        self.baseURL = baseURL
        self.options = options
        logger = Logger(level: options.logLevel)
        defaultDeliveryQueue = queue
        transport = SessionTransport(configuration, Trust(hook: options.challengeHook, session: session))
    }

    /// Creates a client that does as a session of yours is configured.
    ///
    /// A session's delegate is fixed when it is made, and ours is what follows redirects and keeps deadlines; so the
    /// client makes a session of its own from the configuration of yours.
    ///
    /// The delegate of yours is asked whether a server is trusted and for the client's certificate, unless
    /// ``Options/challengeHook`` is; nothing else is passed on to it. On Linux, where Foundation asks nobody, each request
    /// for an https URL then fails as `dataTaskError`, and nothing is sent.
    ///
    /// - Parameters:
    ///   - baseURL: The URL that requests' paths are below.
    ///   - session: The session whose configuration is used.
    ///   - defaultDeliveryQueue: The queue that completions are called on.
    ///   - options: What is the same for every request.
    public convenience init(
        baseURL: URL, session: URLSession, defaultDeliveryQueue: DispatchQueue? = .main, options: Options = Options()
    ) {
        self.init(baseURL, defaultDeliveryQueue, session.configuration, options, session: session)
    }

    deinit { transport.invalidate() }

    /// The queue of the session's delegate.
    public var eventQueue: DispatchQueue? { transport.events }

    /// Carries one request out on the client's session.
    public func carryOut(_ request: Request, report: @escaping @Sendable (ExchangeEvent) -> Void)
        -> @Sendable () -> Void
    {
        if let error = transport.refusal(of: request.url) {
            report(.finished(error))
            return {}
        }
        return transport.carryOut(request, report: report)
    }

    /// A `URLSessionTask` that passes suspend, resume and cancel on to the call.
    ///
    /// Its state, requests, response, error and counts of bytes are the call's; of several requests those of the last.
    /// What else a task has is not set.
    public func handle(on call: Call) -> URLSessionTask { SessionTask(call) }
}

extension URLSessionConfiguration {
    /// What a client's session is made from by default: no cookies, no cache, no stored credentials.
    public static var teapot: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        return configuration
    }
}
