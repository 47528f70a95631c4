// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

// Names that newcomers guess. They don't compile, but the compiler's error says what to write instead, so they need no
// comments. Their bodies never run.

extension Teapot.Options {
    @available(*, unavailable, message: "Write seconds for 'timeout:', and 'retriers: [.backoff(attempts: 3)]'.")
    public init(headers: Any? = nil, timeout: Any? = nil, retry: Teapot.Retrier) { fatalError() }
    @available(*, unavailable, renamed: "adapters") public var interceptors: [Teapot.Adapter] {
        get { adapters }
        set {}
    }
    @available(*, unavailable, message: "Use 'retriers', such as [.backoff(attempts: 3)].")
    public var retryPolicy: Teapot.Retrier? {
        get { nil }
        set {}
    }
    @available(*, unavailable, renamed: "logLevel") public var logger: Teapot.Logger.Level {
        get { logLevel }
        set {}
    }
}

extension Teapot.Retrier {
    @available(*, unavailable, renamed: "backoff(attempts:)")
    public static func exponentialBackoff(maxAttempts: Int = 3, attempts: Int = 3) -> Self { .backoff() }
}

extension Teapot.Response {
    @available(*, unavailable, renamed: "body") public var data: Data { body }
    @available(*, unavailable, renamed: "text") public var string: String? { text }
    @available(*, unavailable, renamed: "decode(_:using:)")
    public func decode<T>(_ type: T.Type, with decoder: JSONDecoder) throws -> T { throw CancellationError() }
    @available(*, unavailable, renamed: "decode(_:)")
    public func decode<Value: Decodable>(as type: Value.Type) throws(TeapotError) -> Value { try decode(type) }
}

extension TeapotError {
    @available(*, unavailable, renamed: "body") public var data: Data? { body }
    @available(*, unavailable, renamed: "statusCode") public var responseCode: Int? { statusCode }
    @available(*, unavailable, renamed: "statusCode") public var status: Int? { statusCode }
    @available(*, unavailable, renamed: "description") public var message: String { description }
    @available(*, unavailable, message: "Use 'type', or 'statusCode'.") public var code: Int { 0 }
    @available(*, unavailable, message: "Use 'underlyingError as? URLError'.") public var urlError: URLError? { nil }
    @available(*, unavailable, message: "Write 'catch .timeout' or 'type == .timeout'; in a mock, '.error(.timedOut)'.")
    public static var timeout: Self { fatalError() }
    @available(*, unavailable, message: "Write 'catch let error where error.statusCode == 404'.")
    public static func status(_ code: Int) -> Self { fatalError() }
}

extension TeapotError.ErrorType {
    @available(*, unavailable, message: "Use 'statusCode == 401'.") public static var unauthorized: Self { .timeout }
    @available(*, unavailable, message: "Use 'statusCode == 404'.") public static var notFound: Self { .timeout }
    @available(*, unavailable, renamed: "timeout") public static var timedOut: Self { .timeout }
}

extension URLError.Code {
    @available(*, unavailable, renamed: "timedOut") public static var timeout: Self { .unknown }
    @available(*, unavailable, renamed: "notConnectedToInternet") public static var offline: Self { .unknown }
}

extension Teapot.Request { @available(*, unavailable, renamed: "curl()") public var cURL: String { curl() } }

extension Teapot {
    @available(*, unavailable, message: "Create a URL from the text first: URL(string: \"https://api.test\")!")
    public convenience init(baseURL: String) { self.init(baseURL: URL(fileURLWithPath: baseURL)) }
    @available(*, unavailable, message: "Write 'options: Teapot.Options(headers: …)', which has the others, too.")
    public convenience init(
        baseURL: URL, headers: Any..., timeout: Any..., interceptors: Any..., decoder: Any..., encoder: Any...
    ) { self.init(baseURL: baseURL) }
}

@available(*, unavailable, message: "Write 'query: [\"page\": 2]', 'headerFields: …', and 'timeout: 3' in seconds.")
extension TeapotClient {
    public func get(
        _ path: String, query: Teapot.Query = [], queryItems: (any Sendable)? = nil, params: (any Sendable)? = nil,
        searchParams: (any Sendable)? = nil, headers: (any Sendable)? = nil, timeout: Duration? = nil,
        header: (any Sendable)? = nil
    ) async throws(TeapotError) -> Teapot.Response { fatalError() }
    public func get<Value: Decodable & Sendable>(
        _ path: String, query: Teapot.Query = [], queryItems: (any Sendable)? = nil, params: (any Sendable)? = nil,
        searchParams: (any Sendable)? = nil, headers: (any Sendable)? = nil, timeout: Duration? = nil,
        header: (any Sendable)? = nil, as: Value.Type? = nil
    ) async throws(TeapotError) -> Value { fatalError() }
}

