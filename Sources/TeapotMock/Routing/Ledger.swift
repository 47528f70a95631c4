import Teapot

/// The state of a router and of its journal under one lock, so that answering a request takes the lock only once at its
/// beginning.
struct Ledger: Sendable {
    var router: Router.State
    var journal: Journal.State
}

extension Router {
    /// The part of the ledger that belongs to the router.
    struct LockedState: Sendable {
        let ledger: Locked<Ledger>

        /// Runs a closure with exclusive access to the state.
        ///
        /// The closure must not run code that callers supply.
        func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
            try ledger.withLock { try body(&$0.router) }
        }
    }

    var state: LockedState { LockedState(ledger: ledger) }
}

extension Journal {
    /// The part of the ledger that belongs to the journal.
    struct LockedState: Sendable {
        let ledger: Locked<Ledger>

        /// Runs a closure with exclusive access to the state.
        ///
        /// The closure must not run code that callers supply.
        func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
            try ledger.withLock { try body(&$0.journal) }
        }
    }

    var state: LockedState { LockedState(ledger: ledger) }
}
