import Teapot

/// A response as it goes out: its head, and the body that may go with it.
struct Reply: Sendable {
    var status: Teapot.StatusCode
    var headerFields: Teapot.HeaderFields
    var body: Data
    /// What the body is read from instead.
    var stream: Response.Stream?

    /// Completes a response as a server does: with the header fields that describe its body, and without a body where
    /// none may be.
    ///
    /// - Parameters:
    ///   - response: The response that was chosen.
    ///   - method: The request's method.
    init(_ response: Response, to method: String) {
        status = response.status
        headerFields = response.headerFields
        body = response.body
        guard status.mayHaveContent else {
            // RFC 9110 §8.6: no Content-Length with 1xx and 204 either.
            body = Data()
            return
        }
        if case .stream(let stream) = response.content {
            self.stream = method == "HEAD" ? nil : stream
        } else if headerFields["Content-Length"] == nil {
            headerFields.append(name: "Content-Length", value: String(body.count))
        }
        // RFC 9110 §9.3.2: HEAD is answered with the header fields of GET and without content.
        if method == "HEAD" { body = Data() }
    }
}

extension Teapot.StatusCode {
    /// Whether a response with this status may have content (RFC 9110 §6.4.1, §15.3.6).
    package var mayHaveContent: Bool {
        !(100..<200 ~= rawValue || rawValue == 204 || rawValue == 205 || rawValue == 304)
    }
}
