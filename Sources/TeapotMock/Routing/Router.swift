public import Teapot

/// Answers requests from routes: the one place where a mock is chosen, whichever way a request comes.
///
/// ```swift
/// let router = Router("https://api.test")
/// router.get("/users/:id") { request in
///     ["id": request["id"], "name": "Joan"]
/// }
/// let teapot = MockTeapot(router: router)
/// ```
///
/// Of the routes that match a request, the one that was registered last answers it. A router may be asked from many
/// threads at once, and changed meanwhile; handlers run at the same time as each other.
public final class Router: Sendable {
    struct State {
        var table: RouteTable
        /// How many requests each route has answered; also of those that are gone.
        var counts = AnswerCounts()
        /// Where the scenarios are that routes belong to.
        var namedStates = NamedStates()
        var latency: Double = 0
        /// Header fields without which no request is answered, where a route has none of its own.
        var expectation = (HeaderExpectation(), place: nil as SourcePlace?) {
            didSet { expectsFields = !expectation.0.fields.isEmpty }
        }
        /// Whether there are any; looked at for each request, which the fields themselves would be too much for.
        private(set) var expectsFields = false
        var offences = Offences()
        /// Whether no test fails for a request that nothing answers.
        var allowsUnansweredRequests = false
        /// Where requests go that no route answers.
        var passthrough: Passthrough?
        /// Who answers what no route does, before that.
        var switchboard: Switchboard?
        /// What the configurations said that the router was given to, by the classes that stand for it there.
        var settings: [ObjectIdentifier: SessionSettings] = [:]
        /// Why the router answers nothing, when it does not.
        var closing: Closing?

        /// Records an offence, unless nobody will ask for it any more.
        mutating func record(_ offence: Offence) {
            if closing == nil { offences.record(offence) }
        }
    }

    /// What the URLs begin with that the router answers, as it was given.
    public var baseURL: String { base.description }
    /// What was asked, and what answered it.
    public let journal: Journal
    let base: RouterBase
    let library: FixtureLibrary
    /// Which header fields errors shorten.
    let options: Teapot.Options
    let ledger: Guarded<Ledger>

    /// Creates a router without routes.
    ///
    /// - Parameters:
    ///   - baseURL: What the URLs begin with that the router answers: `https://api.test/v1`, `api.test/v1` for any
    ///     scheme, `/v1` for any host, or nothing. Routes' paths are below it.
    ///   - fixtures: The directory of the files that responses name; `nil` for none.
    ///   - journalCapacity: How many requests the ``journal`` remembers; `nil` for all of them.
    public convenience init(_ baseURL: String = "", fixtures: URL? = nil, journalCapacity: Int? = 1000) {
        let place = fixtures.map { FixturePlace.directory($0) } ?? .nowhere
        self.init(RouterBase(baseURL), fixtures: place, journalCapacity: journalCapacity)
    }

    init(
        _ base: RouterBase,
        fixtures: FixturePlace,
        journalCapacity: Int?,
        options: Teapot.Options = Teapot.Options()
    ) {
        self.base = base
        self.options = options
        library = FixtureLibrary(fixtures)
        let capacity = journalCapacity.map { max(0, $0) }
        ledger = Guarded(
            Ledger(
                router: State(table: RouteTable(below: base.path.count)),
                journal: Journal.State(entries: JournalRing(capacity: capacity))))
        journal = Journal(of: base, in: ledger, capacity: capacity, options: options)
    }

    /// How long to wait before every answer, in seconds, besides the delays of routes and responses.
    public var latency: Double {
        get { state.withLock { $0.latency } }
        set { state.withLock { $0.latency = newValue } }
    }

    /// Takes out all routes, and puts the scenarios back that they belong to.
    public func removeAll() {
        // Let go of outside the lock: what the routes hold may call the router when it goes.
        _ = state.withLock { state in
            state.namedStates = NamedStates()
            defer { state.table = RouteTable(after: state.table) }
            return state.table
        }
    }
}

extension Router {
    /// Registers a route ahead of those that are there; a router that answers nothing keeps none.
    @discardableResult
    func add(_ route: Route) -> RouteToken {
        RouteToken(router: self, number: state.withLock { $0.closing == nil ? $0.table.add(route) : 0 })
    }

    func remove(_ number: Int) {
        // Let go of outside the lock: what the route holds may call the router when it goes.
        _ = state.withLock { $0.table.remove(number) }
    }

    func update(_ number: Int, _ change: (inout Route) -> Void) {
        state.withLock { $0.table.update(number, change) }
    }

    /// Expects header fields in each request to a route that expects none of its own.
    func expect(_ headerFields: [String: String], _ place: SourcePlace) {
        state.withLock { $0.expectation = (HeaderExpectation(headerFields), place) }
    }

    func answerCount(of number: Int) -> Int {
        state.withLock { $0.counts[number] ?? 0 }
    }
}
