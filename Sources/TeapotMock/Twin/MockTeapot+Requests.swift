import Teapot

extension MockTeapot {
    /// The requests that reached the mock, in order, each with its whole body.
    ///
    /// They are kept for the lifetime of the mock, or until ``clearRequests()`` is called. A mock that was created with
    /// a router has the requests that the router's ``Journal`` keeps.
    ///
    /// Retries and followed redirects are included, as a server would see them. Requests that could not be built or
    /// that an adapter refused are not, because they were never sent.
    public var requests: [Request] {
        router.journal.requests
    }

    /// Removes all recorded requests.
    public func clearRequests() {
        router.journal.clear()
    }

    /// Requires header fields in each request from now on.
    ///
    /// They replace the ones that were required before.
    ///
    /// A request that lacks one of the fields, or has another value for it, fails with `incorrectHeaders`, which names
    /// each incorrect field. Requests are checked as they are sent, after all adapters. Overridden endpoints accept any
    /// header fields. In a mock that was created with a router, the fields are required by all routes that require none
    /// of their own, for every client of that router.
    ///
    /// - Parameters:
    ///   - headerFields: The expected values by name. Names are case-insensitive. A request may have further header
    ///     fields.
    ///   - isOptional: Whether a test passes although the header fields were compared with no request.
    ///   - fileID: The module and the file in which the header fields are required.
    ///   - filePath: The full path of the file in which the header fields are required.
    ///   - line: The line on which the header fields are required.
    public func setExpectedHeaders(
        _ headerFields: [String: String], isOptional: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        router.expect(headerFields, by: fixtureRoute?.number, isOptional: isOptional, place)
    }

    /// Removes the required header fields.
    public func clearExpectedHeaders() {
        setExpectedHeaders([:])
    }
}
