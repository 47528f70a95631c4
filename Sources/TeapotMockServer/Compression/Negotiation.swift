import Foundation
import Teapot
import TeapotMock

/// The properties of a request that decide whether the body of its response is compressed (RFC 9110 §12.5.3).
struct Negotiation: Sendable {
    private let codings: AcceptedCodings
    /// A Boolean value that indicates whether a range of the body was asked for.
    private let hasRange: Bool
    /// The entity tags of the bodies that the client has already.
    private let knownTags: String

    init(_ request: Request) {
        codings = AcceptedCodings(request.headerFields)
        hasRange = request.method == "GET" && request.headerFields["Range"] != nil
        knownTags = request.headerFields["If-None-Match"] ?? ""
    }

    /// A response whose body is to be compressed.
    struct Compressible: Sendable {
        fileprivate var response: Response
        /// The body.
        let body: Data
        /// A Boolean value that indicates whether the client takes no other form, even if compression does not make the
        /// body shorter.
        fileprivate let isRequired: Bool

        /// Returns the response to send.
        ///
        /// - Parameter compressed: The compressed body.
        /// - Returns: The response with that body, or with its own if that is shorter.
        func response(with compressed: Data) -> Response {
            guard compressed.count < body.count || isRequired else { return response }
            var response = response
            response.body = compressed
            response.headerFields["Content-Length"] = nil
            response.headerFields["Content-Encoding"] = "gzip"
            response.headerFields.vary(by: "Accept-Encoding")
            // Ranges are those of the body that is not compressed.
            response.headerFields["Accept-Ranges"] = nil
            response.headerFields.weakenEntityTag()
            return response
        }
    }

    /// The form in which a response is sent.
    enum Form {
        case uncompressed(Response)
        case compressed(Compressible)
    }

    /// Returns the form of a response, with the header fields that do not depend on the form.
    func form(of response: Response) -> Form {
        var response = response
        if response.status == .notModified {
            response.headerFields.vary(by: "Accept-Encoding")
            // A client that knows the tag of the compressed body finds that body by it (RFC 9111 §4.3.4).
            if let tag = response.headerFields["ETag"], knownTags.contains("W/" + tag) {
                response.headerFields.weakenEntityTag()
            }
            return .uncompressed(response)
        }
        guard case .data(let body) = response.content, response.mayBeCoded else { return .uncompressed(response) }
        let isPart = response.status == .partialContent
        let isWorthwhile = response.isText && (isPart || Response.compressedLengths.contains(body.count))
        if isWorthwhile { response.headerFields.vary(by: "Accept-Encoding") }
        let isRequired = codings.refusesIdentity && (1...Response.compressedLengths.upperBound).contains(body.count)
        guard codings.prefersGzip, isWorthwhile || isRequired, !isPart, !hasRange else {
            return .uncompressed(response)
        }
        return .compressed(Compressible(response: response, body: body, isRequired: isRequired))
    }
}

extension Teapot.HeaderFields {
    /// Makes the entity tag a weak one, which stands for the compressed body too (RFC 9110 §8.8.3.3).
    fileprivate mutating func weakenEntityTag() {
        if let tag = self["ETag"], !tag.hasPrefix("W/") { self["ETag"] = "W/" + tag }
    }
}
