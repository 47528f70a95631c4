public import Teapot

extension Teapot {
    /// An HTTP status code (RFC 9110 §15), written as a number or by name.
    public struct StatusCode: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
        /// The number, such as 404.
        public var rawValue: Int

        /// Creates a status code from its number.
        ///
        /// - Parameter rawValue: The number, such as 404.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Creates a status code from its number, like ``init(rawValue:)``.
        public init(_ rawValue: Int) { self.rawValue = rawValue }

        /// Creates a status code from a literal, so you can write `401` instead of `.unauthorized`.
        public init(integerLiteral value: Int) { rawValue = value }

        /// Whether the status reports success: 200 to 299.
        public var isSuccess: Bool { (200..<300).contains(rawValue) }
    }
}

extension Teapot.StatusCode {
    /// 200 OK.
    public static let ok: Self = 200
    /// 201 Created.
    public static let created: Self = 201
    /// 202 Accepted.
    public static let accepted: Self = 202
    /// 204 No Content.
    ///
    /// The response has no body.
    public static let noContent: Self = 204
    /// 206 Partial Content.
    public static let partialContent: Self = 206
    /// 301 Moved Permanently.
    public static let movedPermanently: Self = 301
    /// 302 Found.
    public static let found: Self = 302
    /// 303 See Other.
    public static let seeOther: Self = 303
    /// 304 Not Modified.
    ///
    /// The response has no body.
    public static let notModified: Self = 304
    /// 307 Temporary Redirect.
    public static let temporaryRedirect: Self = 307
    /// 308 Permanent Redirect.
    public static let permanentRedirect: Self = 308
    /// 400 Bad Request.
    public static let badRequest: Self = 400
    /// 401 Unauthorized.
    public static let unauthorized: Self = 401
    /// 402 Payment Required.
    public static let paymentRequired: Self = 402
    /// 403 Forbidden.
    public static let forbidden: Self = 403
    /// 404 Not Found.
    public static let notFound: Self = 404
    /// 405 Method Not Allowed.
    public static let methodNotAllowed: Self = 405
    /// 408 Request Timeout.
    public static let requestTimeout: Self = 408
    /// 409 Conflict.
    public static let conflict: Self = 409
    /// 410 Gone.
    public static let gone: Self = 410
    /// 413 Content Too Large.
    public static let contentTooLarge: Self = 413
    /// 418 I'm a teapot (RFC 2324).
    public static let imATeapot: Self = 418
    /// 422 Unprocessable Content.
    public static let unprocessableContent: Self = 422
    /// The name of 422 before RFC 9110.
    public static let unprocessableEntity: Self = 422
    /// 425 Too Early (RFC 8470).
    public static let tooEarly: Self = 425
    /// 429 Too Many Requests (RFC 6585).
    public static let tooManyRequests: Self = 429
    /// 500 Internal Server Error.
    public static let internalServerError: Self = 500
    /// 501 Not Implemented.
    public static let notImplemented: Self = 501
    /// 502 Bad Gateway.
    public static let badGateway: Self = 502
    /// 503 Service Unavailable.
    public static let serviceUnavailable: Self = 503
    /// 504 Gateway Timeout.
    public static let gatewayTimeout: Self = 504
}
