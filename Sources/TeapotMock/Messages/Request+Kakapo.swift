public import Teapot

/// The names that a request's parts have in Kakapo.
extension Request {
    /// The body's bytes; `nil` when it is empty.
    public var httpBody: Data? { body.isEmpty ? nil : body }
    /// The header fields by name; the values of one that repeats, in any case, are joined with a comma under its first
    /// spelling, those of `Cookie` with a semicolon.
    public var httpHeaders: [String: String] { headerFields.combined }
    /// The query's items.
    public var parameters: [URLQueryItem] { query }
}
