extension Teapot.Request {
    /// Throws for anything that may not go out on a wire.
    package func check() throws(TeapotError) {
        guard method.rawValue.isToken else {
            throw .make(.invalidHeader, "the method \(method.rawValue.debugDescription) is no token (RFC 9110 §9.1)")
        }
        guard url.isOfServer else {
            throw .make(.invalidRequestPath, "“\(url.withoutSecrets)” is no http or https URL with a host")
        }
        // Not positive: also what is not a number.
        if let bad = [timeoutInterval, totalTimeoutInterval].first(where: { !($0 > 0) }) {
            throw .make(.invalidTimeout, "\(bad) s; give a positive number of seconds, or .infinity for no limit")
        }
        // RFC 9110 §9.3.1: content in a GET has no meaning, and `URLSession` refuses to send any.
        if method.hasNoBody { guard case .none = body else { throw .make(.invalidPayload, "a \(method) has no body") } }
        for field in headerFields { try field.check() }
    }

    /// Says of a body of no type that it is bytes, as who receives one may take it to be (RFC 9110 §8.3).
    ///
    /// On Linux `URLSession` would call it a form.
    mutating func nameContentType() {
        if case .none = body { return }
        if headerFields["Content-Type"] == nil {
            headerFields.append(name: "Content-Type", value: "application/octet-stream")
        }
    }
}

extension Teapot.HeaderFields.Field {
    /// Throws unless the name is a token and the value has no control characters (RFC 9110 §5.1, §5.5).
    ///
    /// Bytes beyond ASCII are `obs-text`, which §5.5 lets stand in a value: text that has some goes out as UTF-8.
    func check() throws(TeapotError) {
        if let flaw { throw .make(.invalidHeader, flaw) }
    }

    /// Why the field can't be sent; `nil` if it can.
    package var flaw: String? {
        guard name.isToken else { return "the name \(name.debugDescription) is no token (RFC 9110 §5.1)" }
        if let bad = value.utf8.first(where: { !$0.isFieldValueCharacter }) {
            let character = String(UnicodeScalar(bad)).debugDescription
            return "the value of “\(name)” has the control character \(character) (RFC 9110 §5.5)"
        }
        for derived in ["Content-Length", "Transfer-Encoding"] where name.isSameHeaderName(as: derived) {
            return "“\(name)” is worked out from the body; leave it out (RFC 9112 §6.3)"
        }
        return nil
    }
}
