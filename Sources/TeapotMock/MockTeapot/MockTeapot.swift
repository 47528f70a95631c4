public import Foundation
public import Teapot

/// A mock client for tests, previews and prototypes.
///
/// It answers with fixtures instead of using the network.
///
/// ```swift
/// let teapot = MockTeapot(bundle: Bundle(for: MockTests.self), mockFilename: "get")
/// teapot.get("/get") { result in
///     // `.success` with the contents of `get.json`
/// }
/// ```
///
/// It can also answer with a ``Router``, which it can share with other clients, sessions and servers:
/// ``init(router:baseURL:defaultDeliveryQueue:options:)``.
///
/// Apart from sending the request, a mock runs the same code as the real client: building and validating the request,
/// adapters, redirects, retries, reading, decoding, logging and delivery.
///
/// The mock delivers a result before the verb returns, on the caller's thread, unless there is a delivery queue, a real
/// delay, an adapter or a retrier that has to wait, or a response cache. ``Router/time`` decides whether waits take
/// time.
public final class MockTeapot: TeapotClient {
    /// The base URL of a mock that you create without one.
    public static let defaultBaseURL = URL(string: "https://mock.test") ?? URL(fileURLWithPath: "/")

    /// The URL that the paths of requests are relative to.
    public let baseURL: URL
    /// The options for every request.
    public let options: Teapot.Options
    /// The logger of the mock.
    ///
    /// It's off unless the options enable it.
    public let logger: Teapot.Logger
    /// The queue that completion handlers are called on.
    ///
    /// If it is `nil`, they are called before the verb returns.
    public let defaultDeliveryQueue: DispatchQueue?
    /// The router that answers the requests and records them.
    ///
    /// Routes registered here take precedence over the mock's fixture. A test with the trait `.router` from
    /// `TeapotMockTesting` verifies the routers of the mocks that the test creates from fixtures.
    public let router: Router
    /// The route for the mock's fixture, which answers requests to every endpoint that isn't overridden.
    let fixtureRoute: Router.Registration?
    /// The transport, which passes requests to the router.
    public let transport: Teapot.Transport

