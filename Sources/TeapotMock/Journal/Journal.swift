import Teapot

/// A record of the requests that a router received: the route that answered, the time, and how the exchange ended.
///
/// ```swift
/// let carts = try router.journal.entries(matching: .method(.post), .path("/carts/:id"))
/// #expect(carts.map(\.components["id"]) == ["7"])
/// #expect(try router.journal.count(of: .path("/users")) == 2)
/// ```
///
/// A journal keeps a limited number of requests and counts those that it has forgotten. A query that would include
/// forgotten requests throws ``Forgotten`` instead of returning an incomplete result.
///
/// The paths of rules are relative to the router's base URL, like the paths of routes and ``Entry/path``. If a query
/// finds nothing because a rule's path repeats the base URL's, it throws ``RepeatedBasePath``.
///
/// Bodies are limited, too. When their total size exceeds ``bodyCapacity``, the journal drops the oldest ones. The
/// entries remain, with their ``Entry/droppedBodyLength``. A query about bodies that includes such an entry throws
/// ``Forgotten``.
public final class Journal: Sendable {
    struct State {
        var entries: JournalRing
        /// The listeners that receive each new entry.
        var waiters = Watchers<Entry>()
        /// The listeners that are notified of changes.
        var watchers = Watchers<Void>()
        /// The calendar that converts the times of entries to dates.
        var calendar = Uptime.Calendar()
        /// The time of ``Uptime`` that counts as zero for entries.
        var zero: Int64
        /// The date at the zero of skipped time, in nanoseconds since 1970.
        let epoch: Int64
        /// The number of segments in the path of the router's base URL.
        let depth: Int

        /// Returns the time since the router was created, in nanoseconds.
        func start(_ moment: Moment) -> UInt64 {
            switch moment {
            case .uptime(let time): UInt64(max(0, Int64(truncatingIfNeeded: time) - zero))
            case .skipped(let time): time
            }
        }

        /// Returns the date at the zero of times such as `moment`, in nanoseconds since 1970.
        mutating func epoch(for moment: Moment) -> Int64 {
            if case .uptime(let time) = moment { calendar.epoch(at: time) &+ zero } else { epoch }
        }
    }

    /// The number of requests that the journal keeps, or `nil` for all of them.
    public let capacity: Int?
    package let base: RouterBase
    /// The options that determine which headers are shortened in errors.
    let options: Teapot.Options
    private let state: Locked<State>

    /// - Parameters:
    ///   - base: The base URL that the paths of rules are relative to.
    ///   - state: The initial state, without entries.
    ///   - capacity: The number of requests to keep, or `nil` for all of them.
    ///   - options: The options that determine which headers are shortened in errors.
    init(of base: RouterBase, _ state: State, capacity: Int?, options: Teapot.Options) {
        self.base = base
        self.state = Locked(state)
        self.capacity = capacity
        self.options = options
    }

    /// Runs a closure with exclusive access to the journal's state.
    ///
    /// The closure must not run the caller's code. The router may hold its own lock while it runs, so the closure must
    /// not take that lock.
    func withState<Result>(_ body: (inout State) throws -> Result) rethrows -> Result { try state.withLock(body) }

    /// The total size of the bodies that a journal keeps by default, in bytes.
    static let defaultBodyCapacity = 64_000_000

    /// The total size of the request bodies to keep, in bytes, or `nil` to keep all of them; 64 MB by default.
    ///
    /// A journal without a ``capacity``, such as a ``MockTeapot``'s, also keeps all bodies by default.
    public var bodyCapacity: Int? {
        get { withState { $0.entries.bodyCapacity } }
        set {
            let capacity = newValue.map { max(0, $0) }
            // Release it outside the lock.
            _ = withState { $0.entries.limitBodies(to: capacity) }
        }
    }

    /// The entries that the journal keeps, in order of arrival.
    public var entries: [Entry] { withState { $0.entries }.all }

    /// The requests that the journal keeps, in order of arrival.
    public var requests: [Request] { entries.map(\.request) }

