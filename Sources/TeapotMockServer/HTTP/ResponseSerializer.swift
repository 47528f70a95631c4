import Teapot
import TeapotMock

/// Writes a response as the bytes that go over the wire (RFC 9112 §4 to §6).
struct ResponseSerializer {
    /// What the request decides about the form of its response.
    struct Exchange: Equatable {
        var isHead = false
        var minorVersion = 1
        /// Whether the connection goes on behind this response.
        var keepsAlive = true
    }

    /// The interim response that asks for the body (RFC 9110 §15.2.1).
    static let continueBytes = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    /// The fields that tell where a body and a connection end.
    ///
    /// They are the server's to write: a response's own, which often were recorded elsewhere, may not fit the bytes
    /// that are sent here.
    private static let framingFields = ["Content-Length", "Transfer-Encoding", "Connection"]

    /// The bytes of a response, or why it cannot be sent.
    static func bytes(
        of response: Response,
        for exchange: Exchange,
        date: String
    ) throws(UnsendableResponse) -> [UInt8] {
        if let file = response.file {
            throw UnsendableResponse("It names the fixture “\(file)”, which only a router can look up.")
        }
        if let fault = response.fault {
            throw UnsendableResponse("It fails with \(fault.error), which a server can't do to its client yet.")
        }
        let status = response.status.rawValue
        // RFC 9110 §15: three digits; an interim status (1xx) is no answer.
        guard (200...999).contains(status) else {
            throw UnsendableResponse("The status \(status) is not from 200 to 999.")
        }
        let hasContent = response.status.mayHaveContent
        var head = "HTTP/1.1 \(status) \(response.status.reasonPhrase)\r\n"
        for field in response.headers where !framingFields.contains(where: field.name.isSameHeaderName) {
            try check(field)
            head += "\(field.name): \(field.value)\r\n"
        }
        if response.headers["Date"] == nil { head += "Date: \(date)\r\n" }  // RFC 9110 §6.6.1.
        if let length = contentLength(response, exchange, hasContent: hasContent) {
            head += "Content-Length: \(length)\r\n"
        }
        var options = response.headers.connectionOptions.filter { $0 != "close" && $0 != "keep-alive" }
        if !exchange.keepsAlive {
            options.append("close")  // RFC 9112 §9.6.
        } else if exchange.minorVersion == 0 {
            options.append("keep-alive")  // RFC 9112 §9.3: HTTP/1.0 must hear that it was granted.
        }
        if !options.isEmpty { head += "Connection: \(options.joined(separator: ", "))\r\n" }
        head += "\r\n"
        let body = hasContent && !exchange.isHead ? response.body : Data()
        var bytes = [UInt8]()
        bytes.reserveCapacity(head.utf8.count + body.count)
        bytes.append(contentsOf: head.utf8)
        bytes.append(contentsOf: body)
        return bytes
    }

    /// The value of `Content-Length`, or `nil` where none belongs (RFC 9110 §8.6).
    private static func contentLength(_ response: Response, _ exchange: Exchange, hasContent: Bool) -> Int? {
        switch response.status.rawValue {
        case 204: return nil  // Must not have one.
        case 205: return 0
        default: break
        }
        // With HEAD and 304 it tells what a GET would bring, which the handler may know better than its empty body.
        if exchange.isHead || !hasContent, response.body.isEmpty {
            if let told = response.headers["Content-Length"].flatMap({ Int($0) }), told >= 0 { return told }
            return hasContent ? 0 : nil
        }
        return response.body.count
    }

    private static func check(_ field: Teapot.HeaderFields.Field) throws(UnsendableResponse) {
        guard field.name.isToken else {
            throw UnsendableResponse("The header name \(Rejection.quoted(field.name.utf8)) is not a token.")
        }
        guard field.value.utf8.allSatisfy(\.isFieldValueCharacter) else {
            throw UnsendableResponse(
                "The value \(Rejection.quoted(field.value.utf8)) of \(field.name) has control characters."
            )
        }
    }
}

/// Why a handler's response cannot be put into HTTP.
struct UnsendableResponse: Error, Equatable {
    var reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

extension Response {
    /// A response in plain text, as the server gives it on its own account.
    static func plain(_ status: Teapot.StatusCode, _ text: String) -> Response {
        Response(
            status: status,
            headers: ["Content-Type": "text/plain; charset=utf-8"],
            body: Data("\(text)\n".utf8)
        )
    }
}
