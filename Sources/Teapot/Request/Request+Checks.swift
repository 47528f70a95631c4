import Foundation

extension Teapot.Request {
    /// Validates the request, and throws an error for anything that must not be sent.
    package func check() throws(TeapotError) {
        guard method.rawValue.isToken else {
            throw .make(.invalidHeader, "\(method.rawValue.debugDescription) is not a valid method (RFC 9110 §9.1)")
        }
        guard url.isOfServer else {
            throw .make(.invalidRequestPath, "“\(url)” is not an http or https URL with a host")
        }
        // The comparison also rejects NaN.
        guard timeout > 0, totalTimeout > 0, idleTimeout ?? 1 > 0 else {
            let bad = [timeout, totalTimeout, idleTimeout ?? 1].first { !($0 > 0) } ?? 0
            throw .make(.invalidTimeout, "\(bad) s; pass a positive number of seconds, or .infinity for no limit")
        }
        // RFC 9110 §9.3.1: content in a GET has no meaning, and `URLSession` doesn't send any.
        if method.hasNoBody { guard case .none = body else { throw .make(.invalidPayload, "a \(method) has no body") } }
        for field in headers { try field.check() }
    }

    /// Adds the user information of the URL as `Authorization` (RFC 7617 §2), unless the request has one.
    ///
    /// On Linux, `URLSession` adds it. Other transports don't.
    mutating func addURLCredentials() {
        guard headers["Authorization"] == nil, let user = url.user(percentEncoded: false) else { return }
        let credentials = Data("\(user):\(url.password(percentEncoded: false) ?? "")".utf8)
        headers["Authorization"] = "Basic " + credentials.base64EncodedString()
    }

    /// Adds a `Content-Type` for bytes to a request whose body has none.
    ///
    /// Recipients may treat such a body as bytes (RFC 9110 §8.3). Without the header, `URLSession` on Linux would
    /// declare the body to be a form.
    mutating func addDefaultContentType() {
        if case .none = body { return }
        if headers["Content-Type"] == nil { headers.append(name: "Content-Type", value: "application/octet-stream") }
    }
}

extension Teapot.HeaderFields.Field {
    /// Validates that the name is a token and that the value has no control characters (RFC 9110 §5.1, §5.5).
    ///
    /// Bytes above ASCII are `obs-text`, which §5.5 allows in a value. They are sent as UTF-8.
    func check() throws(TeapotError) { if let flaw { throw .make(.invalidHeader, flaw) } }

    /// The reason the header can't be sent, or `nil` if it can be.
    package var flaw: String? {
        guard name.isToken else { return "\(name.debugDescription) isn't a valid header name (RFC 9110 §5.1)" }
        if let bad = value.withBytes({ $0.first { !$0.isFieldValueCharacter } }) {
            let character = String(UnicodeScalar(bad)).debugDescription
            return "the value of “\(name)” has the control character \(character) (RFC 9110 §5.5)"
        }
        for derived in ["Content-Length", "Transfer-Encoding"] where name.isSameHeaderName(as: derived) {
            return "“\(name)” is set from the body; remove it (RFC 9112 §6.3)"
        }
        return nil
    }
}