    /// The number of the last entry, even if it is forgotten, or 0 if there have been no entries.
    public var lastNumber: Int { withState { $0.entries.lastNumber } }

    /// The number of entries removed to make room for later ones since the journal was created or cleared.
    public var forgottenCount: Int { withState { $0.entries.forgottenCount } }

    /// Removes all entries.
    ///
    /// This also resets ``forgottenCount``. The numbers of entries don't start over.
    public func clear() {
        let told = withState { state in
            state.entries.clear()
            return state.watchers.all
        }
        for watcher in told { watcher.yield() }
    }
}

extension Journal {
    /// Records the arrival of a request and its outcome.
    ///
    /// - Complexity: O(1), apart from notifying each waiter.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - result: The outcome.
    ///   - began: The time when the request arrived.
    /// - Returns: The number of the entry.
    func begin(_ request: Request, _ result: Entry.Result, at began: Moment = .now) -> Int {
        let depth = base.depth(of: request)
        // Release it outside the lock.
        var discarded = JournalRing.Discarded()
        // Rules are the caller's code, so each waiter evaluates them in its own task.
        let (entry, waiters, told) = withState { state in
            var entry = Entry(
                of: request, result, below: depth, began: state.start(began), epoch: state.epoch(for: began))
            entry.number = state.entries.append(entry, &discarded)
            return (entry, state.waiters.all, state.watchers.all)
        }
        _ = discarded
        for waiter in waiters { waiter.yield(entry) }
        for watcher in told { watcher.yield() }
        return entry.number
    }

    /// Records that an exchange has ended.
    ///
    /// It does nothing if the ending has already been recorded or the entry is forgotten.
    ///
    /// - Parameters:
    ///   - number: The number of the entry.
    ///   - ending: The ending.
    ///   - delay: The time until the exchange ends, in seconds.
    package func end(_ number: Int, _ ending: Ending, in delay: Double = 0) {
        end(number, ending, at: .uptime(Uptime.now &+ Uptime.nanoseconds(delay)))
    }

    /// Records that an exchange ended at a given time.
    func end(_ number: Int, _ ending: Ending, at moment: Moment) {
        let told = withState { state in
            state.entries.end(number, ending, at: state.start(moment))
            return state.watchers.all
        }
        for watcher in told { watcher.yield() }
    }
}

extension Journal {
    /// The kept entries, and the number of forgotten entries before them.
    package var keptEntries: (kept: [Entry], forgottenCount: Int) {
        let ring = withState { $0.entries }
        return (ring.all, ring.forgottenCount)
    }

    /// Returns the kept entries after a number, in order of arrival.
    ///
    /// It copies them under the lock: if it kept the ring any longer, the next request would copy all entries.
    package func keptEntries(after number: Int) -> [Entry] { withState { $0.entries.entries(after: number) } }

    /// Returns the entry with a number, or `nil` if it is forgotten.
    package func entry(_ number: Int) -> Entry? { withState { $0.entries[number] } }

    /// Returns the request of an entry with the `:variables` of its route, or `nil` if the entry is forgotten.
    package func boundRequest(of number: Int) -> Request? {
        guard let entry = withState({ $0.entries[number] }) else { return nil }
        var request = entry.request
        request.components = entry.components
        return request
    }
}

extension Journal {
    /// Records the arrival of a request that a route answers, unless there are listeners to notify.
    ///
    /// - Parameters:
    ///   - request: The request, which moves into the entry and becomes `nil`.
    ///   - route: The route.
    ///   - began: The time when the request arrived.
    ///   - discarded: The parts removed to make room for the entry.
    /// - Returns: The number of the entry, or `nil` if there is none.
    func beginUnwatched(
        _ request: inout Request?, _ route: RouteSummary.Origin, at began: Moment,
        _ discarded: inout JournalRing.Discarded
    ) -> Int? {
        withState { state in
            guard state.waiters.count == 0, state.watchers.count == 0, let request = request.take() else { return nil }
            let entry = Entry(
                of: request, .answered(route), below: state.depth, began: state.start(began),
                epoch: state.epoch(for: began))
            return state.entries.append(entry, &discarded)
        }
    }
}
