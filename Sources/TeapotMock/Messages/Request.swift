public import Teapot

/// A request as it reached a mock: what came in.
public struct Request: Sendable {
    /// All but the body, shared by the request's copies.
    var head: Head
    /// The body's bytes; empty when there was none.
    public var body: Data
    /// What ``components`` are made of.
    var bindings = Bindings.none

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method in capitals.
    ///   - origin: Scheme, host and port, such as `https://api.test`; `nil` when they are not known.
    ///   - path: The percent-encoded path without the query.
    ///   - query: The query's items, decoded.
    ///   - headerFields: The header fields.
    ///   - body: The body's bytes.
    public init(
        method: String,
        origin: String? = nil,
        path: String,
        query: [URLQueryItem] = [],
        headerFields: Teapot.HeaderFields = [:],
        body: Data = Data()
    ) {
        head = .parts(Parts(method: method, origin: origin, path: path, query: query, headerFields: headerFields))
        self.body = body
    }

    /// A request that came over a wire; its origin is not known.
    ///
    /// - Parameters:
    ///   - head: The head's bytes.
    ///   - body: The body's bytes.
    package init(wire head: WireHead, body: Data) {
        self.head = .wire(head)
        self.body = body
    }

    /// The method in capitals, such as `GET`.
    public var method: String {
        get {
            switch head {
            case .wire(let head): head.method
            case .client(let head): head.method
            case .parts(let parts): parts.method
            }
        }
        set { replaceHead { $0.method = newValue } }
    }

    /// Where it was sent, such as `https://api.test`: scheme, host, and the port unless it is the scheme's own, in small
    /// letters (RFC 6454 §6.1); `nil` when that is not known.
    public var origin: String? {
        get {
            switch head {
            case .wire: nil
            case .client(let head): head.origin
            case .parts(let parts): parts.origin
            }
        }
        set { replaceHead { $0.origin = newValue } }
    }

    /// The path as it was sent, percent-encoded and without the query, such as `/users/1`.
    public var path: String {
        get {
            switch head {
            case .wire(let head): head.path
            case .client(let head): head.path
            case .parts(let parts): parts.path
            }
        }
        set {
            // They stand for what was in the path when it was matched.
            if case .route = bindings { components = components }
            replaceHead { $0.path = newValue }
        }
    }

    /// The query's items, decoded, in order; names may repeat.
    public var query: [URLQueryItem] {
        get {
            switch head {
            case .wire(let head): head.query
            case .client(let head): head.query
            case .parts(let parts): parts.query
            }
        }
        set { replaceHead { $0.query = newValue } }
    }

    /// The header fields as they were sent.
    public var headerFields: Teapot.HeaderFields {
        get {
            switch head {
            case .wire(let head): head.headerFields
            case .client(let head): head.headerFields
            case .parts(let parts): parts.headerFields
            }
        }
        set { replaceHead { $0.headerFields = newValue } }
    }

    /// What the `:variables` of the route that was matched stand for, decoded, by their names.
    ///
    /// A catch-all `**` is there under that name: the segments it stands for, with slashes between them.
    public var components: [String: String] {
        get {
            switch bindings {
            case .none: [:]
            case .route(let route): route.components(of: self)
            case .given(let components): components
            }
        }
        set { bindings = newValue.isEmpty ? .none : .given(newValue) }
    }

    /// What a `:variable` of the route that was matched stands for.
    ///
    /// - Parameter variable: The variable's name, without the colon.
    /// - Returns: The path's segment, decoded; `nil` when the route has no such variable.
    public subscript(variable: String) -> String? {
        switch bindings {
        case .none: nil
        case .route(let route): route.component(variable, of: self)
        case .given(let components): components[variable]
        }
    }
}

extension Request: Equatable {
    /// Whether two requests have the same method, origin, path, query, header fields, body and components.
    public static func == (left: Self, right: Self) -> Bool {
        left.hasSameHead(as: right) && left.body == right.body && left.components == right.components
    }

    private func hasSameHead(as other: Self) -> Bool {
        switch (head, other.head) {
        case (.wire(let head), .wire(let other)) where head === other: return true
        case (.client(let head), .client(let other)) where head === other: return true
        case (.parts(let parts), .parts(let other)) where parts === other: return true
        default:
            return method == other.method && origin == other.origin && path == other.path && query == other.query
                && headerFields == other.headerFields
        }
    }
}
