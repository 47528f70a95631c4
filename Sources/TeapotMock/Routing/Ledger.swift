import Teapot

/// The state of a router and of its journal under one lock, so that answering a request takes the lock only once at its
/// beginning.
struct Ledger: Sendable {
    var router: Router.State
    var journal: Journal.State
}

extension Router {
    /// Runs a closure, which must not run code that callers supply, with exclusive access to the router's state.
    func withState<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try ledger.withLock { try body(&$0.router) }
    }
}

extension Journal {
    /// Runs a closure, which must not run code that callers supply, with exclusive access to the journal's state.
    func withState<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try ledger.withLock { try body(&$0.journal) }
    }
}
