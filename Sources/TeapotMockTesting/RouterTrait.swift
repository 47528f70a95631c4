#if canImport(Testing)
    public import Foundation
    import Teapot
    import TeapotMock
    public import Testing

    /// A trait that gives a test its own router, and fails the test for violations on that router; written `.router`.
    ///
    /// ```swift
    /// @Test(.router("https://api.test")) func `A user is found by number`() async throws {
    ///     Router.current.get("/users/7", with: .json(["id": 7, "name": "Ada"]))
    ///     let users = Users(teapot: MockTeapot(router: .current))
    ///     #expect(try await users.name(of: 7) == "Ada")
    /// }
    /// ```
    ///
    /// The trait of a suite gives a router to each of its tests, and to each case of a test with arguments. No test
    /// sees the routes or the requests of another.
    ///
    /// At its end the test fails for each request that no route answered, at the line of the test; for each request
    /// that a route refused, at the line where its header fields are required; and for each route that was never used,
    /// at the line where the route was registered. A test that threw or was cancelled does not also fail for unused
    /// routes.
    ///
    /// After the test the router answers no requests and has released its routes. Responses that have begun are
    /// completed, but the test does not wait for them.
    public struct RouterTrait: TestTrait, SuiteTrait, TestScoping {
        let baseURL: String
        let fixtures: URL?

        /// A Boolean value that indicates whether each test of a suite has the trait, too.
        ///
        /// It is always `true`.
        public var isRecursive: Bool { true }

        /// Runs a test with its router.
        ///
        /// - Parameters:
        ///   - test: The test.
        ///   - testCase: The case of the test to run.
        ///   - function: The function that runs the test.
        /// - Throws: The error that the test threw.
        public func provideScope(
            for test: Test,
            testCase: Test.Case?,
            performing function: @Sendable () async throws -> Void
        ) async throws {
            let router = Router(baseURL, fixtures: fixtures)
            let place = test.sourceLocation
            let name = "the test “\(test.displayName ?? test.name)” (\(place.fileID):\(place.line))"
            do {
                try await Router.$ofTest.withValue(router, operation: function)
            } catch {
                record(router.finish(name, isCutShort: true), in: test)
                throw error
            }
            record(router.finish(name, isCutShort: false), in: test)
        }

        private func record(_ violations: [Router.Violation], in test: Test) {
            for violation in violations {
                let location = violation.place.flatMap { SourceLocation($0) } ?? test.sourceLocation
                Issue.record(Comment(rawValue: violation.message), sourceLocation: location)
            }
        }
    }

    extension Trait where Self == RouterTrait {
        /// A trait that gives each test its own router for any URL, and fails the test for violations on that router.
        public static var router: Self { router() }

        /// Returns a trait that gives each test its own router, and fails the test for violations on that router.
        ///
        /// - Parameters:
        ///   - baseURL: The beginning of the URLs that the router answers: `https://api.test/v1`, `api.test/v1` for any
        ///     scheme, `/v1` for any host, or an empty string for every URL.
        ///   - fixtures: The directory of the files that responses name, or `nil` for none.
        /// - Returns: The trait.
        public static func router(_ baseURL: String = "", fixtures: URL? = nil) -> Self {
            RouterTrait(baseURL: baseURL, fixtures: fixtures)
        }
    }

    extension SourceLocation {
        /// Creates the location for a place, or returns `nil` if the testing library does not accept the place.
        fileprivate init?(_ place: SourcePlace) {
            let (fileID, filePath) = ("\(place.fileID)", "\(place.filePath)")
            guard fileID.contains("/"), !filePath.isEmpty, let line = Int(exactly: place.line), line > 0 else {
                return nil
            }
            self.init(fileID: fileID, filePath: filePath, line: line, column: 1)
        }
    }
#endif
