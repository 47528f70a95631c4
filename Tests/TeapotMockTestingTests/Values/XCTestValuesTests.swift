// Only on platforms where a test case can be created from a closure, and thus run without being found by XCTest.
#if canImport(XCTest) && !canImport(ObjectiveC)
    import Foundation
    import Teapot
    import TeapotMock
    import TeapotMockTesting
    import Testing
    import XCTest

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    extension `A test case with a router` {
        @Test func `it fails for an assertion in a handler, whichever client sends the request`() async throws {
            let line: UInt = #line + 4
            let failures = try await failures { test in
                let router = test.makeRouter()
                router.get("/users/:id") { _ in
                    XCTFail("wrong")
                    return .status(204)
                }
                MockTeapot(router: router).get("/users/1") { _ in }
                get("users/2", from: router)
            }
            let requests = """
                failed - The requests of this test:
                GET https://mock.test/users/1
                Accept: application/json, */*;q=0.5

                ---

                GET https://api.test/users/2
                """
            #expect(failures.map(\.text) == ["failed - wrong", "failed - wrong", requests])
            #expect(failures.map(\.place) == [line, line, line - 2].map { "\(#filePath):\($0)" })
            #expect(failures.map(\.test) == ["Checked.test", "Checked.test", "Checked.test"])
        }

        @Test func `its handlers have the router's values, and on the test's own thread those of the call`()
            async throws
        {
            let found = Locked<[Int]>([])
            _ = try await failures { test in
                let router = Numbers.$current.withValue(5) { test.makeRouter() }
                router.get("/users/:id") { _ in
                    found.withLock { $0.append(Numbers.current) }
                    return .status(204)
                }
                get("users/1", from: router)
                Numbers.$current.withValue(6) { _ = MockTeapot(router: router).get("/users/2") { _ in } }
            }
            #expect(found.withLock { $0 } == [5, 6])
        }
    }

    /// Sends a request with a session that a router answers, and waits for the end of the response.
    private func get(_ path: String, from router: Router) {
        let session = URLSession(answeredBy: router)
        let done = DispatchSemaphore(value: 0)
        guard let url = URL(string: "https://api.test/\(path)") else { return }
        session.dataTask(with: url) { _, _, _ in done.signal() }.resume()
        done.wait()
        session.finishTasksAndInvalidate()
    }
#endif
