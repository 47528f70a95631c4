#if canImport(XCTest)
    public import Teapot
    public import TeapotMock
    public import XCTest

    extension XCTestCase {
        /// Compares the number of requests that a router received with the expected one, and fails the test if they
        /// differ.
        ///
        /// The failure lists the requests that were received, and names the conditions that the nearest other request
        /// does not meet.
        ///
        /// - Parameters:
        ///   - method: The method, or `nil` for any.
        ///   - path: The path below the base URL of the router, such as `/users/:id`, or `nil` for any.
        ///   - rules: Further rules that a request has to match.
        ///   - count: The expected number of requests.
        ///   - number: The number of an entry, such as an earlier `lastNumber` of the journal. Only later requests
        ///     count.
        ///   - router: The router that received the requests.
        ///   - filePath: The path of the source file of the test.
        ///   - line: The line of the failure.
        public func expectRequests(
            _ method: Teapot.Method? = nil,
            _ path: String? = nil,
            matching rules: Rule...,
            count: Int,
            after number: Int = 0,
            of router: Router,
            filePath: StaticString = #filePath,
            line: UInt = #line
        ) {
            let failure = router.journal.failure(expecting: method, path, rules, count: count, after: number)
            if let failure { XCTFail(failure, file: filePath, line: line) }
        }
    }
#endif
