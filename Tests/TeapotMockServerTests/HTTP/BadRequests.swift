import Teapot
import TeapotMock
import Testing

import TeapotMockServer

/// Bytes that are not a valid request, and the reason.
struct BadRequest: Sendable, CustomTestStringConvertible {
    var section: String
    var name: String
    var bytes: [UInt8]
    var status: Teapot.StatusCode
    var reason: String
    var limits: Server.Limits

    var testDescription: String { "\(name) (\(section))" }

    init(
        _ section: String,
        _ name: String,
        _ text: String,
        _ status: Teapot.StatusCode,
        _ reason: String,
        limits: Server.Limits = Server.Limits()
    ) {
        self.section = section
        self.name = name
        bytes = Array(text.utf8)
        self.status = status
        self.reason = reason
        self.limits = limits
    }

    init(_ section: String, _ name: String, _ text: String, _ reason: String) {
        self.init(section, name, text, 400, reason)
    }

    static let all = lines + fields + framings + chunks
}

extension BadRequest {
    /// Returns a request with some header lines besides its Host.
    static func with(_ lines: String, body: String = "") -> String {
        "POST / HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\n\(body)"
    }

    static let lines: [BadRequest] = [
        BadRequest(
            "RFC 9112 §2.2",
            "a line feed alone",
            "GET / HTTP/1.1\nHost: a\n\n",
            "The line \"GET / HTTP/1.1\" ends in LF alone; HTTP requires CR LF."
        ),
        BadRequest(
            "RFC 9112 §2.2",
            "garbage behind an empty line",
            "\r\n@@ is none\r\n\r\n",
            "A request begins with a method, not with \"@\"."
        ),
        BadRequest(
            "RFC 9112 §2.2",
            "a bare carriage return in a value",
            with("X: b\rc"),
            "The value \"b\\x0Dc\" of X has control characters."
        ),
        BadRequest(
            "RFC 9112 §2.2",
            "white space before the first field",
            "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
            "The line \" Host: a\" after the request line begins with white space."
        ),
        BadRequest(
            "RFC 9112 §3",
            "a request line of HTTP/0.9",
            "GET /\r\n",
            "The request line \"GET /\" isn't a method, target and version separated by single spaces."
        ),
        BadRequest(
            "RFC 9112 §3",
            "two spaces",
            "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
            "The request line \"GET  / HTTP/1.1\" isn't a method, target and version separated by single spaces."
        ),
        BadRequest(
            "RFC 9112 §3.2",
            "a space in the target",
            "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n",
            "The request line \"GET /a b HTTP/1.1\" isn't a method, target and version separated by single spaces."
        ),
        BadRequest(
            "RFC 9112 §3",
            "a space behind the version",
            "GET / HTTP/1.1 \r\nHost: a\r\n\r\n",
            "The request line \"GET / HTTP/1.1 \" isn't a method, target and version separated by single spaces."
        ),
        BadRequest(
            "RFC 9112 §3",
            "a tab for a space",
            "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n",
            "The request line \"GET\\x09/ HTTP/1.1\" isn't a method, target and version separated by single spaces."
        ),
        BadRequest(
            "RFC 9110 §9.1",
            "a method that is no token",
            "G{T / HTTP/1.1\r\nHost: a\r\n\r\n",
            "The method \"G{T\" is not a token."
        ),
        BadRequest(
            "RFC 9112 §3",
            "no method",
            " / HTTP/1.1\r\nHost: a\r\n\r\n",
            "A request begins with a method, not with \" \"."
        ),
        BadRequest(
            "RFC 8446 §5.1",
            "the first byte of TLS",
            "\u{16}\u{3}\u{1}",
            "These bytes look like TLS; this server speaks plain HTTP, so use http:// in the URL."
        ),
        BadRequest(
            "RFC 9112 §3.2",
            "a fragment",
            "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n",
            "The target \"/a#b\" has characters that must be percent-encoded."
        ),
        BadRequest(
            "RFC 3986 §2.1",
            "a target that is not ASCII",
            "GET /é HTTP/1.1\r\nHost: a\r\n\r\n",
            "The target \"/\\xC3\\xA9\" has characters that must be percent-encoded."
        ),
        BadRequest(
            "RFC 9112 §3.2.1",
            "a target without its slash",
            "GET users HTTP/1.1\r\nHost: a\r\n\r\n",
            "The target \"users\" is neither a path that begins with / nor an http URL."
        ),
        BadRequest(
            "RFC 9112 §3.2.2",
            "an absolute target of another scheme",
            "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
            "The target \"ftp://a/\" is neither a path that begins with / nor an http URL."
        ),
        BadRequest(
            "RFC 9110 §4.2.1",
            "an absolute target without a host",
            "GET http:///x HTTP/1.1\r\nHost: a\r\n\r\n",
            "The target \"http:///x\" has no valid host."
        ),
        BadRequest(
            "RFC 9110 §4.2.4",
            "an absolute target with a user",
            "GET http://u@b/ HTTP/1.1\r\nHost: a\r\n\r\n",
            "The target \"http://u@b/\" has no valid host."
        ),
        BadRequest(
            "RFC 9112 §3.2.4",
            "an asterisk without OPTIONS",
            "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
            "The target \"*\" is valid with OPTIONS only, not GET."
        ),
        BadRequest(
            "RFC 9112 §3.2.3",
            "CONNECT",
            "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n",
            501,
            "CONNECT is not supported: this server is not a proxy."
        ),
        BadRequest(
            "RFC 9112 §2.3",
            "a version in small letters",
            "GET / http/1.1\r\nHost: a\r\n\r\n",
            "\"http/1.1\" is not a version such as HTTP/1.1."
        ),
        BadRequest(
            "RFC 9112 §2.3",
            "a version of two digits",
            "GET / HTTP/1.10\r\nHost: a\r\n\r\n",
            "\"HTTP/1.10\" is not a version such as HTTP/1.1."
        ),
        BadRequest(
            "RFC 9110 §15.6.6",
            "the preface of HTTP/2",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            505,
            "\"HTTP/2.0\" is not supported; use HTTP/1.1."
        ),
        BadRequest(
            "RFC 9112 §3",
            "a request line that is too long",
            "GET /aaaaaaaaaaaaaaaaa",
            414,
            "The request line has more than 20 bytes.",
            limits: Server.Limits(headBytes: 20)
        ),
        BadRequest(
            "RFC 9112 §3",
            "a request line that is one byte too long",
            "GET /aaaaa HTTP/1.1\r\nHost: a\r\n\r\n",
            414,
            "The request line has more than 18 bytes.",
            limits: Server.Limits(headBytes: 18)
        ),
    ]

