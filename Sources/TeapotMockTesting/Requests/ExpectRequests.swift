#if canImport(Testing)
    public import Teapot
    public import TeapotMock
    public import Testing

    #if canImport(XCTest)
        import XCTest
    #endif

    /// Fails the test if it hasn't sent the expected number of requests.
    ///
    /// ```swift
    /// @Test(.router("https://api.test/v1")) func `An order is sent once`() async throws {
    ///     Router.current.post("/orders", with: .status(201))
    ///     try await OrdersClient(teapot: MockTeapot(router: .current)).order("tea")
    ///     expectRequests(.post, "/orders", times: 1)
    ///     expectRequests(.delete, times: 0)
    /// }
    /// ```
    ///
    /// The failure lists the matching requests, and names the conditions that the nearest other request doesn't meet.
    ///
    /// - Parameters:
    ///   - method: The method, or `nil` for any method.
    ///   - path: The path below the router's base URL, such as `/users/:id`, or `nil` for any path.
    ///   - rules: Additional rules that a request must match.
    ///   - count: The expected number of requests.
    ///   - number: The number of a journal entry, such as an earlier `lastNumber`. Only later requests count.
    ///   - router: The router that received the requests, or `nil` for the test's router.
    ///   - sourceLocation: The location at which to report a failure.
    public func expectRequests(
        _ method: Teapot.Method? = nil,
        _ path: String? = nil,
        _ rules: Rule...,
        times count: Int,
        after number: Int = 0,
        of router: Router? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let failure = (router ?? .ofTest).failure(expecting: method, path, rules, count: count, after: number)
        guard let failure else { return }
        Issue.record(Comment(rawValue: failure), sourceLocation: sourceLocation)
        #if canImport(XCTest)
            // XCTest ignores the issue.
            if Test.current == nil { XCTFail("\(sourceLocation.fileID):\(sourceLocation.line): \(failure)") }
        #endif
    }
#endif
