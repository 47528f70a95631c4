import Teapot

/// The record of the requests that a router received: the route that answered, the time, and the ending.
///
/// ```swift
/// let carts = try router.journal.entries(matching: .method(matches: .post), .path(matches: "/carts/:id"))
/// #expect(carts.map(\.components["id"]) == ["7"])
/// #expect(try router.journal.count(of: .path(matches: "/users")) == 2)
/// ```
///
/// A journal keeps a limited number of requests, and counts the ones that it has forgotten. A query that includes
/// forgotten requests throws ``Forgotten`` instead of returning an incomplete result.
///
/// The paths of rules are below the base URL of the router, like the paths of routes and ``Entry/path``. A query that
/// finds nothing because the path of a rule repeats the base URL throws ``RepeatedBasePath``.
///
/// The bodies of the requests are limited, too: when they exceed the ``bodyCapacity`` together, the oldest ones are
/// dropped. The entries remain, with their ``Entry/droppedBodyLength``. A query by body that includes such an entry
/// throws ``Forgotten``.
public final class Journal: Sendable {
    struct State {
        var entries: JournalRing
        /// The listeners that receive each new entry.
        var waiters = Watchers<Entry>()
        /// The listeners that are notified of changes.
        var watchers = Watchers<Void>()
        /// The calendar that converts the times of entries to dates.
        var calendar = Uptime.Calendar()
        /// The time of ``Uptime`` at which the times of entries are zero.
        var zero: Int64
        /// The date at which skipped times are zero, in nanoseconds since 1970.
        let epoch: Int64
        /// The number of segments in the path of the router's base URL.
        let depth: Int

        /// Returns a time since the router was made, in nanoseconds.
        func start(_ moment: Moment) -> UInt64 {
            switch moment {
            case .uptime(let time): UInt64(max(0, Int64(truncatingIfNeeded: time) - zero))
            case .skipped(let time): time
            }
        }

        /// Returns the date at which a time such as `moment` is zero, in nanoseconds since 1970.
        mutating func epoch(for moment: Moment) -> Int64 {
            if case .uptime(let time) = moment { calendar.epoch(at: time) &+ zero } else { epoch }
        }
    }

    /// The number of requests that the journal keeps, or `nil` for all of them.
    public let capacity: Int?
    package let base: RouterBase
    /// The options that determine which header fields are shortened in errors.
    let options: Teapot.Options
    private let state: Locked<State>

    /// - Parameters:
    ///   - base: The base URL, below which the paths of rules are.
    ///   - state: The entries, none yet.
    ///   - capacity: The number of requests to keep, or `nil` for all of them.
    ///   - options: The options that determine which header fields are shortened in errors.
    init(of base: RouterBase, _ state: State, capacity: Int?, options: Teapot.Options) {
        self.base = base
        self.state = Locked(state)
        self.capacity = capacity
        self.options = options
    }

    /// Runs a closure, which must not run code that callers supply, with exclusive access to the journal's state.
    ///
    /// The router may hold its own lock meanwhile, so the closure must not take that one.
    func withState<Result>(_ body: (inout State) throws -> Result) rethrows -> Result { try state.withLock(body) }

    /// The total size of the bodies that a journal keeps by default, in bytes.
    static let defaultBodyCapacity = 64_000_000

    /// The total size of the request bodies that the journal keeps, in bytes, or `nil` for all of them; 64 MB by
    /// default.
    ///
    /// A journal without a ``capacity``, such as that of a ``MockTeapot``, keeps all bodies by default, too.
    public var bodyCapacity: Int? {
        get { withState { $0.entries.bodyCapacity } }
        set {
            let capacity = newValue.map { max(0, $0) }
            // Released outside the lock.
            _ = withState { $0.entries.limitBodies(to: capacity) }
        }
    }

    /// The entries that the journal keeps, in the order in which their requests arrived.
    public var entries: [Entry] { withState { $0.entries }.all }

    /// The requests that the journal keeps, in the order in which they arrived.
    public var requests: [Request] { entries.map(\.request) }

    /// The number of the last entry, even if it is forgotten, or 0 if there has been none.
    public var lastNumber: Int { withState { $0.entries.lastNumber } }

    /// The number of entries that were forgotten to make room for later ones since the journal was created or cleared.
    public var forgottenCount: Int { withState { $0.entries.forgottenCount } }

    /// Removes all entries.
    ///
    /// This also resets ``forgottenCount``. Numbers continue after the last one.
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
    ///   - began: The time at which the request arrived.
    /// - Returns: The number of the entry.
    func begin(_ request: Request, _ result: Entry.Result, at began: Moment = .now) -> Int {
        let depth = base.depth(of: request)
        // This is released outside the lock.
        var discarded = JournalRing.Discarded()
        // Rules are the caller's code, so each waiter evaluates them itself, in its own task.
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
    /// Does nothing if its ending is already recorded or its entry is forgotten.
    ///
    /// - Parameters:
    ///   - number: The number of the entry.
    ///   - ending: The ending.
    ///   - delay: The time until the exchange ends, in seconds.
    package func end(_ number: Int, _ ending: Ending, in delay: Double = 0) {
        end(number, ending, at: .uptime(Uptime.now &+ Uptime.nanoseconds(delay)))
    }

    /// Records that an exchange ended at a time.
    func end(_ number: Int, _ ending: Ending, at moment: Moment) {
        let told = withState { state in
            state.entries.end(number, ending, at: state.start(moment))
            return state.watchers.all
        }
        for watcher in told { watcher.yield() }
    }
}

extension Journal {
    /// The kept entries, and the number of the ones that were forgotten before them.
    package var keptEntries: (kept: [Entry], forgottenCount: Int) {
        let ring = withState { $0.entries }
        return (ring.all, ring.forgottenCount)
    }

    /// Returns the kept entries after a number, in the order in which their requests arrived.
    ///
    /// They are taken out under the lock. A copy of the ring outside it would make the next request copy all entries.
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
    /// Records the arrival of a request that a route answers, unless somebody has to be notified of it.
    ///
    /// - Parameters:
    ///   - request: The request, which an entry takes out.
    ///   - route: The route.
    ///   - began: The time at which the request arrived.
    ///   - discarded: The parts that are removed to make room for the entry.
    /// - Returns: The number of the entry; `nil` if there is none.
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
