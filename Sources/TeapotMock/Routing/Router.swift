public import Foundation
package import Teapot

/// An object that answers requests from routes.
///
/// A router decides about each request on every carrier.
///
/// ```swift
/// let router = Router("https://api.test")
/// router.get("/users/:id") { request in
///     ["id": request["id"], "name": "Joan"]
/// }
/// let teapot = MockTeapot(router: router)
/// ```
///
/// If several routes match a request, the one that was registered last answers it. A router is thread-safe: requests
/// can arrive on several threads while routes are added and removed. Handlers run concurrently.
public final class Router: Sendable {
    struct State {
        var table: RouteTable
        /// The progress of the routes, including removed ones.
        var progress = RouteProgress()
        var settings = Settings()
        var expectations = Expectations()
        var violations = RecordedViolations()
        var stages = Stages()
        /// What other parts of the mock keep with the router, each by a type of its own.
        var attachments: [ObjectIdentifier: any Sendable] = [:]
        /// The reason why the router answers no requests, or `nil` if it answers them.
        var closing: Closing?

        /// Records a violation, unless the router is finished and it would not be reported.
        mutating func record(_ violation: RecordedViolation) {
            if closing == nil { violations.record(violation) }
        }
    }

    /// The properties of a router that its users set.
    struct Settings: Sendable {
        var latency: Double = 0
        /// The encoder of what handlers return, or `nil` for the usual one.
        var encoder: JSONEncoder?
        /// The advice that takes the place of Swift code where a request was not answered.
        var remedy: (@Sendable (Request) -> String)?
        /// Whether tests pass although a request was not answered.
        var allowsUnansweredRequests = false
        /// Whether servers compress responses.
        var compressesResponses = false
    }

    /// The beginning of the URLs that the router answers, as it was passed to the initializer.
    public var baseURL: String { base.description }
    /// The requests that the router received, and the answers to them.
    public let journal: Journal
    package let base: RouterBase
    let library: FixtureLibrary
    /// The options that determine which header fields are shortened in errors.
    package let options: Teapot.Options
    let state: Locked<State>
    /// The time that the calls of clients in this process share.
    package let sharedTime: SharedTime
    /// The task-local values of the test to which the router belongs, or `nil` for a router without a test.
    package let testValues: TaskValues?
    /// The responses of the router of a test, or `nil` for a router without a test.
    package let keptResponses: KeptResponses?
    /// Whether a test makes its responses fail, whose errors must not show secrets.
    let isFailing: Bool

    /// Creates a router without routes.
    ///
    /// - Parameters:
    ///   - baseURL: The beginning of the URLs that the router answers: `https://api.test/v1`, `api.test/v1` for any
    ///     scheme and any subdomain of `api.test`, `/v1` for any host, or an empty string for every URL. The paths of
    ///     routes are below it.
    ///   - fixtures: The directory of the files that responses name, or `nil` for none.
    ///   - journalCapacity: The number of requests that the ``journal`` keeps, or `nil` for all of them.
    public convenience init(_ baseURL: String = "", fixtures: URL? = nil, journalCapacity: Int? = 1000) {
        let place = fixtures.map { FixturePlace.directory($0) } ?? .nowhere
        self.init(RouterBase(baseURL), fixtures: FixtureLibrary(place), journalCapacity: journalCapacity)
    }

    /// Creates a router of a test, which keeps its responses.
    ///
    /// - Parameters:
    ///   - baseURL: The beginning of the URLs that the router answers.
    ///   - fixtures: The directory of the files that responses name, or `nil` for none.
    ///   - testValues: The task-local values of the test, which are released when the router is finished.
    ///   - keptResponses: The collection of the responses.
    package convenience init(
        _ baseURL: String, fixtures: URL?, testValues: TaskValues?, keptResponses: KeptResponses = KeptResponses()
    ) {
        let place = fixtures.map { FixturePlace.directory($0) } ?? .nowhere
        self.init(
            RouterBase(baseURL), fixtures: FixtureLibrary(place), journalCapacity: 1000, testValues: testValues,
            keptResponses: keptResponses)
    }

