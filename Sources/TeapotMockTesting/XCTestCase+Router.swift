#if canImport(XCTest)
    import Foundation
    import Teapot
    public import TeapotMock
    public import XCTest

    extension XCTestCase {
        /// Creates a router for the running test, and fails that test for violations on the router.
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
        /// At its end the test fails for each request that no route answered, at the line of this call; for each
        /// request that a route refused, at the line where its header fields are required; for each handler that threw,
        /// at the line of its route; for each route and each
        /// response that was never used, at the line where the route was registered; and for required header fields and
        /// scenarios that were not used. A test that threw or was skipped does not also fail for what it did not use.
        ///
        /// Handlers that run on other threads have the task-local values that are in effect here. XCTest attributes a
        /// failed assertion to the test that runs at that time, so await each request in the test.
        ///
        /// After the test the router answers no requests, runs no handler that waits for its delay, and has released
        /// its routes. Responses that have begun are completed, but the test does not wait for them.
        ///
        /// A test that failed has attachments, if its router received requests: their transcript, the exchanges as a
        /// HAR file without secrets, and the routes that almost answered. On Linux, where XCTest has no attachments,
        /// the transcript is in the text of a failure.
        ///
        /// - Parameters:
        ///   - baseURL: The beginning of the URLs that the router answers: `https://api.test/v1`, `api.test/v1` for any
        ///     scheme, `/v1` for any host, or an empty string for every URL.
        ///   - fixtures: The directory of the files that responses name, or `nil` for none.
        ///   - time: The way in which time passes for the calls that the router answers.
        ///   - seed: The seed of the random numbers of calls in skipped time, such as the jitter of retries.
        ///   - fileID: The module and the file in which the router is created.
        ///   - filePath: The full path of the file in which the router is created.
        ///   - line: The line on which the router is created.
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
            // XCTest calls the block on the thread on which it ran the test, and releases it there, but this is not
            // visible to the compiler.
            nonisolated(unsafe) let test = self
            addTeardownBlock {
                let run = test.testRun
                let isCutShort = (run?.unexpectedExceptionCount ?? 0) > 0 || run?.hasBeenSkipped == true
                let name = "the test \(test.name) (\(here))"
                test.fail(for: router.finish(name, isCutShort: isCutShort), of: router, at: here)
            }
            return router
        }
    }

    extension TaskValues {
        /// Returns the values of a test of XCTest that runs here.
        ///
        /// Its tasks have no mark. So a task is assumed to belong to the test, and the thread of the test does, too.
        fileprivate static func ofTestCase() -> TaskValues {
            // It is only compared with others.
            nonisolated(unsafe) let thread = Thread.current
            let values = TaskValues { _ in withUnsafeCurrentTask { $0 != nil } || Thread.current === thread }
            values.capture()
            return values
        }
    }
#endif
