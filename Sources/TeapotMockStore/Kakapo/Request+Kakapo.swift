public import Foundation
import Teapot
public import TeapotMock

/// The parts of a request under Kakapo's names.
extension Request {
    /// The bytes of the body, or `nil` if it's empty.
    @available(*, deprecated, renamed: "body")
    public var httpBody: Data? { body.isEmpty ? nil : body }
    /// The headers by name; never `nil`.
    ///
    /// The type is optional because Kakapo's is.
    ///
    /// The values of a repeated field are joined with commas, or with semicolons for `Cookie`, under the first spelling
    /// of its name. Names are compared case-insensitively.
    @available(*, deprecated, renamed: "headers")
    public var httpHeaders: [String: String]? { headers.combined }
    /// The query items.
    @available(*, deprecated, renamed: "query")
    public var queryParameters: [URLQueryItem] { query }
}
