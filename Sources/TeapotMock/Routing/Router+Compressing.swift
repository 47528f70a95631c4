import Teapot

extension Router {
    /// Whether servers send text with the content coding gzip to clients that ask for it; `false` by default.
    ///
    /// It lets a test see that a client negotiates and decodes the coding. The body is stored and not made shorter: it
    /// has the format gzip, and a few bytes more.
    ///
    /// A body is coded if the request's `Accept-Encoding` allows it (RFC 9110 §12.5.3), its media type is one of text,
    /// such as JSON, XML, JavaScript or SVG, and its length is between 1 KB and 1 MB. Streams, such as the responses of
    /// a live server, server-sent events, responses with faults, with a `Content-Encoding` of their own or with
    /// `Cache-Control: no-transform`, and responses to requests with a `Range` are sent as they are.
    ///
    /// A coded response has `Content-Encoding: gzip`, a weak `ETag` and no `Accept-Ranges`. All responses that could be
    /// coded have `Vary: Accept-Encoding`.
    ///
    /// `MockTeapot` and intercepted sessions deliver the same body as a client that has decoded it. The inspector
    /// and recordings contain that body, too.
    ///
    /// ```swift
    /// router.compressesResponses = true
    /// ```
    public var compressesResponses: Bool {
        get { withState { $0.settings.compressesResponses } }
        set { withState { $0.settings.compressesResponses = newValue } }
    }
}
