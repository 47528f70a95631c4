import Foundation
import Teapot
import TeapotMock

/// The properties of a request that decide whether its response is sent with the coding gzip (RFC 9110 §12.5.3).
struct Negotiation: Sendable {
    private let codings: AcceptedCodings
    /// Whether a range of the body was asked for.
    private let hasRange: Bool
    /// The entity tags of the bodies that the client has already.
    private let knownTags: String

    init(_ request: Request) {
        codings = AcceptedCodings(request.headerFields)
        hasRange = request.method == "GET" && request.headerFields["Range"] != nil
        knownTags = request.headerFields["If-None-Match"] ?? ""
    }

    /// Returns a response in the form in which it is sent.
    func form(of response: Response) -> Response {
        var response = response
        if response.status == .notModified {
            response.headerFields.vary(by: "Accept-Encoding")
            // A client that knows the tag of the coded body finds that body by it (RFC 9111 §4.3.4).
            if let tag = response.headerFields["ETag"], knownTags.contains("W/" + tag) {
                response.headerFields.weakenEntityTag()
            }
            return response
        }
        guard case .data(let body) = response.content, response.mayBeCoded else { return response }
        let isPart = response.status == .partialContent
        let isText = response.isText && (isPart || Response.codedLengths.contains(body.count))
        if isText { response.headerFields.vary(by: "Accept-Encoding") }
        let isRequired = codings.refusesIdentity && (1...Response.codedLengths.upperBound).contains(body.count)
        guard codings.prefersGzip, isText || isRequired, !isPart, !hasRange else { return response }
        response.body = Gzip.coded(body)
        response.headerFields["Content-Length"] = nil
        response.headerFields["Content-Encoding"] = "gzip"
        response.headerFields.vary(by: "Accept-Encoding")
        // Ranges are those of the body that is not coded.
        response.headerFields["Accept-Ranges"] = nil
        response.headerFields.weakenEntityTag()
        return response
    }
}

extension Teapot.HeaderFields {
    /// Makes the entity tag a weak one, which stands for the coded body too (RFC 9110 §8.8.3.3).
    fileprivate mutating func weakenEntityTag() {
        if let tag = self["ETag"], !tag.hasPrefix("W/") { self["ETag"] = "W/" + tag }
    }
}
