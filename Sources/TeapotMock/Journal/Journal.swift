import Teapot

/// What a router was asked, which route answered, when, and how it ended.
///
/// ```swift
/// let carts = try router.journal.entries(matching: .method(matches: .post), .path(matches: "/carts/:id"))
/// #expect(carts.map(\.components["id"]) == ["7"])
/// #expect(try router.journal.count(of: .path(matches: "/users")) == 2)
/// ```
///
/// It remembers so many requests, and knows how many it has forgotten: what asks about those is told so by
/// ``Forgotten``, and never gets a wrong answer. Rules' paths are below the router's base URL, as routes' are.
public final class Journal: Sendable {
    struct State {
        var entries: JournalRing
        var waiters: [Int: Waiter] = [:]
        var lastWaiter = 0
        /// Who wants to be told that something has changed.
        var watchers = Watchers()
        /// What turns the times of entries into dates.
        var calendar = Clock.Calendar()
    }

    /// How many requests it remembers; `nil` for all of them.
    public let capacity: Int?
    let base: RouterBase
    /// Which header fields errors shorten.
    let options: Teapot.Options
    let ledger: Guarded<Ledger>

    /// - Parameters:
    ///   - base: What rules' paths are below.
    ///   - ledger: Where the entries are.
    ///   - capacity: How many requests are remembered; `nil` for all of them.
    ///   - options: Which header fields errors shorten.
    init(of base: RouterBase, in ledger: Guarded<Ledger>, capacity: Int?, options: Teapot.Options) {
        self.base = base
        self.ledger = ledger
        self.capacity = capacity
        self.options = options
    }

    /// The entries that it remembers, in the order in which the requests came.
    public var entries: [Entry] { state.withLock { $0.entries }.all }

    /// The requests that it remembers, in the order in which they came.
    public var requests: [Request] { entries.map(\.request) }

    /// The number of the entry that was made last, also if that is forgotten; 0 when there was none yet.
    public var lastNumber: Int { state.withLock { $0.entries.lastNumber } }

    /// How many entries it has forgotten because others took their place, since it began or was cleared.
    public var forgottenCount: Int { state.withLock { $0.entries.forgottenCount } }

    /// Forgets everything, and begins anew.
    ///
    /// What was forgotten before counts no more. Numbers go on.
    public func clear() {
        let told = state.withLock { state in
            state.entries.clear()
            return state.told
        }
        for watcher in told { watcher.yield() }
    }
}

extension Journal {
    /// Records that a request came, and what answers it.
    ///
    /// Complexity: O(1), apart from those who wait for a request, each of whom is told.
    ///
    /// - Returns: The entry's number.
    func begin(_ request: Request, _ choice: Router.Choice) -> Int {
        let (result, now) = (Entry.Result(choice, options), Clock.now)
        // Let go of outside the lock: it may be the last to hold a caller's bytes.
        var forgotten: Entry?
        // Rules are the caller's code: each waiter looks at the entry itself, in its own task.
        let (number, resumed, told) = state.withLock { state in
            var entry = Entry(of: request, result, began: now, epoch: state.calendar.epoch(at: now))
            forgotten = state.entries.append(&entry)
            return (entry.number, state.waiters.isEmpty ? [] : state.wakeAll(with: entry), state.told)
        }
        _ = forgotten
        for resume in resumed { resume() }
        for watcher in told { watcher.yield() }
        return number
    }

    /// Records that an exchange is over; what is over already, or forgotten, stays as it is.
    ///
    /// - Parameters:
    ///   - number: The entry's number.
    ///   - ending: How it ended.
    ///   - delay: How much later that will be, in seconds.
    package func end(_ number: Int, _ ending: Ending, in delay: Double = 0) {
        let now = Clock.now &+ Clock.nanoseconds(delay)
        let told = ledger.withLock { ledger in
            ledger.journal.entries.end(number, ending, at: now)
            return ledger.journal.told
        }
        for watcher in told { watcher.yield() }
    }
}

extension Journal {
    /// The request of an entry with the `:variables` of its route; `nil` when it is forgotten.
    package func boundRequest(of number: Int) -> Request? {
        guard let entry = state.withLock({ $0.entries[number] }) else { return nil }
        var request = entry.request
        request.components = entry.components
        return request
    }
}

extension Journal.State {
    /// Makes an entry for a request that a route answers, when nobody waits.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - route: The route.
    ///   - now: When it came, in nanoseconds of ``Clock``.
    /// - Returns: The entry's number, and the entry that is forgotten for it.
    mutating func begin(
        _ request: Request,
        _ route: RouteSummary.Origin,
        at now: UInt64
    ) -> (number: Int, forgotten: Journal.Entry?) {
        var entry = Journal.Entry(of: request, .answered(route), began: now, epoch: calendar.epoch(at: now))
        let forgotten = entries.append(&entry)
        return (entry.number, forgotten)
    }
}
