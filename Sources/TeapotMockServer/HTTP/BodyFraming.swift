import Teapot

/// How the end of a request's body is told (RFC 9112 §6.3).
enum BodyFraming: Equatable {
    /// That many bytes; zero when there is no body.
    case length(Int)
    /// Chunks, the last of which is empty.
    case chunked

    init(headers: Teapot.HeaderFields, minorVersion: Int) throws(Rejection) {
        let codings = headers.values(for: "Transfer-Encoding")
        let lengths = headers.values(for: "Content-Length")
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
        let sent = values.joined(separator: ", ")
        let codings = values.flatMap { $0.split(separator: ",", omittingEmptySubsequences: true) }
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            .filter { !$0.isEmpty }
        // RFC 9112 §6.3, fourth rule: unless chunked comes last, nobody knows where the body ends.
        guard codings.last == "chunked" else {
            throw Rejection("Transfer-Encoding \(Rejection.quoted(sent.utf8)) does not end in chunked.")
        }
        // RFC 9112 §6.1: chunked at most once, and 501 for codings that are not understood.
        guard !codings.dropLast().contains("chunked") else {
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
        // RFC 9110 §8.6: the same number more than once is taken as one; anything else is an error.
        let sent = values.joined(separator: ", ")
        let numbers = sent.utf8.split(separator: 0x2C, omittingEmptySubsequences: false)
            .map { $0.trimmingOptionalWhitespace() }
        guard let first = numbers.first, numbers.allSatisfy({ $0.elementsEqual(first) }) else {
            throw Rejection("The Content-Length fields \(Rejection.quoted(sent.utf8)) contradict each other.")
        }
        guard !first.isEmpty, first.allSatisfy(\.isDigit) else {
            throw Rejection("Content-Length \(Rejection.quoted(sent.utf8)) is not a number.")
        }
        // RFC 9110 §8.6: be ready for numbers that overflow.
        guard let length = Int(Substring(first)) else {
            throw Rejection(.contentTooLarge, "Content-Length \(Rejection.quoted(sent.utf8)) is beyond any limit.")
        }
        return length
    }
}
