public import Foundation

// Names that newcomers guess. They don't compile, but the error says which name to write, and offers to replace it.

extension Teapot.Options {
    /// A guess at `adapters`.
    @available(*, unavailable, renamed: "adapters")
    public var interceptors: [Teapot.Adapter] {
        get { adapters }
        set {}
    }
    /// A guess, which the error answers.
    @available(*, unavailable, message: "Use 'retriers', such as [.backoff(attempts: 3)].")
    public var retryPolicy: Teapot.Retrier? {
        get { nil }
        set {}
    }
    /// A guess at `redirects`.
    @available(*, unavailable, renamed: "redirects")
    public var redirectHandler: Teapot.Redirects {
        get { redirects }
        set {}
    }
    /// A guess at `redirects.maximum`.
    @available(*, unavailable, renamed: "redirects.maximum")
    public var maxRedirects: Int {
        get { redirects.maximum }
        set {}
    }
    /// A guess, which the error answers.
    @available(*, unavailable, message: "Use 'observers', such as [.metrics { event in … }].")
    public var onEvent: (Teapot.CallEvent) -> Void {
        get { { _ in } }
        set {}
    }
    /// A guess, which the error answers.
    @available(*, unavailable, message: "Use 'logLevel', or the 'logger' of the client.")
    public var logger: Teapot.Logger.Level {
        get { logLevel }
        set {}
    }
    /// A guess at `observers`.
    @available(*, unavailable, renamed: "observers")
    public var eventMonitors: [Teapot.Observer] {
        get { observers }
        set {}
    }
    /// A guess at `maximumBodyLength`.
    @available(*, unavailable, renamed: "maximumBodyLength")
    public var maxBodyLength: Int {
        get { maximumBodyLength }
        set {}
    }
    /// A guess at `decoder`.
    @available(*, unavailable, renamed: "decoder")
    public var jsonDecoder: JSONDecoder {
        get { decoder }
        set {}
    }
}

extension Teapot.Retrier {
    /// A guess at `backoff(attempts:)`.
    @available(*, unavailable, renamed: "backoff(attempts:)")
    public static func exponentialBackoff(maxAttempts: Int = 3) -> Self { .backoff(attempts: maxAttempts) }
}

/// A guess, which the error answers.
@available(*, unavailable, message: "Use 'get(path).json', or decode a type of your own.")
extension JSON: Decodable {
    /// A guess, which the error answers.
    public init(from decoder: any Decoder) throws { self = .array([]) }
}

extension Teapot.Response {
    /// A guess at `body`.
    @available(*, unavailable, renamed: "body")
    public var data: Data { body }
    /// A guess at `decode(_:using:)`.
    @available(*, unavailable, renamed: "decode(_:using:)")
    public func decode<Value: Decodable>(_ type: Value.Type, with decoder: JSONDecoder) throws(TeapotError) -> Value {
        try decode(type, using: decoder)
    }
    /// A guess at `decode(_:)`.
    @available(*, unavailable, renamed: "decode(_:)")
    public func decode<Value: Decodable>(as type: Value.Type) throws(TeapotError) -> Value { try decode(type) }
}

extension TeapotError {
    /// A guess at `body`.
    @available(*, unavailable, renamed: "body")
    public var data: Data? { body }
    /// A guess at `statusCode`.
    @available(*, unavailable, renamed: "statusCode")
    public var responseCode: Int? { statusCode }
    /// A guess, which the error answers.
    @available(*, unavailable, message: "Compare 'type' with '.cancelled', or write 'catch .cancelled'.")
    public var isCancelled: Bool { type == .cancelled }
}

extension TeapotError.ErrorType {
    /// A guess, which the error answers.
    @available(*, unavailable, message: "Compare 'statusCode' with 401.")
    public static var unauthorized: Self { .invalidResponseStatus }
    /// A guess at `noResponse`.
    @available(*, unavailable, renamed: "noResponse")
    public static var noConnection: Self { .noResponse }
}

