#if canImport(XCTest)
    public import Teapot
    public import TeapotMock
    public import XCTest

    extension XCTestCase {
        /// Makes a router for the test that runs, and fails that test for what went wrong with it.
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
        /// When the test is over it fails for each request that no route answered, at the line of this call; for each
        /// that a route refused, at the line where its header fields are expected; and for each route that was never
        /// used, at the line where that was registered. A test that threw, or was skipped, does not fail for unused
        /// routes too. From then on the router answers nothing, and has let go of its routes; what it is answering at
        /// that moment goes on, but the test does not wait for it.
        ///
        /// - Parameters:
        ///   - baseURL: What the URLs begin with that the router answers: `https://api.test/v1`, `api.test/v1` for any
        ///     scheme, `/v1` for any host, or nothing.
        ///   - fixtures: The directory of the files that responses name; `nil` for none.
        ///   - fileID: Where the router is made.
        ///   - filePath: Where the router is made.
        ///   - line: Where the router is made.
        /// - Returns: The router.
        public func makeRouter(
            _ baseURL: String = "",
            fixtures: URL? = nil,
            fileID: StaticString = #fileID,
            filePath: StaticString = #filePath,
            line: UInt = #line
        ) -> Router {
            let here = SourcePlace(fileID: fileID, filePath: filePath, line: line)
            let router = Router(baseURL, fixtures: fixtures)
            // XCTest calls the block where it ran the test, and lets go of it then, but does not tell the compiler so.
            nonisolated(unsafe) let test = self
            addTeardownBlock {
                let run = test.testRun
                let isCutShort = (run?.unexpectedExceptionCount ?? 0) > 0 || run?.hasBeenSkipped == true
                let name = "the test \(test.name) (\(here))"
                for violation in router.finish(name, isCutShort: isCutShort) {
                    let place = violation.place ?? here
                    XCTFail(violation.message, file: place.filePath, line: place.line)
                }
            }
            return router
        }
    }
#endif
