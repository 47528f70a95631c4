import Teapot
import TeapotMock

/// How the end of a request's body is told (RFC 9112 §6.3).
enum BodyFraming: Equatable {
    /// That many bytes; zero when there is no body.
    case length(Int)
    /// Chunks, the last of which is empty.
    case chunked

    init(headerFields: Teapot.HeaderFields, minorVersion: Int) throws(Rejection) {
        let codings = headerFields.values(for: "Transfer-Encoding")
        let lengths = headerFields.values(for: "Content-Length")
        if !codings.isEmpty {
            // RFC 9112 §6.1: HTTP/1.0 has no transfer codings, so that the framing is faulty.
            guard minorVersion > 0 else { throw Rejection("HTTP/1.0 has no Transfer-Encoding.") }
            // RFC 9112 §6.3, third rule: both together may be an attempt at smuggling a request.
            guard lengths.isEmpty else {
                throw Rejection("Content-Length and Transfer-Encoding exclude each other.")
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
        // Bytes, not characters: to Unicode a Kelvin sign is a K and a no-break space is white space, and whoever reads
        // this as chunked where another does not can be made to see a request within a body.
        let codings = values.flatMap { $0.utf8.split(separator: 0x2C) }
            .map { String(Substring($0.trimmingOptionalWhitespace())) }
            .filter { !$0.isEmpty }
        let areChunked = codings.map { $0.isSameHeaderName(as: "chunked") }  // RFC 9112 §7: names have no case.
        // RFC 9112 §6.3, fourth rule: unless chunked comes last, nobody knows where the body ends.
        guard areChunked.last == true else {
            throw Rejection("Transfer-Encoding \(Rejection.quoted(sent.utf8)) does not end in chunked.")
        }
        // RFC 9112 §6.1: chunked at most once, and 501 for codings that are not understood.
        guard !areChunked.dropLast().contains(true) else {
            throw Rejection("Transfer-Encoding \(Rejection.quoted(sent.utf8)) has chunked more than once.")
        }
        guard codings.count == 1 else {
            throw Rejection(
                .notImplemented,
                "Transfer-Encoding \(Rejection.quoted(sent.utf8)): only chunked is understood."
            )
        }
    }

    private static func length(_ values: [String]) throws(Rejection) -> Int {
        // RFC 9110 §8.6 lets a recipient take the same number twice for one, or refuse it. Where two programs read one
        // request, the second spelling is what they may disagree on, so that there is one here.
        guard let value = values.first, values.count == 1 else {
            let sent = values.joined(separator: ", ")
            throw Rejection("The request has more than one Content-Length: \(Rejection.quoted(sent.utf8)).")
        }
        guard !value.isEmpty, value.utf8.allSatisfy(\.isDigit) else {
            throw Rejection("Content-Length \(Rejection.quoted(value.utf8)) is not a number.")
        }
        // Some read 010 as eight.
        guard value.utf8.first != 0x30 || value.utf8.count == 1 else {
            throw Rejection("Content-Length \(Rejection.quoted(value.utf8)) has a zero before its number.")
        }
        // RFC 9110 §8.6: be ready for numbers that overflow.
        guard let length = Int(value) else {
            throw Rejection(.contentTooLarge, "Content-Length \(Rejection.quoted(value.utf8)) is beyond any limit.")
        }
        return length
    }
}
