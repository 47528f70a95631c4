import Teapot

extension Router {
    /// A Boolean value that indicates whether servers compress bodies with gzip for clients that ask for it; `false` by
    /// default.
    ///
    /// A body is compressed if the request's `Accept-Encoding` allows it (RFC 9110 §12.5.3), its media type is one of
    /// text, such as JSON, XML, JavaScript or SVG, its length is between 1 KB and 16 MB, and compression makes it
    /// shorter. Streams, such as the responses of a live server, server-sent events, responses with faults, with a
    /// `Content-Encoding` of their own or with `Cache-Control: no-transform`, and responses to requests with a `Range`
    /// are sent as they are.
    ///
    /// A compressed response has `Content-Encoding: gzip`, a weak `ETag` and no `Accept-Ranges`. All responses that
    /// could be compressed have `Vary: Accept-Encoding`.
    ///
    /// `MockTeapot` and intercepted sessions deliver the same body as a client that has decompressed it. The inspector
    /// and recordings contain that body, too.
    ///
    /// ```swift
    /// router.compressesResponses = true
    /// ```
    public var compressesResponses: Bool {
        get { withState { $0.compressesResponses } }
        set { withState { $0.compressesResponses = newValue } }
    }
}
