#if canImport(Testing)
    public import Teapot
    import TeapotMock
    public import Testing

    /// Gives a test a router of its own, and fails the test for what went wrong with it; written `.router`.
    ///
    /// ```swift
    /// @Test(.router("https://api.test")) func `A user is found by number`() async throws {
    ///     Router.current.get("/users/7", with: .json(["id": 7, "name": "Ada"]))
    ///     let users = Users(teapot: MockTeapot(router: .current))
    ///     #expect(try await users.name(of: 7) == "Ada")
    /// }
    /// ```
    ///
    /// A suite's trait gives one to each of its tests, and to each case of those that have arguments. No test sees the
    /// routes or the requests of another.
    ///
    /// When the test is over it fails for each request that no route answered, at the line of the test; for each that a
    /// route refused, at the line where its header fields are expected; and for each route that was never used, at the
    /// line where that was registered. A test that threw, or was cancelled, does not fail for unused routes too.
    ///
    /// From then on the router answers nothing, and has let go of its routes. What it is answering at that moment goes
    /// on, but the test does not wait for it.
    public struct RouterTrait: TestTrait, SuiteTrait, TestScoping {
        let baseURL: String
        let fixtures: URL?

        /// Whether each test of a suite has the trait, too: always.
        public var isRecursive: Bool { true }

        /// Runs a test with its router.
        ///
        /// - Parameters:
        ///   - test: The test.
        ///   - testCase: Which of its cases is run.
        ///   - function: What runs it.
        /// - Throws: What the test threw.
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
        /// Gives each test a router of its own for any URL, and fails the test for what went wrong with it.
        public static var router: Self { router() }

        /// Gives each test a router of its own, and fails the test for what went wrong with it.
        ///
        /// - Parameters:
        ///   - baseURL: What the URLs begin with that the router answers: `https://api.test/v1`, `api.test/v1` for any
        ///     scheme, `/v1` for any host, or nothing.
        ///   - fixtures: The directory of the files that responses name; `nil` for none.
        /// - Returns: The trait.
        public static func router(_ baseURL: String = "", fixtures: URL? = nil) -> Self {
            RouterTrait(baseURL: baseURL, fixtures: fixtures)
        }
    }

    extension SourceLocation {
        /// A place as the testing library has it; `nil` if it would not take it.
        fileprivate init?(_ place: SourcePlace) {
            let (fileID, filePath) = ("\(place.fileID)", "\(place.filePath)")
            guard fileID.contains("/"), !filePath.isEmpty, let line = Int(exactly: place.line), line > 0 else {
                return nil
            }
            self.init(fileID: fileID, filePath: filePath, line: line, column: 1)
        }
    }
#endif
