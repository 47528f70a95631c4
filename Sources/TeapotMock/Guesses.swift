// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation
public import Teapot

// Names that newcomers guess. They don't compile, but the compiler's error says what to write instead, so they need no
// comments. Their bodies never run.

extension MockTeapot {
    @available(*, unavailable, message: "Use 'fixture:' with .json(…), .status(404), or .file(…) and 'directory:'.")
    public convenience init(
        bundle: Bundle? = nil, fixture: Response? = nil, json: Any? = nil, status: Any? = nil, error: Any? = nil,
        responses: [Response]? = nil, fixtures: [Response]? = nil, file: Any? = nil, filename: Any? = nil
    ) { self.init(fixture: .ok) }
    @available(*, unavailable, message: "Use 'router.verify(…)', or 'expectRequests(…)' of TeapotMockTesting.")
    public func verify(_ method: Teapot.Method, _ path: String, _ rules: Rule..., times: Int? = nil) {}
    @available(*, unavailable, renamed: "init(router:)")
    public convenience init(_ router: Router) { self.init(router: router) }
    @available(*, unavailable, message: "Use 'MockTeapot(router: router)', and 'router.get(path) { request in … }'.")
    public convenience init(_ handler: (Request) -> Response) { self.init(fixture: .ok) }
    @available(*, unavailable, message: "Use 'MockTeapot(router: router)', and 'router.get(path, with: …)'.")
    public func stub(_ path: String, _ value: Any? = nil, with: Response? = nil, response: Response? = nil) {}
    @available(*, unavailable, message: "Use 'MockTeapot(router: router)', and 'router.get(path, with: …)'.")
    public func stub(_ method: Teapot.Method, _ path: String, with: Response? = nil, response: Response? = nil) {}
}

extension Request {
    @available(*, unavailable, renamed: "method") public var httpMethod: String { method }
    @available(*, unavailable, renamed: "headers") public var headerFields: Teapot.HeaderFields { headers }
    @available(*, unavailable, renamed: "query") public var queryItems: [URLQueryItem] { query }
    @available(*, unavailable, renamed: "components") public var params: [String: String] { components }
    @available(*, unavailable, renamed: "components") public var parameters: [String: String] { components }
}

extension Response {
    @available(*, unavailable, message: "Use 'MockTeapot(bundle: .module, mockFilename: \"users\")'.")
    public static func bundle(_ name: String) -> Response { .ok }
    @available(*, unavailable, renamed: "file(_:)")
    public static func fixture(_ name: String) -> Response { .ok }
    @available(*, unavailable, renamed: "headers") public var headerFields: Teapot.HeaderFields { headers }
    @available(*, unavailable, message: "Use '.error(.timedOut)'.")
    public static var timeout: Response { .error(.timedOut) }
    @available(*, unavailable, message: "List them: 'with: first, second'.")
    public static func sequence(_ responses: [Response]) -> Response { .ok }
    @available(*, unavailable, message: "Use seconds: '.delayed(by: 0.5)'.")
    public func delay(_ duration: Duration) -> Response { self }
    @available(*, unavailable, renamed: "delayed(by:)") public func delay(_ seconds: Double) -> Response { self }
    @available(*, unavailable, renamed: "error(_:)")
    public static func failure(_ code: URLError.Code) -> Response { .error(code) }
    @available(*, unavailable, renamed: "json(_:)")
    public static func encodable(_ value: some Encodable) -> Response { .ok }
    @available(*, unavailable, message: "Use seconds: '.delayed(by: 0.5)'.")
    public func delayed(by duration: Duration) -> Response { self }
    @available(*, unavailable, message: "Write '.json(…, status: 404, headers: …)'.")
    public static func json(_: some Encodable, statusCode: Any..., code: Any..., headerFields: Any...) -> Self { .ok }
    @available(*, unavailable, message: "Write '.json(…, status: 404)'.")
    public static func status(_ status: Teapot.StatusCode, json: Response) -> Response { .ok }
    @available(*, unavailable, message: "Write '.text(…, status: 404)', '.json(…, status: 404)' or '.data(…)'.")
    public static func status(_: Teapot.StatusCode, body: Any? = nil, message: Any? = nil) -> Response { .ok }
    @available(*, unavailable, message: "Write '.file(\"a.json\")'. The router or the mock knows the folder or bundle.")
    public static func file(_: String, bundle: Bundle? = nil, in: Any? = nil, ext: String? = nil) -> Self { .ok }
    @available(*, unavailable, message: "Write 'status: 404', and 'contentType:'.")
    public static func text(_: String, type: String? = nil, statusCode: Int? = nil) -> Response { .ok }
    @available(*, unavailable, message: "Write 'status: 404', and 'contentType:'.")
    public static func data(_: Data, type: String? = nil, statusCode: Int? = nil) -> Response { .ok }
    @available(*, unavailable, message: "Write 'status: .movedPermanently'.")
    public static func redirect(to: String, permanent: Bool) -> Response { .ok }
    @available(*, unavailable, message: "Write '.status(404)' or '.json(…, status: 404)'.")
    public init(statusCode: Int, headers: Any..., body: Any..., data: Any...) { self = .ok }
}

