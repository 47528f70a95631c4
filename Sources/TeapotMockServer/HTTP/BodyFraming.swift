import Teapot
import TeapotMock

/// The way the end of a request's body is determined (RFC 9112 §6.3).
enum BodyFraming: Equatable {
    /// The number of bytes, which is zero if there's no body.
    case length(Int)
    /// Chunks, the last of which is empty.
    case chunked

    init(headers: Teapot.HeaderFields, minorVersion: Int) throws(Rejection) {
        let codings = headers.values(for: "Transfer-Encoding")
        let lengths = headers.values(for: "Content-Length")
        if !codings.isEmpty {
            // RFC 9112 §6.1: HTTP/1.0 has no transfer codings, so the framing is faulty.
            guard minorVersion > 0 else { throw Rejection("HTTP/1.0 does not define Transfer-Encoding.") }
            // RFC 9112 §6.3, third rule: both together may be an attempt at request smuggling.
            guard lengths.isEmpty else {
                throw Rejection("Content-Length and Transfer-Encoding can't be combined.")
            }
            try Self.checkChunked(codings)
            self = .chunked
        } else if lengths.isEmpty {
            self = .length(0)  // RFC 9112 §6.3, seventh rule.
        } else {
            self = .length(try Self.length(lengths))
        }
    }

    private static func checkChunked(_ values: [String]) throws(Rejection) {
        if values == ["chunked"] { return }
        let sent = values.joined(separator: ", ")
        // Compare bytes, not characters: in Unicode, a Kelvin sign is a K, and a no-break space is white space. If only
        // one of two recipients reads the value as chunked, an attacker can make it see a request inside a body.
        let codings = values.flatMap { $0.utf8.split(separator: 0x2C) }
            .map { String(Substring($0.trimmingOptionalWhitespace())) }
            .filter { !$0.isEmpty }
        let areChunked = codings.map { $0.isSameHeaderName(as: "chunked") }  // RFC 9112 §7: names have no case.
        // RFC 9112 §6.3, fourth rule: unless chunked is last, the end of the body is unknown.
        guard areChunked.last == true else {
            throw Rejection("Transfer-Encoding \(sent.utf8.quoted) does not end in chunked.")
        }
        // RFC 9112 §6.1: chunked may occur only once, and unknown codings get status 501.
        guard !areChunked.dropLast().contains(true) else {
            throw Rejection("Transfer-Encoding \(sent.utf8.quoted) has chunked more than once.")
        }
        guard codings.count == 1 else {
            throw Rejection(
                .notImplemented,
                "Transfer-Encoding \(sent.utf8.quoted): only chunked is supported."
            )
        }
    }

    private static func length(_ values: [String]) throws(Rejection) -> Int {
        // RFC 9110 §8.6 lets a recipient accept or reject a repeated number. Two recipients of one request could
        // disagree about it, so it's rejected here.
        guard let value = values.first, values.count == 1 else {
            let sent = values.joined(separator: ", ")
            throw Rejection("The request has more than one Content-Length: \(sent.utf8.quoted).")
        }
        guard !value.isEmpty, value.utf8.allSatisfy(\.isDigit) else {
            throw Rejection("Content-Length \(value.utf8.quoted) is not a number.")
        }
        // RFC 9110 §8.6: a decimal number, which may have leading zeros and may overflow.
        guard let length = Int(value) else {
            throw Rejection(.contentTooLarge, "Content-Length \(value.utf8.quoted) is too large.")
        }
        return length
    }
}
