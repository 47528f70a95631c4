#if canImport(XCTest)
    import Foundation
    import Teapot
    import TeapotMock
    import TeapotMockTesting
    import Testing
    import XCTest

    /// The runs of a test with XCTest.
    final class XCTestFailureTests: XCTestCase {
        func testEachFailureIsTried() async throws {
            let router = makeRouter("https://api.test")
            router.get("/a", with: ["id": 1])
            let names = Locked<[String]>([])
            let report = try await everyFailure(router: router, budget: 0) {
                Router.current.get("/b", with: ["id": 2])
                let teapot = MockTeapot(router: .current)
                _ = try? await teapot.get("a")
                _ = try await teapot.get("b")
            } check: { outcome in
                names.withLock { $0.append("\(outcome.path)") }
            }
            XCTAssertEqual(report.requests, ["GET /a", "GET /b"])
            XCTAssertEqual(report.findings.count, 0, "\(report)")
            XCTAssertEqual(names.withLock { $0 }.contains("2:cut@4"), true)
        }

        func testPathIsRunAlone() async throws {
            let report = try await everyFailure(replaying: "1:503") {
                Router.current.get("/a", with: ["id": 1])
                _ = try? await MockTeapot(router: .current).get("a")
            }
            XCTAssertEqual(report.runCount, 3)
        }
    }

    #if !canImport(ObjectiveC)
        extension `A test case with a router` {
            @Test func `it fails once for each finding and each failed assertion of its runs`() async throws {
                let line: UInt = #line + 4
                let failures = try await failures { test in
                    nonisolated(unsafe) let test = test
                    wait {
                        _ = try? await test.everyFailure(of: [.reset], budget: 0) {
                            Router.current.post("/a", with: ["id": 1])
                            let teapot = MockTeapot(router: .current)
                            do { _ = try await teapot.post("a") } catch { _ = try await teapot.post("a") }
                        } check: { outcome in
                            XCTAssertEqual(outcome.requests.count, 1)
                        }
                    }
                }
                #expect(failures.map(\.place).suffix(2) == ["\(#filePath):\(line)", "\(#filePath):\(line)"])
                let texts = failures.map(\.text)
                // The assertion fails in the run with one reset, and in the run with a lasting reset.
                #expect(texts.count == 4, "\(texts)")
                #expect(texts.contains { $0.contains("POST /a was sent again after “reset”") }, "\(texts)")
                #expect(texts.contains { $0.contains("Assertions failed in this run") && $0.contains("1:reset") })
            }

            /// Waits on this thread for an asynchronous closure.
            private func wait(_ body: @escaping @Sendable () async -> Void) {
                let done = DispatchSemaphore(value: 0)
                Task {
                    await body()
                    done.signal()
                }
                done.wait()
            }
        }
    #endif
#endif
