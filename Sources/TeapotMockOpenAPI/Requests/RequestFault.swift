/// A part of a request that its operation doesn't allow.
package struct RequestFault: Sendable, Equatable {
    /// The status to respond with: 401 for security, 415 for the media type, 422 for a body that doesn't match its
    /// schema, and 400 for a parameter or for a body that can't be read.
    package let status: Int
    /// The place in the request: `#/query/limit`, `#/path/id`, `#/header/X-Trace`, `#/cookie/session`, `#/body/name` or
    /// `#/security`.
    package let pointer: String
    /// The description of the problem, such as `is required`.
    package let reason: String
    /// The place in the document, such as `#/paths/~1teas/get/parameters/0/schema/type`.
    package let source: String

    init(_ status: Int, at pointer: String, _ reason: String, source: Schema) {
        (self.status, self.pointer, self.reason, self.source) = (status, pointer, reason, source.pointer)
    }
}
