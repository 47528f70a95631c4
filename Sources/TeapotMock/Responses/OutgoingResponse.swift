import Foundation
import Teapot

/// A response that is ready to be sent: the status, the header fields, and the body if it may have one.
struct OutgoingResponse: Sendable {
    var status: Teapot.StatusCode
    var headerFields: Teapot.HeaderFields
    var body: Data
    /// The stream from which the body is read instead of `body`.
    var stream: Response.Stream?

    /// Completes a response as a server does.
    ///
    /// It adds the header fields that describe the body, and removes a body that is not allowed.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - method: The method of the request.
    init(_ response: borrowing Response, to method: String) {
        status = response.status
        headerFields = response.headerFields
        // RFC 9112 §5.1: a receiver leaves out the white space around a value.
        if headerFields.contains(where: { $0.value.utf8.first?.isBlank == true || $0.value.utf8.last?.isBlank == true })
        {
            let blanks = CharacterSet(charactersIn: " \t")
            let fields = headerFields.map { ($0.name, $0.value.trimmingCharacters(in: blanks)) }
            headerFields = .init(fields.map { .init(name: $0, value: $1) })
        }
        // RFC 9110 §8.6: responses with status 1xx and 204 must not have a Content-Length either.
        body = status.mayHaveContent ? response.body : Data()
        guard status.mayHaveContent else { return }
        if case .stream(let stream) = response.content {
            self.stream = method == "HEAD" ? nil : stream
        } else if headerFields["Content-Length"] == nil {
            headerFields.append(name: "Content-Length", value: String(body.count))
        }
        // RFC 9110 §9.3.2: the response to HEAD has the header fields of the response to GET and no content.
        if method == "HEAD" { body = Data() }
    }
}

extension Teapot.StatusCode {
    /// A Boolean value that indicates whether a response with this status may have content (RFC 9110 §6.4.1, §15.3.6).
    package var mayHaveContent: Bool {
        !(100..<200 ~= rawValue || rawValue == 204 || rawValue == 205 || rawValue == 304)
    }
}
