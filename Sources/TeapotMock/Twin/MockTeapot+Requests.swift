import Teapot

extension MockTeapot {
    /// The requests that reached the mock, in order, each with its whole body.
    ///
    /// They stay for as long as the mock lives, or until ``clearRequests()``. A mock that was given a router has those that
    /// the router's ``Journal`` remembers.
    ///
    /// Tries that were repeated and redirects that were followed count, as they do for a server. What could not be built
    /// or was refused by an adapter has reached nobody.
    public var requests: [Request] {
        router.journal.requests
    }

    /// Forgets the requests so far.
    public func clearRequests() {
        router.journal.clear()
    }

    /// Expects header fields in each request from now on, among others, in place of those expected before.
    ///
    /// A request that lacks one, or has another value under it, fails with `incorrectHeaders`, which names each field
    /// that is wrong. Requests are looked at as they go out, adapters included. End points that are overridden accept
    /// any header fields. A mock that was given a router expects them for all of its routes that expect none of their
    /// own, whoever asks that router.
    ///
    /// - Parameters:
    ///   - headerFields: The values by name. The case of names does not count.
    ///   - fileID: Where they are expected.
    ///   - filePath: Where they are expected.
    ///   - line: Where they are expected.
    public func setExpectedHeaders(
        _ headerFields: [String: String],
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line
    ) {
        guard let fixtureRoute else {
            return router.expect(headerFields, SourcePlace(fileID: fileID, filePath: filePath, line: line))
        }
        fixtureRoute.expecting(headerFields: headerFields, fileID: fileID, filePath: filePath, line: line)
    }

    /// Expects no header fields any more.
    public func clearExpectedHeaders() {
        setExpectedHeaders([:])
    }
}
