#if canImport(XCTest)
    public import Teapot
    public import TeapotMock
    public import XCTest

    extension XCTestCase {
        /// Fails the test if a router hasn't received the expected number of requests.
        ///
        /// The failure lists the matching requests, and names the conditions that the nearest other request doesn't
        /// meet.
        ///
        /// - Parameters:
        ///   - method: The method, or `nil` for any method.
        ///   - path: The path below the router's base URL, such as `/users/:id`, or `nil` for any path.
        ///   - rules: Additional rules that a request must match.
        ///   - count: The expected number of requests.
        ///   - number: The number of a journal entry, such as an earlier `lastNumber`. Only later requests count.
        ///   - router: The router that received the requests. Without one, the test fails.
        ///   - filePath: The path of the source file of the test.
        ///   - line: The line at which to report a failure.
        public func expectRequests(
            _ method: Teapot.Method? = nil,
            _ path: String? = nil,
            _ rules: Rule...,
            times count: Int,
            after number: Int = 0,
            of router: Router? = nil,
            filePath: StaticString = #filePath,
            line: UInt = #line
        ) {
            let failure = router.failure(expecting: method, path, rules, count: count, after: number)
            if let failure { XCTFail(failure, file: filePath, line: line) }
        }
    }
#endif
