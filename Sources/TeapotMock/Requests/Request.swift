public import Foundation
public import Teapot

/// A request that a mock received.
public struct Request: Sendable {
    /// The parts of the request except its body.
    ///
    /// Copies of the request share them.
    var head: Head
    /// The bytes of the body.
    ///
    /// It is empty if there is no body.
    public var body: Data
    /// The source of ``components``.
    var bindings = Bindings.none
    /// The length of the missing body, in bytes: 0 if none is missing, and -1 if the length is unknown.
    private var droppedBytes = 0

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method in uppercase.
    ///   - origin: The scheme, host and port, such as `https://api.test`, or `nil` if they are unknown.
    ///   - path: The percent-encoded path without the query.
    ///   - query: The decoded query items.
    ///   - headers: The headers.
    ///   - body: The bytes of the body.
    public init(
        method: String, origin: String? = nil, path: String, query: [URLQueryItem] = [],
        headers: Teapot.HeaderFields = [:], body: Data = Data()
    ) {
        head = .parts(Parts((method, origin, path, query, headers)))
        self.body = body
    }

    /// Creates a request that was received over a connection.
    ///
    /// Its origin is unknown.
    ///
    /// - Parameters:
    ///   - head: The bytes of the head.
    ///   - body: The bytes of the body.
    package init(wire head: WireHead, body: Data) {
        self.head = .wire(head)
        self.body = body
    }

    /// The length of the body, in bytes, if a journal has dropped it; otherwise, `nil`.
    package var droppedBodyLength: Int? { droppedBytes > 0 ? droppedBytes : nil }

    /// Whether a body may have been sent that isn't available here.
    package var lacksBody: Bool { droppedBytes != 0 }

    /// Marks that a body may have been sent that isn't available here.
    package mutating func markBodyAsUnknown() { if body.isEmpty, droppedBytes == 0 { droppedBytes = -1 } }

    /// Drops the body and remembers its length.
    mutating func dropBody() {
        guard !body.isEmpty else { return }
        (body, droppedBytes) = (Data(), body.count)
    }

    /// The method in uppercase, such as `GET`.
    public var method: String {
        get { head.value.method }
        set { replaceHead { $0.method = newValue } }
    }

    /// The scheme, host and port that the request was sent to, such as `https://api.test`, or `nil` if they are
    /// unknown.
    ///
    /// The text is in lowercase, without the default port of the scheme (RFC 6454 §6.1).
    public var origin: String? {
        get { head.value.origin }
        set { replaceHead { $0.origin = newValue } }
    }

    /// The whole path as sent, percent-encoded and without the query, such as `/v1/users/1`.
    ///
    /// The paths of routes and rules, and ``Journal/Entry/path``, are relative to the router's base URL.
    public var path: String {
        get { head.value.path }
        set {
            // The components keep the values from the path that matched.
            if case .route = bindings { components = components }
            replaceHead { $0.path = newValue }
        }
    }

    /// The decoded query items, in order.
    ///
    /// Names may repeat.
    public var query: [URLQueryItem] {
        get { head.value.query }
        set { replaceHead { $0.query = newValue } }
    }

    /// The headers as sent.
    public var headers: Teapot.HeaderFields {
        get { head.value.headers }
        set { replaceHead { $0.headers = newValue } }
    }

    /// The decoded values of the `:variables` of the matched route, by name.
    ///
    /// The value of a catch-all has the name `**` and contains the matched segments, joined with slashes.
    public var components: [String: String] {
        get {
            switch bindings {
            case .none: [:]
            case .route(let variables): variables.components(of: self)
            case .given(let components): components
            }
        }
        set { bindings = newValue.isEmpty ? .none : .given(newValue) }
    }

    /// Returns the value of a `:variable` of the matched route.
    ///
    /// - Parameter variable: The name of the variable, without the colon.
    /// - Returns: The decoded segment of the path, or `nil` if the route has no such variable.
    public subscript(variable: String) -> String? {
        switch bindings {
        case .none: return nil
        case .given(let components): return components[variable]
        case .route(let variables):
            let value = variables.component(variable, of: self)
            if value == nil, let hint = variables.hint(for: variable) { missed.hint = hint }
            return value
        }
    }
}

extension Request: Equatable {
    /// Returns whether two requests have the same method, origin, path, query, headers, body and components.
    @inline(never)
    public static func == (left: Self, right: Self) -> Bool {
        left.hasSameHead(as: right) && left.body == right.body && left.components == right.components
            && left.droppedBytes == right.droppedBytes
    }

    private func hasSameHead(as other: Self) -> Bool {
        head.value === other.head.value
            || method == other.method && origin == other.origin && path == other.path && query == other.query
                && headers == other.headers
    }
}

extension Request: CustomStringConvertible {
    /// The method, the target, the headers with secrets shortened, and the beginning of the body.
    public var description: String {
        let fields = headers.map { "\($0.name): \($0.redactedValue(Teapot.Options()))" }
        let body = shownBody.map { ["body: \($0)"] } ?? []
        return ([shortTarget] + fields + body).joined(separator: "; ")
    }
}

extension Teapot.Method {
    /// Returns whether a mock request's method is this one, so you can write `request.method == .get`.
    ///
    /// - Parameters:
    ///   - name: The method of a request.
    ///   - method: The method to compare it with.
    /// - Returns: Whether they are equal.
    public static func == (name: String, method: Teapot.Method) -> Bool { name == method.rawValue }

    /// Isn't available, so the compiler says what to write instead.
    @available(*, unavailable, message: "Write 'request?.method == \"GET\"' for an optional request.")
    public static func == (name: String?, method: Teapot.Method) -> Bool { false }
}
