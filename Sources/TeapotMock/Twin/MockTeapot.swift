public import Teapot

/// The client's twin for tests, previews and prototypes: it answers from fixtures and never touches the network.
///
/// ```swift
/// let teapot = MockTeapot(bundle: Bundle(for: MockTests.self), mockFilename: "get")
/// teapot.get("/get") { result in
///     // `.success` with the contents of `get.json`
/// }
/// ```
///
/// It may answer from a ``Router`` too, which it shares with other carriers: ``init(router:baseURL:defaultDeliveryQueue:options:)``.
///
/// Whatever a verb does apart from carrying the request out, it does here as well, in the same code: building and
/// checking the request, adapters, redirects, retries, reading, decoding, logging, delivery.
///
/// A result is delivered before the verb returns, on the caller's thread, unless there is a queue to deliver it on, a
/// delay, an adapter that has to wait, a retrier, or a response store.
public final class MockTeapot: TeapotClient {
    /// The URL of a mock that was given none.
    public static let defaultBaseURL = URL(string: "https://mock.test") ?? URL(fileURLWithPath: "/")

    /// The URL that requests' paths are below.
    public let baseURL: URL
    /// What is the same for every request.
    public let options: Teapot.Options
    /// Where the mock logs to; off unless its options say otherwise.
    public let logger: Teapot.Logger
    /// The queue that completions are called on; `nil` calls them before the verb returns.
    public let defaultDeliveryQueue: DispatchQueue?
    /// What chooses its answers, and knows what it was asked.
    ///
    /// Routes that are registered here are asked before the mock's own fixture.
    public let router: Router
    /// The route of the fixture that every end point answers with that has none of its own.
    let fixtureRoute: RouteToken?

    /// Creates a mock that answers with a file in a bundle.
    ///
    /// The file is looked for among the bundle's resources and in the folders directly among them, then likewise in the
    /// resource bundles that the package manager puts beside or in it. The first one found is taken.
    ///
    /// - Parameters:
    ///   - bundle: The bundle; on Linux that of any class is the program's directory.
    ///   - mockFilename: The file's name: `get` for `get.json`, `logo.png` as it is. It may be empty for a status that is
    ///     a failure or allows no body.
    ///   - statusCode: The status to answer with, except at end points that are overridden.
    ///   - baseURL: The URL that requests' paths are below; it is never connected to.
    ///   - defaultDeliveryQueue: The queue that completions are called on; `nil` calls them before the verb returns.
    ///   - options: What is the same for every request.
    public convenience init(
        bundle: Bundle,
        mockFilename: String,
        statusCode: Teapot.StatusCode = .ok,
        baseURL: URL = MockTeapot.defaultBaseURL,
        defaultDeliveryQueue: DispatchQueue? = nil,
        options: Teapot.Options = Teapot.Options()
    ) {
        self.init(
            .file(named: mockFilename),
            in: FixturePlace(bundle),
            statusCode: statusCode,
            baseURL: baseURL,
            defaultDeliveryQueue: defaultDeliveryQueue,
            options: options
        )
    }

    /// Creates a mock that answers with a file in a directory.
    ///
    /// - Parameters:
    ///   - directory: The directory; a file's name may name folders below it, as `users/one` does.
    ///   - mockFilename: The file's name: `get` for `get.json`, `logo.png` as it is. It may be empty for a status that is
    ///     a failure or allows no body.
    ///   - statusCode: The status to answer with, except at end points that are overridden.
    ///   - baseURL: The URL that requests' paths are below; it is never connected to.
    ///   - defaultDeliveryQueue: The queue that completions are called on; `nil` calls them before the verb returns.
    ///   - options: What is the same for every request.
    public convenience init(
        directory: URL,
        mockFilename: String,
        statusCode: Teapot.StatusCode = .ok,
        baseURL: URL = MockTeapot.defaultBaseURL,
        defaultDeliveryQueue: DispatchQueue? = nil,
        options: Teapot.Options = Teapot.Options()
    ) {
        self.init(
            .file(named: mockFilename),
            in: .directory(directory),
            statusCode: statusCode,
            baseURL: baseURL,
            defaultDeliveryQueue: defaultDeliveryQueue,
            options: options
        )
    }

    /// Creates a mock that answers with a fixture that is given.
    ///
    /// - Parameters:
    ///   - fixture: What to answer with, such as `.json(["id": 1])`.
    ///   - directory: Where files are looked for that the fixture or an overridden end point names; `nil` for nowhere.
    ///   - statusCode: The status to answer with, except at end points that are overridden.
    ///   - baseURL: The URL that requests' paths are below; it is never connected to.
    ///   - defaultDeliveryQueue: The queue that completions are called on; `nil` calls them before the verb returns.
    ///   - options: What is the same for every request.
    public convenience init(
        fixture: Fixture,
        directory: URL? = nil,
        statusCode: Teapot.StatusCode = .ok,
        baseURL: URL = MockTeapot.defaultBaseURL,
        defaultDeliveryQueue: DispatchQueue? = nil,
        options: Teapot.Options = Teapot.Options()
    ) {
        self.init(
            fixture,
            in: directory.map { .directory($0) } ?? .nowhere,
            statusCode: statusCode,
            baseURL: baseURL,
            defaultDeliveryQueue: defaultDeliveryQueue,
            options: options
        )
    }

    /// Creates a mock that answers from a router.
    ///
    /// - Parameters:
    ///   - router: The router; others may ask it too.
    ///   - baseURL: The URL that requests' paths are below; `nil` for the router's own, with
    ///     `https://mock.test` for what that leaves open.
    ///   - defaultDeliveryQueue: The queue that completions are called on; `nil` calls them where the result arises, which
    ///     is before the verb returns unless a handler is `async`.
    ///   - options: What is the same for every request.
    public init(
        router: Router,
        baseURL: URL? = nil,
        defaultDeliveryQueue: DispatchQueue? = nil,
        options: Teapot.Options = Teapot.Options()
    ) {
        self.router = router
        fixtureRoute = nil
        self.baseURL = baseURL ?? router.base.url(completedFrom: Self.defaultBaseURL)
        self.options = options
        logger = Teapot.Logger(level: options.logLevel)
        self.defaultDeliveryQueue = defaultDeliveryQueue
    }

    private init(
        _ fixture: Fixture,
        in place: FixturePlace,
        statusCode: Teapot.StatusCode,
        baseURL: URL,
        defaultDeliveryQueue: DispatchQueue?,
        options: Teapot.Options
    ) {
        var main = fixture.response
        main.status = statusCode
        // The seed's `mockFilename: ""` with a failure status: that status and no body.
        if main.file == "", !statusCode.isSuccess || !statusCode.mayHaveContent { main.body = Data() }
        // Every request counts, for as long as the mock lives.
        router = Router(RouterBase(""), fixtures: place, journalCapacity: nil, options: options)
        fixtureRoute = router.add(Route(rules: [], handler: .responses([main]), place: SourcePlace())).optional()
        self.baseURL = baseURL
        self.options = options
        logger = Teapot.Logger(level: options.logLevel)
        self.defaultDeliveryQueue = defaultDeliveryQueue
    }
}

extension MockTeapot {
    /// Carries one request out: the router's answer is reported, at once or after its delay.
    public func carryOut(
        _ request: Teapot.Request,
        report: @escaping @Sendable (Teapot.ExchangeEvent) -> Void
    ) -> @Sendable () -> Void {
        let incoming: Request
        do {
            incoming = try Request(request)
        } catch {
            report(.began)
            report(.finished(error))
            return {}
        }
        return router.carryOut(incoming, url: request.url, report: report)
    }
}
