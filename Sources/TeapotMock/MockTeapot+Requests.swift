import Teapot

extension MockTeapot {
    /// The requests that reached the mock, in order, each with its whole body; for as long as the mock lives, or until
    /// ``clearRequests()``.
    ///
    /// Tries that were repeated and redirects that were followed count, as they do for a server. What could not be built
    /// or was refused by an adapter has reached nobody.
    public var requests: [Request] {
        state.withLock { $0.requests }
    }

    /// Forgets the requests so far.
    public func clearRequests() {
        state.withLock { $0.requests = [] }
    }

    /// Expects header fields in each request from now on, among others, in place of those expected before.
    ///
    /// A request that lacks one, or has another value under it, fails with `incorrectHeaders`, which names each field
    /// that is wrong. Requests are looked at as they go out, adapters included. End points that are overridden accept
    /// any header fields.
    ///
    /// - Parameter headers: The values by name. The case of names does not count.
    public func setExpectedHeaders(_ headers: [String: String]) {
        state.withLock { $0.script.expectation = HeaderExpectation(headers) }
    }

    /// Expects no header fields any more.
    public func clearExpectedHeaders() {
        setExpectedHeaders([:])
    }
}
