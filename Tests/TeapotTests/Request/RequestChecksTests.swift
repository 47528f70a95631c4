@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The checks of a request` {
    static let sentence = "A header of the request is invalid:"

    private func check(_ name: String, _ value: String) -> TeapotError? {
        teapotError { try Teapot.HeaderFields.Field(name: name, value: value).check() }
    }

    @Test(arguments: [
        ("X-A", ""), ("x-a", "b"), ("!#$%&'*+-.^_`|~09azAZ", "b"), ("A", "tab\there"), ("A", " padded "),
        ("A", "\"quoted\", (comment); a=b"), ("Host", "other.test"),
        // RFC 9110 §5.5 allows obs-text in a value, so it's sent as UTF-8.
        ("A", "café 🫖"), ("A", "\u{85}"),
    ])
    func `a token and a value without control characters are accepted`(name: String, value: String) {
        #expect(check(name, value) == nil)
    }

    @Test(arguments: [
        ("", "\"\""), ("A B", "\"A B\""), ("A:", "\"A:\""), (":path", "\":path\""), ("A\r\nB", "\"A\\r\\nB\""),
        ("A\n", "\"A\\n\""), ("A\0", "\"A\\0\""), ("Ä", "\"Ä\""), ("A\t", "\"A\\t\""), ("(A)", "\"(A)\""),
        ("A\u{301}", "\"A\u{301}\""), ("A\u{7F}", "\"A\\u{7F}\""), ("\"A\"", "\"\\\"A\\\"\""),
    ])
    func `an invalid name is refused`(name: String, shown: String) {
        #expect(check(name, "b")?.type == .invalidHeader)
        #expect(
            check(name, "b")?.description
                == "\(Self.sentence) \(shown) isn't a valid header name (RFC 9110 §5.1)")
    }

    @Test(arguments: [
        ("a\r\nX: y", "\\r"), ("a\nX: y", "\\n"), ("a\n", "\\n"), ("\r", "\\r"), ("a\0b", "\\0"), ("\u{7F}", "\\u{7F}"),
        ("a\u{1}", "\\u{01}"), ("a\u{1B}[0m", "\\u{1B}"), ("a\n\u{301}", "\\n"),
    ])
    func `a value with a control character is refused but not shown`(value: String, shown: String) {
        let error = check("Authorization", value)
        #expect(error?.type == .invalidHeader)
        #expect(
            error?.description
                == "\(Self.sentence) the value of “Authorization” has the control character \"\(shown)\" (RFC 9110 §5.5)"
        )
    }

    @Test(arguments: ["Content-Length", "content-length", "Transfer-Encoding", "TRANSFER-ENCODING"])
    func `a header computed from the body is refused`(name: String) {
        #expect(
            check(name, "1")?.description
                == "\(Self.sentence) “\(name)” is set from the body; remove it (RFC 9112 §6.3)"
        )
    }

    @Test(arguments: ["GET", "PROPFIND", "M-SEARCH", "x"])
    func `a method that is a token is accepted`(method: String) throws {
        try Teapot.Request.make(Teapot.Method(method)).check()
    }

    @Test(arguments: [("", "\"\""), ("GET /\r\nX: y", "\"GET /\\r\\nX: y\""), ("GÉT", "\"GÉT\""), ("A B", "\"A B\"")])
    func `an invalid method is refused`(method: String, shown: String) {
        let error = teapotError { try Teapot.Request.make(Teapot.Method(method)).check() }
        #expect(error?.type == .invalidHeader)
        #expect(error?.description == "\(Self.sentence) \(shown) is not a valid method (RFC 9110 §9.1)")
    }

    @Test(arguments: [0.001, 0.5, 60, 1e17, .greatestFiniteMagnitude, .infinity])
    func `a positive timeout is accepted, even an infinite one`(timeout: TimeInterval) throws {
        var request = Teapot.Request.make()
        request.timeout = timeout
        try request.check()
    }

    @Test(arguments: [(0, "0.0"), (-1, "-1.0"), (-TimeInterval.infinity, "-inf"), (.nan, "nan")])
    func `a timeout that isn't positive is refused`(timeout: TimeInterval, shown: String) {
        var request = Teapot.Request.make()
        request.timeout = timeout
        let error = teapotError { try request.check() }
        #expect(error?.type == .invalidTimeout)
        #expect(
            error?.description
                == "The request's timeout is invalid: \(shown) s; pass a positive number of "
                + "seconds, or .infinity for no limit"
        )
    }

    @Test func `every field of a request is checked`() {
        let error = teapotError { try Teapot.Request.make(.get, "http://h/", ["A": "b", "C": "d\n"]).check() }
        #expect(error?.description.contains("“C”") == true)
    }
}