@available(*, unavailable, message: "Write 'parameters: .json(…)' or .form(…), 'headerFields: …', and 'timeout: 3'.")
extension TeapotClient {
    public func post(
        _ path: String, query: Teapot.Query = [], parameters: Teapot.Payload? = nil, body: (any Sendable)? = nil,
        json: (any Sendable)? = nil, form: (any Sendable)? = nil, multipart: (any Sendable)? = nil,
        headers: (any Sendable)? = nil, timeout: Duration? = nil
    ) async throws(TeapotError) -> Teapot.Response { fatalError() }
    public func post<T>(
        _ path: String, query: Teapot.Query = [], parameters: Teapot.Payload? = nil, body: (any Sendable)? = nil,
        json: (any Sendable)? = nil, form: (any Sendable)? = nil, multipart: (any Sendable)? = nil,
        headers: (any Sendable)? = nil, timeout: Duration? = nil, as: T.Type? = nil
    ) async throws(TeapotError) -> T { fatalError() }
    public func put(
        _: Any, body: (any Sendable)? = nil, json: (any Sendable)? = nil, headers: (any Sendable)? = nil
    ) async -> Teapot.Response { fatalError() }
    public func put<T>(
        _: Any, body: (any Sendable)? = nil, json: (any Sendable)? = nil, headers: (any Sendable)? = nil, as: T.Type...
    ) async -> T { fatalError() }
    public func patch(
        _: Any, body: (any Sendable)? = nil, json: (any Sendable)? = nil, headers: (any Sendable)? = nil
    ) async -> Teapot.Response { fatalError() }
    public func patch<T>(
        _: Any, body: (any Sendable)? = nil, json: (any Sendable)? = nil, headers: (any Sendable)? = nil, as: T.Type...
    ) async -> T { fatalError() }
    public func post(_: Any, body: Teapot.Payload, headers: Any...) async -> Teapot.Response { fatalError() }
    public func post<T>(_: Any, body: Teapot.Payload, headers: Any..., as: T.Type...) async -> T { fatalError() }
    public func post(_: Any, _: Teapot.Payload, headers: Any...) async -> Teapot.Response { fatalError() }
    public func post<T>(_: Any, _: Teapot.Payload, headers: Any..., as: T.Type...) async -> T { fatalError() }
    public func put(_: Any, body: Teapot.Payload, headers: Any...) async -> Teapot.Response { fatalError() }
    public func put<T>(_: Any, body: Teapot.Payload, headers: Any..., as: T.Type...) async -> T { fatalError() }
    public func patch(_: Any, body: Teapot.Payload, headers: Any...) async -> Teapot.Response { fatalError() }
    public func patch<T>(_: Any, body: Teapot.Payload, headers: Any..., as: T.Type...) async -> T { fatalError() }
    public func put(_: Any, _: Teapot.Payload, headers: Any...) async -> Teapot.Response { fatalError() }
    public func put<T>(_: Any, _: Teapot.Payload, headers: Any..., as: T.Type...) async -> T { fatalError() }
}

@available(*, unavailable, message: "Write 'parameters: .json(value)' to send a value as JSON.")
extension TeapotClient {
    public func post(_ path: Any, parameters: some Encodable) async throws -> Teapot.Response { fatalError() }
    public func post<T>(_ path: String, parameters: some Encodable) async throws(TeapotError) -> T { fatalError() }
}

@available(*, unavailable, message: "Write 'send(makeRequest(.get, url: url))' for an absolute URL, or pass a path.")
extension TeapotClient {
    public func get(_ url: URL) async throws(TeapotError) -> Teapot.Response { fatalError() }
    public func get<T>(_ url: URL, as: T.Type...) async throws(TeapotError) -> T { fatalError() }
}

extension TeapotClient {
    @available(*, unavailable, message: "Write 'headerFields:' for the headers.")
    public func delete(_ path: String, headers: Any) async throws(TeapotError) {}
    @available(*, unavailable, message: "Write 'request(.post, path, parameters: .file(url), progress: …)'.")
    public func upload(
        _: Any, to: Any..., file: Any..., from: Any..., data: Any..., progress: ((Teapot.Progress) -> Void)? = nil
    ) async -> Teapot.Response { fatalError() }
    @available(*, unavailable, renamed: "request(_:_:)")
    public func request(_ path: String, method: Teapot.Method) async throws -> Teapot.Response { fatalError() }
    @available(*, unavailable, renamed: "makeRequest(_:_:)")
    public func makeRequest(_ path: Any, method: Teapot.Method) throws -> Teapot.Request { fatalError() }
}
