#if canImport(XCTest)
    import Foundation
    import Teapot
    public import TeapotMock
    public import XCTest

    extension XCTestCase {
        /// Creates a router for the running test, and fails the test if that router has violations.
        ///
        /// ```swift
        /// func testUserIsFoundByNumber() async throws {
        ///     let router = makeRouter("https://api.test")
        ///     router.get("/users/7", with: .json(["id": 7, "name": "Ada"]))
        ///     let name = try await Users(teapot: MockTeapot(router: router)).name(of: 7)
        ///     XCTAssertEqual(name, "Ada")
        /// }
        /// ```
        ///
        /// When the test ends, it fails for each request that no route answered, at the line of this call; for each
        /// request that a route refused, at the line where its headers are required; for each handler that threw an
        /// error and each body that can't be sent, at the line of its route; for each route and each response that was
        /// never used, at the line where the route was registered; and for unused required headers and scenarios. A
        /// test that threw an error or was skipped doesn't also fail for unused parts.
        ///
        /// Handlers on other threads run with the task-local values in effect here. XCTest attributes a failed
        /// assertion to the test that is running at that time, so await each request in the test.
        ///
        /// After the test, the router doesn't answer requests, runs no handlers whose delay hasn't ended, and
        /// has released its routes. Responses that have begun still complete, but the test doesn't wait for them.
        ///
        /// If its router received requests, a failed test has attachments: the transcript of the requests, the
        /// exchanges as a HAR file without secrets, and the near misses. On Linux, where XCTest has no attachments, a
        /// failure message contains the transcript.
        ///
        /// - Parameters:
        ///   - baseURL: The beginning of the URLs that the router answers: `https://api.test/v1`, `api.test/v1` for any
        ///     scheme and subdomain, `/v1` for any host, or an empty string for every URL.
        ///   - fixtures: The directory of response fixtures, or `nil` for none.
        ///   - time: The way time passes for calls that the router answers.
        ///   - seed: The seed for the random numbers of calls in skipped time, such as the jitter of retries.
        ///   - fileID: The module and the file where the router is created.
        ///   - filePath: The full path of the file where the router is created.
        ///   - line: The line where the router is created.
        /// - Returns: The router.
        public func makeRouter(
            _ baseURL: String = "",
            fixtures: URL? = nil,
            time: Router.Time = .skipped,
            seed: UInt64 = 0,
            fileID: StaticString = #fileID,
            filePath: StaticString = #filePath,
            line: UInt = #line
        ) -> Router {
            let here = SourcePlace(fileID: fileID, filePath: filePath, line: line)
            let router = Router(baseURL, fixtures: fixtures, testValues: .ofTestCase())
            router.time = time
            router.seed = seed
            // XCTest calls and releases the block on the thread that ran the test, but the compiler can't see that.
            nonisolated(unsafe) let test = self
            addTeardownBlock {
                let run = test.testRun
                let hasThrown = (run?.unexpectedExceptionCount ?? 0) > 0
                let isCutShort = hasThrown || run?.hasBeenSkipped == true
                let name = "the test \(test.name) (\(here))"
                let passedOver = hasThrown ? router.passedOver() : []
                test.fail(for: router.finish(name, isCutShort: isCutShort) + passedOver, of: router, at: here)
            }
            return router
        }
    }

    extension TaskValues {
        /// Returns the task-local values of the running XCTest test.
        ///
        /// XCTest doesn't mark a test's tasks, so any task is assumed to belong to the test, as is the test's thread.
        fileprivate static func ofTestCase() -> TaskValues {
            // This is only compared with other threads.
            nonisolated(unsafe) let thread = Thread.current
            let values = TaskValues { _ in withUnsafeCurrentTask { $0 != nil } || Thread.current === thread }
            values.capture()
            return values
        }
    }
#endif
