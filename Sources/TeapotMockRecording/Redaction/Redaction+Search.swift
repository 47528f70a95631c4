package import Foundation
import Teapot
package import TeapotMock

extension Redaction {
    /// A search of a redacted request for what still looks like a secret, part by part, for a text that leaves out only
    /// those parts.
    package struct Search {
        private let request: Request
        private let redaction: Redaction

        fileprivate init(_ request: Request, _ redaction: Redaction) {
            (self.request, self.redaction) = (request, redaction)
        }

        /// What looks like a secret in the path or the query, such as `what looks like a JSON Web Token`; `nil` if
        /// nothing does.
        package var reasonToLeaveOutTarget: String? { reason { $0.searchTarget(of: request) } }

        /// Returns what looks like a secret in the header fields of a name; `nil` if nothing does.
        package func reasonToLeaveOut(field name: String) -> String? {
            let fields = request.headerFields.filter { $0.name.isSameHeaderName(as: name) }
            return reason { $0.search(Teapot.HeaderFields(fields), of: "request") }
        }

        /// What looks like a secret in the body; `nil` if nothing does, also if it can't be searched.
        package var reasonToLeaveOutBody: String? {
            reason { $0.search(request.body, request.headerFields["Content-Type"], of: "request") }
        }

        private func reason(_ search: (inout SecretSearch) -> Void) -> String? {
            var result = SecretSearch(redaction)
            search(&result)
            return result.findings.first { $0.flaw == nil }.map { "what looks like \($0.shape)" }
        }
    }

    /// Returns a search of a redacted request.
    package func search(_ request: Request) -> Search { Search(request, self) }

    /// Returns the reason why a body of a request, or a part of it, can't be searched for secrets; `nil` if it can, or
    /// if that is allowed.
    package func flaw(ofRequestBody body: Data, _ contentType: String?) -> String? {
        allowed.contains { $0.lowercased() == "request body" } ? nil : BodyFormat.flaw(of: body, contentType)
    }

    /// Returns the boundary that the media type of a multipart body declares; `nil` for another type.
    package static func boundary(in contentType: String) -> String? {
        guard contentType.lowercased().hasPrefix("multipart/") else { return nil }
        return MultipartRedactor.boundary(in: contentType).map { String(decoding: $0, as: UTF8.self) }
    }
}