extension Teapot.Request {
    /// A guess at `curl()`.
    @available(*, unavailable, renamed: "curl()")
    public var cURL: String { curl() }
}

extension Teapot.Parameters where Self == Teapot.Payload {
    /// A guess at `json(_:encoder:)`.
    @available(*, unavailable, renamed: "json(_:encoder:)")
    public static func encodable(_ value: some Encodable & Sendable, encoder: JSONEncoder? = nil) -> Self {
        .json(value, encoder: encoder)
    }
}

extension Teapot.ServerSentEvent {
    /// A guess at `event`.
    @available(*, unavailable, renamed: "event")
    public var name: String { event }
}

extension Teapot {
    /// A guess, which the error answers.
    @available(*, unavailable, message: "Make a URL of the text first: URL(string: \"https://api.test\")!")
    public convenience init(baseURL: String) { self.init(baseURL: URL(fileURLWithPath: baseURL)) }
}

extension TeapotClient {
    /// A guess, which the error answers.
    @available(*, unavailable, message: "Write 'headerFields:' for the headers.")
    public func get(_ path: String, headers: [String: String]) async throws(TeapotError) -> Teapot.Response {
        try await get(path, headerFields: headers)
    }
    /// A guess, which the error answers.
    @available(*, unavailable, message: "Write 'headerFields:' for the headers.")
    public func get<Value: Decodable & Sendable>(_ path: String, headers: [String: String]) async throws(TeapotError)
        -> Value
    { try await get(path, headerFields: headers) }
    /// A guess, which the error answers.
    @available(*, unavailable, message: "Write 'parameters: .json(value)' for the body.")
    public func post<Value: Decodable & Sendable>(_ path: String, body: some Encodable & Sendable)
        async throws(TeapotError) -> Value
    { try await post(path, parameters: .json(body)) }
    /// A guess, which the error answers.
    @available(*, unavailable, message: "Write 'parameters: .json(value)' for the body.")
    public func post(_ path: String, body: some Encodable & Sendable) async throws(TeapotError) -> Teapot.Response {
        try await post(path, parameters: .json(body))
    }
    /// A guess, which the error answers.
    @available(*, unavailable, message: "Write 'parameters: .json(value)' for the body.")
    public func post<Value: Decodable & Sendable>(_ path: String, parameters: some Encodable & Sendable)
        async throws(TeapotError) -> Value
    { try await post(path, parameters: .json(parameters)) }
    /// A guess, which the error answers.
    @available(
        *, unavailable, message: "Write 'request(.post, path, parameters: .file(url))', which takes 'progress:'."
    )
    public func upload(_ source: Any, to path: Any) {}
    /// A guess, which the error answers.
    @available(
        *, unavailable, message: "Write 'request(.post, path, parameters: .file(url))', which takes 'progress:'."
    )
    public func upload(_ path: String, from source: Any) {}
    /// A guess at `request(_:_:)`.
    @available(*, unavailable, renamed: "request(_:_:)")
    public func request(_ path: String, method: Teapot.Method) async throws(TeapotError) -> Teapot.Response {
        try await request(method, path)
    }
    /// A guess at `makeRequest(_:_:)`.
    @available(*, unavailable, renamed: "makeRequest(_:_:)")
    public func makeRequest(_ path: String, method: Teapot.Method) throws(TeapotError) -> Teapot.Request {
        try makeRequest(method, path)
    }
}

// Teapot 2.
extension TeapotClient {
    /// A guess at `downloadImage(_:completion:)`.
    @available(*, unavailable, renamed: "downloadImage(_:completion:)")
    public func downloadImage(path: String, completion: (NetworkImageResult) -> Void) {}
    /// A guess, which the error answers.
    @available(*, unavailable, message: "The name of the header is \"Authorization\".")
    public var basicAuthenticationHeaderKey: String { "Authorization" }
}

/// A guess, which the error answers.
@available(*, unavailable, message: "Pass a dictionary, a list or 'Data' itself.")
public enum RequestParameter {}
