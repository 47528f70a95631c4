#if canImport(Testing)
    public import Foundation
    import Teapot
    public import TeapotMock
    public import Testing

    /// A trait that gives a test its own router, and fails the test if that router has violations; written `.router`.
    ///
    /// ```swift
    /// @Test(.router("https://api.test")) func `A user is found by number`() async throws {
    ///     Router.current.get("/users/7", with: .json(["id": 7, "name": "Ada"]))
    ///     let users = Users(teapot: MockTeapot(router: .current))
    ///     #expect(try await users.name(of: 7) == "Ada")
    /// }
    /// ```
    ///
    /// On a suite, the trait gives a router to each test, and to each case of a test with arguments. No test sees
    /// another test's routes or requests.
    ///
    /// When the test ends, it fails for each request that no route answered, at the line of the test, unless it already
    /// failed with that request's error; for each request that a route refused, at the line where its headers are
    /// required; for each handler that threw an error and each body that can't be sent, at the line of its route; and
    /// for each route and each response that was never used, at the line where the route was registered. It also fails
    /// if neither its router nor a mock that it created received a request, or if a `Teapot` or `URLSession.shared`
    /// sent a request to the network from its tasks. Unused parts of such mocks and of scenarios also fail it; see
    /// <doc:TestsThatCannotPassByAccident>. A test that threw an error or was cancelled doesn't also fail for unused
    /// parts.
    ///
    /// If its router received requests, a failed test has attachments: the transcript of the requests, the exchanges as
    /// a HAR file without secrets, and the near misses. `swift test --attachments-path` writes them to a folder.
    ///
    /// After the test, the router doesn't answer requests and has released its routes. Responses that have begun still
    /// complete, but the test doesn't wait for them.
    public struct RouterTrait: TestTrait, SuiteTrait {
        let baseURL: String
        let fixtures: URL?
        let time: Router.Time
        let seed: UInt64
        let isOptional: Bool

        /// Whether each test of a suite has the trait, too.
        ///
        /// It's always `true`.
        public var isRecursive: Bool { true }
    }

    extension Trait where Self == RouterTrait {
        /// A trait that gives each test its own router for any URL, and fails the test if that router has violations.
        public static var router: Self { router() }

        /// Returns a trait that gives each test its own router, and fails the test if that router has violations.
        ///
        /// - Parameters:
        ///   - baseURL: The beginning of the URLs that the router answers: `https://api.test/v1`, `api.test/v1` for any
        ///     scheme and subdomain, `/v1` for any host, or an empty string for every URL.
        ///   - fixtures: The directory of response fixtures, or `nil` for none.
        ///   - time: The way time passes for calls that the router answers.
        ///   - seed: The seed for the random numbers of calls in skipped time, such as the jitter of retries.
        ///   - isOptional: Whether a test passes even if its router and the mocks that it creates from fixtures receive
        ///     no requests, or if it also sends requests to the network.
        /// - Returns: The trait.
        public static func router(
            _ baseURL: String = "",
            fixtures: URL? = nil,
            time: Router.Time = .skipped,
            seed: UInt64 = 0,
            isOptional: Bool = false
        ) -> Self {
            RouterTrait(baseURL: baseURL, fixtures: fixtures, time: time, seed: seed, isOptional: isOptional)
        }
    }
#endif