    static let fields: [BadRequest] = [
        BadRequest("RFC 9112 §5", "a line without a colon", with("Hello"), "The header line \"Hello\" has no colon."),
        BadRequest("RFC 9112 §5.1", "a field without a name", with(": b"), "The header line \": b\" has no name."),
        BadRequest(
            "RFC 9112 §5.1",
            "white space before the colon",
            with("X : b"),
            "The header name \"X \" is not a token."
        ),
        BadRequest(
            "RFC 9110 §5.1",
            "a name that is no token",
            with("X(y): b"),
            "The header name \"X(y)\" is not a token."
        ),
        BadRequest(
            "RFC 9110 §5.1",
            "a name that is not ASCII",
            with("é: b"),
            "The header name \"\\xC3\\xA9\" is not a token."
        ),
        BadRequest(
            "RFC 9112 §5.2",
            "a folded line",
            with("X: b\r\n c"),
            "The header line \" c\" begins with white space; folded lines are obsolete."
        ),
        BadRequest(
            "RFC 9110 §5.5",
            "a NUL in a value",
            with("X: b\0c"),
            "The value \"b\\x00c\" of X has control characters."
        ),
        BadRequest(
            "RFC 9110 §5.5",
            "a DEL in a value",
            with("X: b\u{7F}"),
            "The value \"b\\x7F\" of X has control characters."
        ),
        BadRequest(
            "RFC 9112 §3.2",
            "HTTP/1.1 without Host",
            "GET / HTTP/1.1\r\n\r\n",
            "The request has no Host header."
        ),
        BadRequest("RFC 9112 §3.2", "two Hosts", with("Host: a"), "The request has more than one Host header."),
        BadRequest(
            "RFC 9112 §3.2",
            "a Host with a path",
            "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
            "Host \"a/b\" is not a host with an optional port."
        ),
        BadRequest(
            "RFC 3986 §3.2.3",
            "a Host whose port is no number",
            "GET / HTTP/1.0\r\nHost: a:b\r\n\r\n",
            "Host \"a:b\" is not a host with an optional port."
        ),
        BadRequest(
            "RFC 6585 §5",
            "fields that are too long",
            "GET / HTTP/1.1\r\nHost: a\r\nX: bbbbbbbbbbbbbbbbb\r\n\r\n",
            431,
            "The request's head has more than 40 bytes.",
            limits: Server.Limits(headBytes: 40)
        ),
        BadRequest(
            "RFC 9110 §10.1.1",
            "an expectation that nobody can meet",
            with("Expect: a-miracle\r\nContent-Length: 1"),
            417,
            "Expect \"a-miracle\" is not supported; only 100-continue is."
        ),
    ]
}
