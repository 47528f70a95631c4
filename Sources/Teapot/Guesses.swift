public import Foundation

// Names that newcomers guess. They don't compile, but the compiler's error suggests the right name and offers a fix-it.
// Their bodies never run.

extension Teapot.Options {
    /// A guess at `adapters`.
    @available(*, unavailable, renamed: "adapters") public var interceptors: [Teapot.Adapter] {
        get { adapters }
        set {}
    }
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Use 'retriers', such as [.backoff(attempts: 3)].")
    public var retryPolicy: Teapot.Retrier? {
        get { nil }
        set {}
    }
    /// A guess at `redirects.maximum`.
    @available(*, unavailable, renamed: "redirects.maximum") public var maxRedirects: Int {
        get { redirects.maximum }
        set {}
    }
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Use 'observers', such as [.metrics { event in … }].")
    public var onEvent: (Teapot.CallEvent) -> Void {
        get { { _ in } }
        set {}
    }
    /// A guess at `logLevel`.
    @available(*, unavailable, renamed: "logLevel") public var logger: Teapot.Logger.Level {
        get { logLevel }
        set {}
    }
    /// A guess at `maximumBodyLength`.
    @available(*, unavailable, renamed: "maximumBodyLength") public var maxBodyLength: Int {
        get { maximumBodyLength }
        set {}
    }
    /// A guess at `decoder`.
    @available(*, unavailable, renamed: "decoder") public var jsonDecoder: JSONDecoder {
        get { decoder }
        set {}
    }
}

extension Teapot.Retrier {
    /// A guess at `backoff(attempts:)`.
    @available(*, unavailable, renamed: "backoff(attempts:)")
    public static func exponentialBackoff(maxAttempts: Int = 3) -> Self { .backoff(attempts: maxAttempts) }
}

extension Teapot.Response {
    /// A guess at `body`.
    @available(*, unavailable, renamed: "body") public var data: Data { body }
    /// A guess at `decode(_:using:)`.
    @available(*, unavailable, renamed: "decode(_:using:)")
    public func decode<T>(_ type: T.Type, with decoder: JSONDecoder) throws -> T { throw CancellationError() }
    /// A guess at `decode(_:)`.
    @available(*, unavailable, renamed: "decode(_:)")
    public func decode<Value: Decodable>(as type: Value.Type) throws(TeapotError) -> Value { try decode(type) }
}

extension TeapotError {
    /// A guess at `body`.
    @available(*, unavailable, renamed: "body") public var data: Data? { body }
    /// A guess at `statusCode`.
    @available(*, unavailable, renamed: "statusCode") public var responseCode: Int? { statusCode }
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Compare 'type' with '.cancelled', or write 'catch .cancelled'.")
    public var isCancelled: Bool { type == .cancelled }
}

extension TeapotError.ErrorType {
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Use 'statusCode == 401'.") public static var unauthorized: Self { .timeout }
    /// A guess at `noResponse`.
    @available(*, unavailable, renamed: "noResponse") public static var noConnection: Self { .noResponse }
}

extension Teapot.Request {
    /// A guess at `curl()`.
    @available(*, unavailable, renamed: "curl()") public var cURL: String { curl() }
}

extension Teapot.Parameters where Self == Teapot.Payload {
    /// A guess at `json(_:encoder:)`.
    @available(*, unavailable, renamed: "json(_:encoder:)")
    public static func encodable(_ value: some Encodable & Sendable, encoder: JSONEncoder? = nil) -> Self { .none }
}

extension Teapot.ServerSentEvent {
    /// A guess at `event`.
    @available(*, unavailable, renamed: "event") public var name: String { event }
}

extension Teapot {
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Create a URL from the text first: URL(string: \"https://api.test\")!")
    public convenience init(baseURL: String) { self.init(baseURL: URL(fileURLWithPath: baseURL)) }
}

extension TeapotClient {
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Write 'headerFields:' for the headers.")
    public func get(_ path: String, headers: [String: String]) async throws -> Teapot.Response { try await get(path) }
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Write 'headerFields:' for the headers.")
    public func get<T>(_ path: String, headers: [String: String]) async throws -> T { throw CancellationError() }
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Write 'headerFields:' for the headers.")
    public func post<T>(_ path: String, parameters: Teapot.Payload = .none, headers: Any) async throws -> T {
        throw CancellationError()
    }
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Write 'headerFields:' for the headers.")
    public func post(_ path: String, parameters: Teapot.Payload = .none, headers: Any) async throws -> Teapot.Response {
        try await post(path)
    }
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Write 'headerFields:' for the headers.")
    public func delete(_ path: String, headers: [String: String]) async throws {}
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Write 'parameters: .json(value)' for the body.")
    public func post<T>(_ path: String, body: some Encodable) async throws -> T { throw CancellationError() }
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Write 'parameters: .json(value)' for the body.")
    public func post(_ path: String, body: some Encodable) async throws -> Teapot.Response { try await post(path) }
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Write 'parameters:' for the body.")
    public func post<T>(_ path: String, body: Teapot.Payload) async throws -> T { throw CancellationError() }
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Write 'parameters: .json(value)' for the body.")
    public func put<T>(_ path: String, body: some Encodable) async throws -> T { throw CancellationError() }
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Write 'parameters: .json(value)' for the body.")
    public func put(_ path: String, body: some Encodable) async throws -> Teapot.Response { try await put(path) }
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Write 'parameters: .json(value)' for the body.")
    public func patch<T>(_ path: String, body: some Encodable) async throws -> T { throw CancellationError() }
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Write 'parameters: .json(value)' for the body.")
    public func patch(_ path: String, body: some Encodable) async throws -> Teapot.Response { try await patch(path) }
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Write 'parameters: .json(value)' for the body.")
    public func post<T>(_ path: String, parameters: some Encodable) async throws -> T { throw CancellationError() }
    /// A guess; the compiler's error says what to write instead.
    @available(*, unavailable, message: "Write 'request(.post, path, parameters: .file(url), progress: …)'.")
    public func upload(_ source: Any, to path: Any) async throws -> Teapot.Response { try await get("") }
    /// A guess at `request(_:_:)`.
    @available(*, unavailable, renamed: "request(_:_:)")
    public func request(_ path: String, method: Teapot.Method) async throws -> Teapot.Response { try await get(path) }
    /// A guess at `makeRequest(_:_:)`.
    @available(*, unavailable, renamed: "makeRequest(_:_:)")
    public func makeRequest(_ path: Any, method: Teapot.Method) throws -> Teapot.Request { try makeRequest(.get, "") }
}
