public import Foundation
public import Teapot

// Names that newcomers guess. They don't compile, but the compiler's error suggests the right name and offers a fix-it.

extension MockTeapot {
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Use 'MockTeapot(fixture:)' with .json(…), .status(404) or .error(.timedOut).")
    public convenience init(
        fixture: Response? = nil, json: Any? = nil, status: Any? = nil, error: (any Error)? = nil,
        responses: [Response]? = nil, fixtures: [Response]? = nil, file: Any? = nil
    ) { self.init(fixture: .ok) }
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Use 'router.verify(…)', or 'expectRequests(…)' of TeapotMockTesting.")
    public func verify(_ method: Teapot.Method, _ path: String, _ rules: Rule..., times: Int? = nil) {}
    /// A guess at `init(router:)`.
    @available(*, unavailable, renamed: "init(router:)")
    public convenience init(_ router: Router) { self.init(router: router) }
}

extension Request {
    /// A guess at `method`.
    @available(*, unavailable, renamed: "method") public var httpMethod: String { method }
    /// A guess at `headers`.
    @available(*, unavailable, renamed: "headers") public var headerFields: Teapot.HeaderFields { headers }
    /// A guess at `query`.
    @available(*, unavailable, renamed: "query") public var queryItems: [URLQueryItem] { query }
    /// A guess at `components`.
    @available(*, unavailable, renamed: "components") public var params: [String: String] { components }
    /// A guess at `components`.
    @available(*, unavailable, renamed: "components") public var parameters: [String: String] { components }
}

extension Response {
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Use 'MockTeapot(bundle: .module, mockFilename: \"users\")'.")
    public static func bundle(_ name: String) -> Response { .file(name) }
    /// A guess at `file(_:)`.
    @available(*, unavailable, renamed: "file(_:)")
    public static func fixture(_ name: String) -> Response { .file(name) }
    /// A guess at `headers`.
    @available(*, unavailable, renamed: "headers") public var headerFields: Teapot.HeaderFields { headers }
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Use '.error(.timedOut)'.")
    public static var timeout: Response { .error(.timedOut) }
    /// A guess at `error(_:)`.
    @available(*, unavailable, renamed: "error(_:)")
    public static func fail(_ code: URLError.Code) -> Response { .error(code) }
    /// A guess at `json(_:)`.
    @available(*, unavailable, renamed: "json(_:)")
    public static func encodable(_ value: some Encodable) -> Response { .json(value) }
    /// A guess at `delayed(by:)`.
    @available(*, unavailable, message: "Use seconds: '.delayed(by: 0.5)'.")
    public func delayed(by duration: Duration) -> Response { self }
    /// A guess at `json(_:status:)`.
    @available(*, unavailable, renamed: "json(_:status:)")
    public static func json(_ value: some Encodable, statusCode: Any) -> Response { .ok }
    /// A guess at `json(_:status:)`.
    @available(*, unavailable, renamed: "json(_:status:)")
    public static func json(_ json: JSON, statusCode: Any? = nil, code: Any? = nil) -> Response { .ok }
}

extension Router {
    /// A guess at `any`.
    @available(*, unavailable, renamed: "any") public var all: Verb { any }
    /// A guess at `reset()`.
    @available(*, unavailable, renamed: "reset()") public func resetHandlers() {}
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Use 'journal.clear()'.") public func resetRequests() {}
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Use 'violations', or 'verify()' at the end of a test.")
    public var unmatchedRequests: [Request] { [] }
}

extension Router.Verb {
    /// A guess at a response with a status; a number from 100 to 599 is one, and any other is JSON.
    @available(*, deprecated, message: "Write 'with: .status(404)' for a status, or 'with: .json(404)' for a number.")
    @discardableResult
    public func callAsFunction(_ path: String, times: Int? = nil, with status: Int) -> Router.Registration {
        self(path, times: times, with: 100..<600 ~= status ? .status(.init(status)) : .json(status))
    }
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Write a closure or 'with: first, second, …', and 'times: 1' before it.")
    public func callAsFunction(_ path: String, with: Response? = nil, once: Bool? = nil, responses: [Response] = []) {}
}

extension Rule {
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Use '.headers([\"X-Role\": \"guest\"])'.")
    public static func header(_ name: String, equals value: String = "", _ other: String = "") -> Rule { .headers([:]) }
}
