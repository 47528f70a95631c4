import Teapot

extension Router {
    /// Whether servers send gzip-encoded text to clients that accept it; `false` by default.
    ///
    /// Use it to test that a client negotiates and decodes gzip. The body is in gzip format but isn't
    /// compressed: it's stored as is, with a few bytes added.
    ///
    /// A body is encoded if `Accept-Encoding` allows it (RFC 9110 §12.5.3), its media type is text, such as JSON,
    /// XML, JavaScript or SVG, and its length is between 1 KB and 1 MB. Some responses are sent
    /// unchanged: streams, such as server-sent events and a live server's responses; responses with a fault, a
    /// `Content-Encoding` or `Cache-Control: no-transform`; and responses to requests with a `Range`.
    ///
    /// An encoded response has `Content-Encoding: gzip`, a weak `ETag` and no `Accept-Ranges`. All responses that could
    /// be encoded have `Vary: Accept-Encoding`.
    ///
    /// `MockTeapot` and intercepted sessions deliver the decoded body. The inspector and recordings also contain that
    /// body.
    ///
    /// ```swift
    /// router.compressesResponses = true
    /// ```
    public var compressesResponses: Bool {
        get { withState { $0.settings.compressesResponses } }
        set { withState { $0.settings.compressesResponses = newValue } }
    }
}
