public import Foundation
import Teapot
public import TeapotMock

/// The parts of a request under the names that Kakapo uses.
extension Request {
    /// The bytes of the body, or `nil` if it is empty.
    @available(*, deprecated, renamed: "body")
    public var httpBody: Data? { body.isEmpty ? nil : body }
    /// The header fields by name, which are never `nil`.
    ///
    /// The type is optional because Kakapo's is.
    ///
    /// The values of a repeated field are joined with commas, or with semicolons for `Cookie`, under the first spelling
    /// of its name. Names are compared case-insensitively.
    @available(*, deprecated, renamed: "headerFields")
    public var httpHeaders: [String: String]? { headerFields.combined }
    /// The query items.
    @available(*, deprecated, renamed: "query")
    public var queryParameters: [URLQueryItem] { query }
}
