// Only on platforms where a test case can be created from a closure, and thus run without being found by XCTest.
#if canImport(XCTest) && !canImport(ObjectiveC)
    import Teapot
    import TeapotMock
    import TeapotMockFolders
    import TeapotMockTesting
    import TeapotTestSupport
    import Testing
    import XCTest

    /// Tests of test cases as XCTest runs them, and of the failures that it reports.
    @Suite(.serialized) struct `A test case with a router` {
        @Test func `it passes if everything is correct`() async throws {
            let failures = try await failures { test in
                let router = test.makeRouter("https://api.test", time: .skipped, seed: 7)
                #expect(router.baseURL == "https://api.test")
                #expect(router.time == .skipped)
                #expect(router.seed == 7)
                router.get("/users", with: .status(204))
                MockTeapot(router: router).get("/users") { _ in }
            }
            #expect(failures == [])
        }

        @Test func `it fails where its router is created for an unanswered request`() async throws {
            let line: UInt = #line + 2
            let failures = try await failures { test in
                let router = test.makeRouter()
                MockTeapot(router: router).get("/users") { _ in }
            }
            #expect(failures.map(\.place) == ["\(#filePath):\(line)"])
            #expect(failures.first?.test == "Checked.test")
            #expect(failures.first?.text.hasPrefix("failed - No route answered a request: ") == true)
        }

        @Test func `it fails at the route's line for one that was never used`() async throws {
            let line: UInt = #line + 2
            let failures = try await failures { test in
                test.makeRouter().get("/users", with: .status(204))
            }
            #expect(failures.map(\.place) == ["\(#filePath):\(line)"])
            #expect(failures.first?.text.hasPrefix("failed - The route GET /users was never used: ") == true)
        }

        @Test func `it fails at the route's line for responses that were not used up`() async throws {
            let line: UInt = #line + 3
            let failures = try await failures { test in
                let router = test.makeRouter()
                router.get("/job", with: .status(202), .status(200))
                router.get("/early", with: .status(202), .status(200)).allowsEarlyEnd()
                MockTeapot(router: router).get("/job") { _ in }
                MockTeapot(router: router).get("/early") { _ in }
            }
            #expect(failures.map(\.place) == ["\(#filePath):\(line)"])
            #expect(failures.first?.text.hasPrefix("failed - The route GET /job has 2 responses, ") == true)
        }

        @Test func `it fails at the line of required headers that no request was compared with`() async throws {
            let line: UInt = #line + 3
            let failures = try await failures { test in
                let router = test.makeRouter()
                MockTeapot(router: router).setExpectedHeaders(["X-Key": "1"])
            }
            #expect(failures.map(\.place) == ["\(#filePath):\(line)"])
            #expect(failures.first?.text.hasPrefix("failed - The required headers “X-Key” were ") == true)
        }

        @Test func `it fails at the line that activates a scenario with steps left`() async throws {
            let line: UInt = #line + 4
            let failures = try await failures { test in
                let switchboard = Switchboard()
                let scenario = Scenario("pay", steps: [.init(folder: "pay", responseFileName: "card")])
                switchboard.activate(scenario)
                test.makeRouter().switchboard = switchboard
            }
            #expect(failures.map(\.place) == ["\(#filePath):\(line)"])
            #expect(failures.first?.text.hasPrefix("failed - The scenario “pay” is still waiting for step 1 ") == true)
        }

        @Test func `it fails for requests that weren't sent, with a router or without one`() async throws {
            let line: UInt = #line + 3
            let failures = try await failures { test in
                let router = test.makeRouter("", time: .skipped)
                test.expectRequests(.get, "/users", times: 1, of: router)
                test.expectRequests(.get, "/users", times: 1)
                // Swift Testing records an issue without a test.
                withKnownIssue { TeapotMockTesting.expectRequests(.get, "/users", times: 1, of: router) }
            }
            let places = failures.prefix(2).map(\.place)
            #expect(places == ["\(#filePath):\(line)", "\(#filePath):\(line + 1)"])
            #expect(
                failures.map { $0.text.split(separator: "\n").first } == [
                    "failed - Expected 1 request with method GET, path /users, but none was received.",
                    """
                    failed - No test has a router here, so there are no requests to count. Give the test the trait \
                    `.router`; in XCTest, pass the router that `makeRouter()` returned: `expectRequests(times:of:)`.
                    """,
                    """
                    failed - \(#fileID):\(line + 3): Expected 1 request with method GET, path /users, but none was \
                    received.
                    """,
                ])
        }

        @Test func `it fails at the line that expects a missing header`() async throws {
            let line: UInt = #line + 4
            let failures = try await failures { test in
                let router = test.makeRouter()
                let route = router.get("/users", with: .status(204))
                route.expecting(headers: ["a": "b"])
                MockTeapot(router: router).get("/users") { _ in }
            }
            #expect(failures.map(\.place) == ["\(#filePath):\(line)"])
            let text = "failed - GET /users doesn't have the headers that the route GET /users expects. a: "
            #expect(failures.first?.text.hasPrefix(text) == true)
        }

        @Test func `a test that threw doesn't fail for an unused route, too`() async throws {
            let failures = try await failures { test in
                test.makeRouter().get("/users", with: .status(204))
                throw Thrown()
            }
            #expect(failures.map(\.text) == ["threw error \"thrown\""])
        }

        @Test func `a skipped test doesn't fail`() async throws {
            let failures = try await failures { test in
                test.makeRouter().get("/users", with: .status(204))
                throw XCTSkip("not today")
            }
            #expect(failures == [])
        }

        @Test func `it fails where a transcript is expected that can't be compared`() async throws {
            let line: UInt = #line + 2
            let failures = try await failures { test in
                test.expectTranscript(named: "a/b", of: test.makeRouter())
            }
            #expect(failures.map(\.place) == ["\(#filePath):\(line)"])
            #expect(failures.first?.text.hasPrefix("failed - “a/b” can't be the name of a transcript") == true)
        }

        @Test func `a failed test has its requests in the text of one failure`() async throws {
            let line: UInt = #line + 2
            let failures = try await failures { test in
                let router = test.makeRouter()
                router.get("/users", with: .status(204))
                MockTeapot(router: router).get("/users", parameters: ["b": 1, "a": 2]) { _ in }
                XCTFail("wrong")
            }
            #expect(failures.map(\.place) == ["\(#filePath):\(line + 3)", "\(#filePath):\(line)"])
            #expect(failures.last?.text.hasPrefix("failed - The requests of this test:\nGET /users?a=2&b=1\n") == true)
        }

        @Test func `a failed test has at most a hundred lines of requests in its failure`() async throws {
            let failures = try await failures { test in
                let router = test.makeRouter()
                for number in 0..<200 { MockTeapot(router: router).get("/\(number)") { _ in } }
            }
            let texts = failures.map(\.text).filter { $0.contains("\nThe requests of this test:\nGET /0\n") }
            #expect(texts.count == 1)
            #expect(texts.first?.hasSuffix(" more lines") == true)
        }

        @Test func `afterwards its router answers nothing, and names the test`() async throws {
            let (kept, line) = (Kept(), #line + 2)
            _ = try await failures { test in
                kept.router.withLock { $0 = test.makeRouter() }
            }
            let teapot = try MockTeapot(router: #require(kept.router.withLock { $0 }))
            let error = await #expect(throws: TeapotError.self) { try await teapot.get("users") }
            #expect(
                error?.description.contains("after the test Checked.test (\(#fileID):\(line)) and its router") == true)
        }
    }

    private final class Checked: XCTestCase {}

    struct Failure: Equatable {
        var test: String
        var text: String
        var place: String
    }

    /// An observer of failures in XCTest; `failures` has its own lock.
    private final class Observer: XCTestObservation, Sendable {
        let failures = Locked<[Failure]>([])

        func testCase(
            _ testCase: XCTestCase,
            didFailWithDescription description: String,
            inFile filePath: String?,
            atLine lineNumber: Int
        ) {
            let failure = Failure(test: testCase.name, text: description, place: "\(filePath ?? ""):\(lineNumber)")
            failures.withLock { $0.append(failure) }
        }
    }

    /// Returns the failures that XCTest reports when it runs a test case.
    func failures(in body: @escaping @Sendable (XCTestCase) throws -> Void) async throws -> [Failure] {
        try await onOwnThread {
            let observer = Observer()
            XCTestObservationCenter.shared.addTestObserver(observer)
            defer { XCTestObservationCenter.shared.removeTestObserver(observer) }
            Checked(name: "test", testClosure: body).run()
            return observer.failures.withLock { $0 }
        }
    }
#endif
