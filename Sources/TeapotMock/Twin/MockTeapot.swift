public import Foundation
public import Teapot

/// A mock client for tests, previews and prototypes.
///
/// It answers from fixtures and never uses the network.
///
/// ```swift
/// let teapot = MockTeapot(bundle: Bundle(for: MockTests.self), mockFilename: "get")
/// teapot.get("/get") { result in
///     // `.success` with the contents of `get.json`
/// }
/// ```
///
/// It can also answer from a ``Router``, which it can share with other carriers:
/// ``init(router:baseURL:defaultDeliveryQueue:options:)``.
///
/// Apart from sending the request, a mock runs the same code as the real client: building and checking the request,
/// adapters, redirects, retries, reading, decoding, logging, and delivery.
///
/// A result is delivered before the verb returns, on the caller's thread, unless there is a delivery queue, a delay in
/// real time, an adapter that has to wait, a retrier, or a response store. ``Router/time`` decides whether waits take
/// time.
public final class MockTeapot: TeapotClient {
    /// The base URL of a mock that was created without one.
    public static let defaultBaseURL = URL(string: "https://mock.test") ?? URL(fileURLWithPath: "/")

    /// The URL to which the paths of requests are appended.
    public let baseURL: URL
    /// The options for every request.
    public let options: Teapot.Options
    /// The logger of the mock.
    ///
    /// It is off unless the options enable it.
    public let logger: Teapot.Logger
    /// The queue on which completion handlers are called.
    ///
    /// If it is `nil`, they are called before the verb returns.
    public let defaultDeliveryQueue: DispatchQueue?
    /// The router that answers the requests and records them.
    ///
    /// Routes that are registered here take precedence over the fixture of the mock. A test with the trait `.router` of
    /// `TeapotMockTesting` verifies the routers of the mocks that it makes from fixtures.
    public let router: Router
    /// The route for the fixture of the mock, which answers at every endpoint that is not overridden.
    let fixtureRoute: RouteToken?

    /// Creates a mock that answers with a file in a bundle.
    ///
    /// The mock searches for the file in the resources of the bundle and in the folders directly among them, then in
    /// the same way in the resource bundles that the package manager puts next to it or in it. The first file that is
    /// found is used.
    ///
    /// - Parameters:
    ///   - bundle: The bundle. On Linux the bundle of any class is the directory of the program.
    ///   - mockFilename: The name of the file. `get` stands for `get.json`. A name with an extension, such as
    ///     `logo.png`, is used as it is. The name may be empty for a status that is a failure or allows no body.
    ///   - statusCode: The status of the response, except for overridden endpoints.
    ///   - baseURL: The URL to which the paths of requests are appended. No connection to it is made.
    ///   - defaultDeliveryQueue: The queue on which completion handlers are called. If it is `nil`, they are called
    ///     before the verb returns.
    ///   - options: The options for every request.
    public convenience init(
        bundle: Bundle, mockFilename: String, statusCode: Teapot.StatusCode = .ok,
        baseURL: URL = MockTeapot.defaultBaseURL, defaultDeliveryQueue: DispatchQueue? = nil,
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
    ///   - directory: The directory. The name of a file may contain folders below it, as in `users/one`. A symbolic
    ///     link is followed only to a place below the directory.
    ///   - mockFilename: The name of the file. `get` stands for `get.json`. A name with an extension, such as
    ///     `logo.png`, is used as it is. The name may be empty for a status that is a failure or allows no body.
    ///   - statusCode: The status of the response, except for overridden endpoints.
    ///   - baseURL: The URL to which the paths of requests are appended. No connection to it is made.
    ///   - defaultDeliveryQueue: The queue on which completion handlers are called. If it is `nil`, they are called
    ///     before the verb returns.
    ///   - options: The options for every request.
    public convenience init(
        directory: URL, mockFilename: String, statusCode: Teapot.StatusCode = .ok,
        baseURL: URL = MockTeapot.defaultBaseURL, defaultDeliveryQueue: DispatchQueue? = nil,
        options: Teapot.Options = Teapot.Options()
    ) {
        self.init(
            fixture: .file(named: mockFilename), directory: directory, statusCode: statusCode, baseURL: baseURL,
            defaultDeliveryQueue: defaultDeliveryQueue, options: options)
    }

    /// Creates a mock that answers with a given fixture.
    ///
    /// - Parameters:
    ///   - fixture: The fixture, such as `.json(["id": 1])`.
    ///   - directory: The directory of the files that the fixture or overridden endpoints name, or `nil` for none.
    ///   - statusCode: The status of the response, except for overridden endpoints.
    ///   - baseURL: The URL to which the paths of requests are appended. No connection to it is made.
    ///   - defaultDeliveryQueue: The queue on which completion handlers are called. If it is `nil`, they are called
    ///     before the verb returns.
    ///   - options: The options for every request.
    public convenience init(
        fixture: Fixture, directory: URL? = nil, statusCode: Teapot.StatusCode = .ok,
        baseURL: URL = MockTeapot.defaultBaseURL, defaultDeliveryQueue: DispatchQueue? = nil,
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
    ///   - router: The router, which other carriers can use, too.
    ///   - baseURL: The URL to which the paths of requests are appended, or `nil` for the base URL of the router, with
    ///     its missing parts taken from `https://mock.test`.
    ///   - defaultDeliveryQueue: The queue on which completion handlers are called. If it is `nil`, they are called
    ///     where the result is produced, which is before the verb returns unless a handler is `async`.
    ///   - options: The options for every request.
    public init(
        router: Router, baseURL: URL? = nil, defaultDeliveryQueue: DispatchQueue? = nil,
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
        _ fixture: Fixture, in place: FixturePlace, statusCode: Teapot.StatusCode, baseURL: URL,
        defaultDeliveryQueue: DispatchQueue?, options: Teapot.Options
    ) {
        var main = fixture.response
        main.status = statusCode
        // A mock with `mockFilename: ""` and a failure status responds with that status and no body.
        if main.file == "", !statusCode.isSuccess || !statusCode.mayHaveContent { main.body = Data() }
        // All requests are kept for the lifetime of the mock.
        router = Router(RouterBase(""), fixtures: FixtureLibrary(place), journalCapacity: nil, options: options)
        fixtureRoute = router.add(Route(rules: [], handler: .responses([main]), place: SourcePlace())).optional()
        Router.ofTest?.adopt(router)
        self.baseURL = baseURL
        self.options = options
        logger = Teapot.Logger(level: options.logLevel)
        self.defaultDeliveryQueue = defaultDeliveryQueue
    }
}

extension MockTeapot {
    /// Returns the time of a new call, which the router's ``Router/time`` determines.
    public func timeline(of request: Teapot.Request) -> Teapot.Timeline {
        Teapot.Timeline(skipping: router.sharedTime.begin(request))
    }

    /// Answers one request with the router, and reports the events at once or after the delay of the response.
    ///
    /// In skipped time the delay passes at once.
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
        if fixtureRoute == nil { StrayRequests.record(incoming, answeredBy: router) }
        return router.play(incoming, url: request.url, in: router.sharedTime.time(of: request), report: report)
    }
}
