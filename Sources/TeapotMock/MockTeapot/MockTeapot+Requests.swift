import Teapot

extension MockTeapot {
    /// The requests that reached the mock, in order, each with its whole body.
    ///
    /// The mock keeps them for its lifetime, or until you call ``clearRequests()``. A mock created with a router
    /// returns the requests that the router's ``Journal`` keeps.
    ///
    /// Retries and followed redirects are included, just as a server would receive them. Requests that couldn't be
    /// built or that an adapter rejected aren't included, because they were never sent.
    public var requests: [Request] { router.requests }

    /// The last of the ``requests``.
    public var lastRequest: Request? { requests.last }

    /// Removes all recorded requests.
    public func clearRequests() { router.journal.clear() }

    /// Requires headers in each request from now on.
    ///
    /// They replace any headers required earlier.
    ///
    /// A request that lacks one of the headers, or has a different value for it, fails with `incorrectHeaders`, which
    /// names each incorrect header. Requests are checked when they're sent, after all adapters. Overridden endpoints
    /// accept any headers. For a mock created with a router, this applies to every client of that router, and to all
    /// routes without their own required headers.
    ///
    /// - Parameters:
    ///   - headers: The expected values by name. Names are case-insensitive. A request may have other headers.
    ///   - isOptional: Whether a test passes even if the headers were never checked.
    ///   - fileID: The module and file where the headers are required.
    ///   - filePath: The full path of the file where the headers are required.
    ///   - line: The line where the headers are required.
    public func setExpectedHeaders(
        _ headers: [String: String], isOptional: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        router.expect(headers, by: fixtureRoute?.number, isOptional: isOptional, place)
    }

    /// Removes the required headers.
    public func clearExpectedHeaders() { setExpectedHeaders([:]) }
}