    init(
        _ base: RouterBase, fixtures library: FixtureLibrary, journalCapacity: Int?,
        options: Teapot.Options = Teapot.Options(), testValues: TaskValues? = nil,
        keptResponses: KeptResponses? = nil, isFailing: Bool = false
    ) {
        self.base = base
        self.library = library
        self.isFailing = isFailing
        self.testValues = testValues
        self.keptResponses = keptResponses
        sharedTime = SharedTime(testValues: testValues)
        var options = options
        // The error of a client that `everyFailure` tests must not leak.
        options.showsSecrets =
            !isFailing && Router.ofTest?.isFailing != true && (testValues != nil || Router.ofTest != nil)
        self.options = options
        let capacity = journalCapacity.map { max(0, $0) }
        let bodyCapacity = capacity == nil ? nil : Journal.defaultBodyCapacity
        state = Locked(State(table: RouteTable(below: base.path.count)))
        let entries = JournalRing(capacity: capacity, bodyCapacity: bodyCapacity)
        journal = Journal(
            of: base,
            Journal.State(
                entries: entries, zero: sharedTime.zero, epoch: sharedTime.epoch, depth: base.path.count),
            capacity: capacity, options: options)
    }

    /// Runs a closure, which must not run code that callers supply, with exclusive access to the router's state.
    func withState<Result>(_ body: (inout State) throws -> Result) rethrows -> Result { try state.withLock(body) }

    /// The time to wait before every response, in seconds, in addition to the delays of routes and responses.
    ///
    /// Handlers run after it.
    public var latency: Double {
        get { withState { $0.settings.latency } }
        set { withState { $0.settings.latency = newValue } }
    }

    /// The encoder of `Encodable` values that handlers return, or `nil` for one that writes dates in ISO 8601, such as
    /// `2026-01-31T12:00:00Z`, and members in the order of their names.
    ///
    /// ```swift
    /// let encoder = JSONEncoder()
    /// encoder.dateEncodingStrategy = .secondsSince1970
    /// router.encoder = encoder
    /// ```
    ///
    /// A response that is made outside a handler, such as `with: .json(user)`, takes an encoder of its own:
    /// `.json(user, encoder: encoder)`.
    public var encoder: JSONEncoder? {
        get { withState { $0.settings.encoder } }
        set { withState { $0.settings.encoder = newValue } }
    }

    /// Removes all routes, and resets the scenarios to which they belong.
    public func removeAll() {
        // The routes are released outside the lock, because releasing the objects that they hold may call the router.
        _ = withState { state in
            state.progress.states = NamedStates()
            defer { state.table = RouteTable(after: state.table) }
            return state.table
        }
    }
}

extension Router {
    /// Registers a route that takes precedence over the existing ones.
    ///
    /// A finished router discards the route.
    @discardableResult
    package func add(_ route: Route) -> RouteToken {
        RouteToken(router: self, number: withState { $0.closing == nil ? $0.table.add(route) : 0 })
    }

    func remove(_ number: Int) {
        // The route is released outside the lock, because releasing the objects that it holds may call the router.
        _ = withState { $0.table.remove(number) }
    }

    func update(_ number: Int, _ change: (inout Route) -> Void) {
        withState { $0.table.update(number, change) }
    }

    /// Requires header fields in each request to a route.
    ///
    /// - Parameters:
    ///   - headerFields: The expected values by name.
    ///   - number: The number of the route, or `nil` for all routes that require none of their own.
    ///   - isOptional: Whether a test passes although the header fields were compared with no request.
    ///   - place: The place at which they are required.
    func expect(_ headerFields: [String: String], by number: Int?, isOptional: Bool, _ place: SourcePlace) {
        let expectation = HeaderExpectation(headerFields)
        withState { state in
            state.expectations.compared.remove(number)
            guard let number else {
                return state.expectations.general = .init(fields: expectation, place: place, isOptional: isOptional)
            }
            state.table.update(number) { route in
                route.expectation = expectation
                route.expectationPlace = place
                route.isExpectationOptional = isOptional
            }
        }
    }

    package func answerCount(of number: Int) -> Int {
        withState { $0.progress.counts[number] ?? 0 }
    }
}
