public import Foundation
public import Teapot
public import TeapotMock

/// A condition on a request, for a mock, a scenario or a step; parts that are `nil` or empty aren't checked.
///
/// The value `REDACTED`, which a recording writes instead of a secret, stands for any value in a query, a form, a
/// multipart part or a JSON body. Within a text, it stands for any text.
public struct RequestCondition: Sendable, Hashable {
    /// The method, which is case-insensitive.
    public var method: String?
    /// The host that the request is sent to, with its port unless that's the default port.
    ///
    /// A request to `localhost`, an IP address or an unknown host meets every such condition.
    public var host: String?
    /// The end of the path, such as `/v1/products`.
    ///
    /// A segment in braces, such as `{id}`, matches any one segment. Case doesn't matter, as in a ``MockFolder``.
    public var path: String?
    /// The whole path, such as `/v1/products/7`; case and a trailing slash matter, but percent-encoding doesn't.
    public var exactPath: String?
    /// The items that the query must contain, decoded; an empty value also matches an item without a value.
    public var query: [String: String]
    /// All items of the query, decoded, or an empty array for a request without a query.
    ///
    /// The order matters only among items with the same name. `?page` and `?page=` are different.
    public var exactQuery: [URLQueryItem]?
    /// The headers that the request must have, whose values are compared exactly.
    public var headers: [String: String]
    /// The condition on the body.
    public var body: Body?

    /// A condition on the body of a request.
    public enum Body: Sendable, Equatable {
        /// The body is this text, in which `REDACTED` stands for any text.
        case text(String)
        /// The body is a JSON document that equals this one; the order of members and white space don't matter.
        case json(JSON)
        /// The body is a JSON document that contains this one: at least its members, and its elements in this order.
        case jsonContaining(JSON)
        /// The body is a form with these items, decoded; the order matters only among items with the same name.
        case form([URLQueryItem])
        /// The body is a `multipart/form-data` form with these parts; the order matters only among parts with the same
        /// name, and the boundary doesn't matter.
        case multipart([Part])
        /// The body has this SHA-1 digest, in hexadecimal digits, after sorting the members of a JSON body.
        case sha1(String)
    }

    /// A condition on a part of a multipart body.
    public struct Part: Sendable, Hashable {
        /// The name of the form field.
        public var name: String
        /// The name of the file, or `nil` for a field that isn't a file.
        public var filename: String?
        /// The condition on the bytes, or `nil` for any bytes.
        public var content: Content?

        /// A condition on the bytes of a part.
        public enum Content: Sendable, Hashable {
            /// The bytes are this text.
            case text(String)
            /// The bytes have this SHA-1 digest, in hexadecimal digits.
            case sha1(String)
        }

        /// Creates a condition on a part.
        ///
        /// - Parameters:
        ///   - name: The name of the form field.
        ///   - filename: The name of the file, or `nil` for a field that isn't a file.
        ///   - content: The condition on the bytes, or `nil` for any bytes.
        public init(name: String, filename: String? = nil, content: Content? = nil) {
            (self.name, self.filename, self.content) = (name, filename, content)
        }
    }

    /// Creates a condition.
    ///
    /// - Parameters:
    ///   - method: The method, or `nil` for any.
    ///   - host: The host that the request is sent to, or `nil` for any.
    ///   - path: The end of the path, or `nil` for any.
    ///   - exactPath: The whole path, or `nil` for any.
    ///   - query: The items that the query must contain.
    ///   - exactQuery: All items of the query, or `nil` for any query.
    ///   - headers: The headers, with their exact values.
    ///   - body: The condition on the body, or `nil` for any body.
    public init(
        method: String? = nil,
        host: String? = nil,
        path: String? = nil,
        exactPath: String? = nil,
        query: [String: String] = [:],
        exactQuery: [URLQueryItem]? = nil,
        headers: [String: String] = [:],
        body: Body? = nil
    ) {
        self.method = method
        self.host = host
        self.path = path
        self.exactPath = exactPath
        self.query = query
        self.exactQuery = exactQuery
        self.headers = headers
        self.body = body
    }

    /// The text that stands for any value.
    package static let anyValue = "REDACTED"

    /// Returns whether a request meets the condition.
    ///
    /// - Parameter request: The request.
    /// - Returns: Whether the request meets the condition.
    public func isMet(by request: Request) -> Bool {
        CheckedCondition(self).isMet(by: ExaminedRequest(request))
    }
}
