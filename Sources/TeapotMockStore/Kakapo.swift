public import Foundation
import Teapot
public import TeapotMock

// Kakapo's spellings. They still work, with a warning that names the replacement.

/// A closure that answers the requests of a route.
@available(*, deprecated, message: "Write the type itself: '@Sendable (Request) throws -> (any Serializable)?'.")
public typealias RouteHandler = @Sendable (Request) -> (any Serializable)?

extension Request {
    /// The bytes of the body, or `nil` if it's empty.
    @available(*, deprecated, renamed: "body")
    public var httpBody: Data? { body.isEmpty ? nil : body }
    /// The headers, keyed by name; the value is never `nil`.
    ///
    /// The type is optional because Kakapo's is.
    ///
    /// The values of a repeated header are joined with commas, or with semicolons for `Cookie`, under the first
    /// spelling of its name. Names are compared case-insensitively.
    @available(*, deprecated, renamed: "headers")
    public var httpHeaders: [String: String]? { headers.combined }
    /// The query items.
    @available(*, deprecated, renamed: "query")
    public var queryParameters: [URLQueryItem] { query }
}

extension Router {
    /// A callable value that registers routes for `DELETE`.
    @available(*, deprecated, renamed: "delete")
    public var del: Router.Verb { delete }
}

extension PropertyPolicy {
    /// No value: the property is omitted.
    @available(*, deprecated, renamed: "none")
    public static var None: Self { .none }
    /// The value `null`.
    @available(*, deprecated, renamed: "null")
    public static var Null: Self { .null }
    /// Returns the policy for serializing a value.
    ///
    /// - Parameter wrapped: The value.
    /// - Returns: The policy.
    @available(*, deprecated, renamed: "some(_:)")
    public static func Some(_ wrapped: Wrapped) -> Self { .some(wrapped) }
}
