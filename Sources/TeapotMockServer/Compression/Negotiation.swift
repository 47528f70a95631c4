import Foundation
import Teapot
import TeapotMock

/// The properties of a request that determine whether its response is sent as gzip (RFC 9110 §12.5.3).
struct Negotiation: Sendable {
    private let codings: AcceptedCodings
    /// Whether the client requested a range of the body.
    private let hasRange: Bool
    /// The entity tags of the bodies that the client already has.
    private let knownTags: String

    init(_ request: Request) {
        codings = AcceptedCodings(request.headers)
        hasRange = request.method == "GET" && request.headers["Range"] != nil
        knownTags = request.headers["If-None-Match"] ?? ""
    }

    /// Returns a response in the form in which it's sent.
    func form(of response: Response) -> Response {
        var response = response
        if response.status == .notModified {
            response.headers.vary(by: "Accept-Encoding")
            // A client that knows the tag of the coded body uses it to find that body (RFC 9111 §4.3.4).
            if let tag = response.headers["ETag"], knownTags.contains("W/" + tag) {
                response.headers.weakenEntityTag()
            }
            return response
        }
        guard case .data(let body) = response.content, response.mayBeCoded else { return response }
        let isPart = response.status == .partialContent
        let isText = response.isText && (isPart || Response.codedLengths.contains(body.count))
        if isText { response.headers.vary(by: "Accept-Encoding") }
        let isRequired = codings.refusesIdentity && (1...Response.codedLengths.upperBound).contains(body.count)
        guard codings.prefersGzip, isText || isRequired, !isPart, !hasRange else { return response }
        response.body = Gzip.coded(body)
        response.headers["Content-Length"] = nil
        response.headers["Content-Encoding"] = "gzip"
        response.headers.vary(by: "Accept-Encoding")
        // Ranges apply only to the uncoded body.
        response.headers["Accept-Ranges"] = nil
        response.headers.weakenEntityTag()
        return response
    }
}

extension Teapot.HeaderFields {
    /// Makes the entity tag weak, so it also identifies the coded body (RFC 9110 §8.8.3.3).
    fileprivate mutating func weakenEntityTag() {
        if let tag = self["ETag"], !tag.hasPrefix("W/") { self["ETag"] = "W/" + tag }
    }
}