extension Journal {
    @available(*, unavailable, message: "Use 'requests.count', or 'try count(of: .path(\"/a\"))'.")
    public var count: Int { 0 }
}

extension Response: ExpressibleByIntegerLiteral {
    @available(*, deprecated, message: "Write '.status(404)' for a status, or '.json(404)' for a number.")
    public init(integerLiteral number: Int) {
        self = 100..<600 ~= number ? .status(Teapot.StatusCode(number)) : .json(number)
    }
}

extension Router {
    @available(*, unavailable, renamed: "any") public var all: Verb { any }
    @available(*, unavailable, message: "Write the method as a function: 'router.get(path) { request in … }'.")
    public func on(_: Teapot.Method, _: String = "", with: Response? = nil, _: ((Request) -> Response)? = nil) {}
    @available(*, unavailable, message: "Write 'router.any(\"**\") { request in … }'.")
    public func use(_ handler: (Request) -> Response?) {}
    @available(*, unavailable, message: "Write 'times:' instead of 'count:'.")
    public func verify(_ method: Teapot.Method, _ path: String, _ rules: Rule..., count: Int) {}
    @available(*, unavailable, renamed: "reset()") public func resetHandlers() {}
    @available(*, unavailable, message: "Use 'journal.clear()'.") public func resetRequests() {}
    @available(*, unavailable, message: "Use 'violations', or 'verify()' at the end of a test.")
    public var unmatchedRequests: [Request] { [] }
}

extension Router.Verb {
    @available(*, unavailable, message: "List them: 'with: first, second'.")
    @_disfavoredOverload
    public func callAsFunction(_ path: String, with: [Response]) {}
    @available(*, unavailable, message: "Write 'with:' before the response.")
    @_disfavoredOverload
    public func callAsFunction(_: String, _: Response..., times: Int? = nil) {}
    @available(*, unavailable, message: "Write 'with:' before the value.")
    @_disfavoredOverload
    public func callAsFunction(_: String, _: any Encodable, times: Int? = nil) {}
    @available(*, unavailable, message: "Write 'when:' before the rules: 'when: .query([\"page\": \"2\"]), with: …'.")
    @_disfavoredOverload
    public func callAsFunction(_ path: String, _ rules: Rule..., matching: Rule..., with: Response) {}
    @available(*, unavailable, message: "Write 'when: .query([\"page\": \"2\"]), .headers([…]), with: …'.")
    @_disfavoredOverload
    public func callAsFunction(_: String, query: [String: String]?, headers: [String: String]..., with: Response) {}
    @available(*, unavailable, message: "Write 'when: .query([\"page\": \"2\"]), .headers([…]), with: …'.")
    @_disfavoredOverload
    public func callAsFunction(_: String, headers: [String: String]?, with: Response) {}
    @available(*, unavailable, message: "Write 'when: .matching { request in … }'.")
    @_disfavoredOverload
    public func callAsFunction(_: String, when: (Request) -> Bool, times: Int? = nil, with: Response...) {}
    @available(*, unavailable, message: "Write 'with: .json(…)'.")
    @_disfavoredOverload
    public func callAsFunction(_ path: String, with json: JSON) {}
    @available(*, unavailable, message: "Write 'with: .json(…)'.")
    @_disfavoredOverload
    public func callAsFunction(_ path: String, with json: [String: Any]) {}
    @available(*, unavailable, message: "Write 'with: .json(…, status: 201)', 'with: a, b', or 'times: 1, with: …'.")
    @_disfavoredOverload
    public func callAsFunction(_: String, with: Response..., once: Bool..., responses: [Response]..., status: Any...) {}
}

extension Rule {
    @available(*, unavailable, message: "Use '.headers([\"X-Role\": \"guest\"])'.")
    public static func header(_ name: Any, equals value: String = "", _ other: String = "") -> Rule { .headers([:]) }
    @available(*, unavailable, message: "Use '.query([\"page\": \"2\"])'.")
    public static func query(_ name: String, equals value: String = "", _ other: String = "") -> Rule { .query([:]) }
}