    /// Creates a mock that answers with a file in a bundle.
    ///
    /// The mock searches the bundle's resources and their immediate subfolders. Then it searches, in the same way, the
    /// resource bundles that the package manager puts next to or inside the bundle. It uses the first file that it
    /// finds.
    ///
    /// - Parameters:
    ///   - bundle: The bundle. On Linux, the bundle of any class is the program's directory.
    ///   - mockFilename: The name of the file. `get` stands for `get.json`. A name with an extension, such as
    ///     `logo.png`, is used as is. The name may be empty if the status is a failure or allows no body.
    ///   - statusCode: The status of the response, except for overridden endpoints.
    ///   - baseURL: The URL that the paths of requests are relative to. The mock never connects to it.
    ///   - defaultDeliveryQueue: The queue that completion handlers are called on. If it is `nil`, they are called
    ///     before the verb returns.
    ///   - options: The options for every request.
    ///   - fileID: The module and file where the mock is created.
    ///   - filePath: The full path of the file where the mock is created.
    ///   - line: The line where the mock is created.
    public convenience init(
        bundle: Bundle, mockFilename: String, statusCode: Teapot.StatusCode = .ok,
        baseURL: URL = MockTeapot.defaultBaseURL, defaultDeliveryQueue: DispatchQueue? = nil,
        options: Teapot.Options = Teapot.Options(),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        self.init(
            .file(mockFilename), in: FixturePlace(bundle), statusCode: statusCode, baseURL: baseURL,
            defaultDeliveryQueue: defaultDeliveryQueue, options: options,
            place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    }

    /// Creates a mock that answers with a file in a directory.
    ///
    /// - Parameters:
    ///   - directory: The directory. A file's name may include subfolders, as in `users/one`. A symbolic link is
    ///     followed only if it points inside the directory.
    ///   - mockFilename: The name of the file. `get` stands for `get.json`. A name with an extension, such as
    ///     `logo.png`, is used as is. The name may be empty if the status is a failure or allows no body.
    ///   - statusCode: The status of the response, except for overridden endpoints.
    ///   - baseURL: The URL that the paths of requests are relative to. The mock never connects to it.
    ///   - defaultDeliveryQueue: The queue that completion handlers are called on. If it is `nil`, they are called
    ///     before the verb returns.
    ///   - options: The options for every request.
    ///   - fileID: The module and file where the mock is created.
    ///   - filePath: The full path of the file where the mock is created.
    ///   - line: The line where the mock is created.
    public convenience init(
        directory: URL, mockFilename: String, statusCode: Teapot.StatusCode = .ok,
        baseURL: URL = MockTeapot.defaultBaseURL, defaultDeliveryQueue: DispatchQueue? = nil,
        options: Teapot.Options = Teapot.Options(),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        self.init(
            fixture: .file(mockFilename), directory: directory, statusCode: statusCode, baseURL: baseURL,
            defaultDeliveryQueue: defaultDeliveryQueue, options: options, fileID: fileID, filePath: filePath, line: line
        )
    }

    /// Creates a mock that answers with a given response.
    ///
    /// - Parameters:
    ///   - fixture: The response, such as `.json(["id": 1])`, `.status(503)` or `.error(.timedOut)`.
    ///   - directory: The directory with the files of the response and of overridden endpoints, or `nil` for none.
    ///   - statusCode: The status, except for overridden endpoints, or `nil` for the response's own.
    ///   - baseURL: The URL that the paths of requests are relative to. The mock never connects to it.
    ///   - defaultDeliveryQueue: The queue that completion handlers are called on. If it is `nil`, they are called
    ///     before the verb returns.
    ///   - options: The options for every request.
    ///   - fileID: The module and file where the mock is created.
    ///   - filePath: The full path of the file where the mock is created.
    ///   - line: The line where the mock is created.
    public convenience init(
        fixture: Response, directory: URL? = nil, statusCode: Teapot.StatusCode? = nil,
        baseURL: URL = MockTeapot.defaultBaseURL, defaultDeliveryQueue: DispatchQueue? = nil,
        options: Teapot.Options = Teapot.Options(),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        self.init(
            fixture, in: directory.map { .directory($0) } ?? .nowhere, statusCode: statusCode, baseURL: baseURL,
            defaultDeliveryQueue: defaultDeliveryQueue, options: options,
            place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    }

    /// Creates a mock that answers from a router.
    ///
    /// - Parameters:
    ///   - router: The router, which other clients, sessions and servers can use, too.
    ///   - baseURL: The URL that the paths of requests are relative to, or `nil` for the router's base URL, with any
    ///     missing parts taken from `https://mock.test`.
    ///   - defaultDeliveryQueue: The queue that completion handlers are called on. If it is `nil`, they are called
    ///     where the result is produced, which is before the verb returns unless a handler is `async`.
    ///   - options: The options for every request.
    public convenience init(
        router: Router, baseURL: URL? = nil, defaultDeliveryQueue: DispatchQueue? = nil,
        options: Teapot.Options = Teapot.Options()
    ) {
        let baseURL = baseURL ?? router.base.url(completedFrom: Self.defaultBaseURL)
        self.init(router, nil, baseURL, defaultDeliveryQueue, options)
    }

    private convenience init(
        _ fixture: Response, in place: FixturePlace, statusCode: Teapot.StatusCode?, baseURL: URL,
        defaultDeliveryQueue: DispatchQueue?, options: Teapot.Options, place source: SourcePlace
    ) {
        var main = fixture
        main.status = statusCode ?? main.status
        main.note = main.note ?? "the mock's fixture, which answers what no override matches"
        // With `mockFilename: ""` and a failure status, a mock responds with that status and no body.
        if main.file == "", !main.status.isSuccess || !main.status.mayHaveContent { main.body = Data() }
        // The router keeps all requests for the lifetime of the mock.
        let router = Router(RouterBase(""), fixtures: FixtureLibrary(place), journalCapacity: nil, options: options)
        let route = router.add(Route(rules: [], handler: .responses([main]), place: source)).optional()
        Router.ofTest?.adopt(router)
        self.init(router, route, baseURL, defaultDeliveryQueue, options)
    }

    private init(
        _ router: Router, _ route: Router.Registration?, _ baseURL: URL, _ queue: DispatchQueue?,
        _ options: Teapot.Options
    ) {
        (self.router, fixtureRoute, self.baseURL) = (router, route, baseURL)
        (defaultDeliveryQueue, self.options) = (queue, options)
        logger = Teapot.Logger(level: options.logLevel)
        transport = Self.transport(of: router)
    }
}

extension MockTeapot {
    /// Returns a transport that answers requests with a router, immediately or after the response's delay.
    ///
    /// In skipped time, the delay takes no real time.
    private static func transport(of router: Router) -> Teapot.Transport {
        var transport = Teapot.Transport { request, report in
            let incoming: Request
            do {
                incoming = try Request(request)
            } catch {
                report(.began)
                report(.finished(error))
                return {}
            }
            StrayRequests.record(incoming, answeredBy: router)
            return router.play(incoming, url: request.url, in: router.sharedTime.time(of: request), report: report)
        }
        transport.timeline = { Teapot.Timeline(skipping: router.sharedTime.begin($0)) }
        return transport
    }
}
