import Teapot

/// What a router and its journal know, under one lock: a request that is answered passes it once at its beginning.
struct Ledger: Sendable {
    var router: Router.State
    var journal: Journal.State
}

extension Router {
    /// The router's part of the ledger.
    struct GuardedState: Sendable {
        let ledger: Guarded<Ledger>

        /// Runs `body` with it, alone; nothing that calls out may run inside.
        func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
            try ledger.withLock { try body(&$0.router) }
        }
    }

    var state: GuardedState { GuardedState(ledger: ledger) }
}

extension Journal {
    /// The journal's part of the ledger.
    struct GuardedState: Sendable {
        let ledger: Guarded<Ledger>

        /// Runs `body` with it, alone; nothing that calls out may run inside.
        func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
            try ledger.withLock { try body(&$0.journal) }
        }
    }

    var state: GuardedState { GuardedState(ledger: ledger) }
}
