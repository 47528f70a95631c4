public import Foundation
package import Teapot

/// An object that answers requests with routes.
///
/// The same router can serve mock clients, intercepted sessions and servers.
///
/// ```swift
/// let router = Router("https://api.test")
/// router.get("/users/:id") { request in
///     ["id": Int(request["id"] ?? "") ?? 0, "name": "Joan"]
/// }
/// let teapot = MockTeapot(router: router)
/// ```
///
/// If several routes match a request, the one registered last answers it. A router is thread-safe: requests can arrive
/// on several threads while routes are added and removed. Handlers run concurrently.
public final class Router: Sendable {
    struct State {
        var table: RouteTable
        /// The progress of the routes, including removed ones.
        var progress = RouteProgress()
        var settings = Settings()
        var expectations = Expectations()
        var violations = RecordedViolations()
        var stages = Stages()
        /// Values that other modules keep with the router, keyed by type.
        var attachments: [ObjectIdentifier: any Sendable] = [:]
        /// The reason the router doesn't answer requests, or `nil` if it does.
        var closing: Closing?

        /// Records a violation, unless the router is finished and the violation wouldn't be reported.
        mutating func record(_ reason: RecordedViolation.Reason, of request: Request) {
            if closing == nil { violations.record(RecordedViolation(request: request, reason: reason)) }
        }
    }

    /// The properties of a router that users set.
    struct Settings: Sendable {
        var latency: Double = 0
        /// The encoder for values that handlers return, or `nil` for the default one.
        var encoder: JSONEncoder?
        /// The advice for an unanswered request, or `nil` to suggest Swift code.
        var remedy: Diagnosis.Remedy?
        /// Whether tests pass even if a request isn't answered.
        var allowsUnansweredRequests = false
        /// Whether servers compress responses.
        var compressesResponses = false
    }

    /// The beginning of the URLs that the router answers, as passed to the initializer.
    public var baseURL: String { base.description }
    /// A record of the requests that the router received and how it answered them.
    public let journal: Journal
    package let base: RouterBase
    let library: FixtureLibrary
    /// The options that determine which headers are shortened in errors.
    package let options: Teapot.Options
    let state: Locked<State>
    /// The time that the calls of clients in this process share.
    package let sharedTime: SharedTime
    /// The task-local values of the router's test, or `nil` for a router without a test.
    package let testValues: TaskValues?
    /// The kept responses of a test's router, or `nil` for a router without a test.
    package let keptResponses: KeptResponses?
    /// Whether a test makes the router's responses fail, in which case errors must not show secrets.
    let isFailing: Bool

    /// Creates a router without routes.
    ///
    /// - Parameters:
    ///   - baseURL: The beginning of the URLs that the router answers: `https://api.test/v1`, `api.test/v1` for any
    ///     scheme and any subdomain of `api.test`, `/v1` for any host, or an empty string for every URL. The paths of
    ///     routes are relative to it.
    ///   - fixtures: The directory of the files that responses name, or `nil` for none.
    ///   - journalCapacity: The number of requests that the ``journal`` keeps, or `nil` for all of them.
    public convenience init(_ baseURL: String = "", fixtures: URL? = nil, journalCapacity: Int? = 1000) {
        let place = fixtures.map { FixturePlace.directory($0) } ?? .nowhere
        self.init(RouterBase(baseURL), fixtures: FixtureLibrary(place), journalCapacity: journalCapacity)
    }

    /// Creates a router for a test, which keeps its responses.
    ///
    /// - Parameters:
    ///   - baseURL: The beginning of the URLs that the router answers.
    ///   - fixtures: The directory of the files that responses name, or `nil` for none.
    ///   - testValues: The task-local values of the test, released when the router is finished.
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
        // The errors that `everyFailure` causes in a client under test must not reveal secrets.
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

    /// Runs a closure with exclusive access to the router's state.
    ///
    /// The closure must not run the caller's code.
    func withState<Result>(_ body: (inout State) throws -> Result) rethrows -> Result { try state.withLock(body) }

    /// The time to wait before every response, in seconds, in addition to the delays of routes and responses.
    ///
    /// Handlers run after this delay.
    public var latency: Double {
        get { withState { $0.settings.latency } }
        set { withState { $0.settings.latency = newValue } }
    }

    /// The encoder for `Encodable` values that routes answer with, or `nil` for the default, which writes dates in
    /// ISO 8601, such as `2026-01-31T12:00:00Z`, and sorts members by name.
    ///
    /// ```swift
    /// let encoder = JSONEncoder()
    /// encoder.dateEncodingStrategy = .secondsSince1970
    /// router.encoder = encoder
    /// ```
    ///
    /// A route that's registered `with: user` uses the encoder that the router has at that time. Pass an encoder to a
    /// response that you create outside a handler, as in `with: .json(user, encoder: encoder)`.
    public var encoder: JSONEncoder? {
        get { withState { $0.settings.encoder } }
        set { withState { $0.settings.encoder = newValue } }
    }

    /// Removes all routes, required headers, recorded requests and violations, and resets the scenarios.
    public func reset() {
        journal.clear()
        // Release the routes outside the lock, because releasing the objects that they retain may call the router.
        _ = withState { state in
            (state.progress.states, state.violations) = (NamedStates(), RecordedViolations())
            state.expectations = Expectations()
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
    package func add(_ route: Route) -> Router.Registration {
        Router.Registration(router: self, number: withState { $0.closing == nil ? $0.table.add(route) : 0 })
    }

    func remove(_ number: Int) {
        // Release the route outside the lock, because releasing the objects that it retains may call the router.
        _ = withState { $0.table.remove(number) }
    }

    func update(_ number: Int, _ change: (inout Route) -> Void) { withState { $0.table.update(number, change) } }

    /// Requires headers in each request to a route.
    ///
    /// - Parameters:
    ///   - headers: The expected values by name.
    ///   - number: The number of the route, or `nil` for all routes without their own required headers.
    ///   - isOptional: Whether a test passes even if the headers are never compared with a request's.
    ///   - place: The place in the source code where they're required.
    func expect(_ headers: [String: String], by number: Int?, isOptional: Bool, _ place: SourcePlace) {
        let required = Expectations.Required(fields: HeaderExpectation(headers), place: place, isOptional: isOptional)
        withState { state in
            state.expectations.compared.remove(number)
            guard let number else { return state.expectations.general = required }
            state.table.update(number) { $0.required = required }
        }
    }

    package func answerCount(of number: Int) -> Int { withState { $0.progress.counts[number] ?? 0 } }
}
