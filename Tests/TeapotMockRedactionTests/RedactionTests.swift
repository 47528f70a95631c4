import Foundation
import Teapot
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockRedaction

@Suite(.inTurn) struct `A redaction` {
    private func body(_ text: String, _ type: String = "application/json", _ redaction: Redaction = Redaction())
        -> String
    {
        let response = Response.data(Data(text.utf8), contentType: type)
        return String(decoding: redaction.redacted(response).body, as: UTF8.self)
    }

    @Test(arguments: [
        ("Authorization", "Bearer abc", "REDACTED"), ("proxy-authorization", "Basic abc", "REDACTED"),
        ("Cookie", "a=1; b=2", "a=REDACTED; b=REDACTED"),
        ("Set-Cookie", "a=1; Path=/; Secure", "a=REDACTED; Path=/; Secure"),
        ("X-Api-Key", "k", "REDACTED"), ("Api-Key", "k", "REDACTED"), ("X-CSRF-Token", "k", "REDACTED"),
        ("X-Amz-Security-Token", "k", "REDACTED"), ("X-Client-Secret", "k", "REDACTED"), ("Token", "", ""),
        ("Accept", "application/json", "application/json"), ("X-Tokens-Left", "7", "7"),
        (
            "Location", "https://u:p@h.test/a?token=x&b=1#id_token=y",
            "https://h.test/a?token=REDACTED&b=1#id_token=REDACTED"
        ),
        ("Location", "/next?access%5Ftoken=x", "/next?access%5Ftoken=REDACTED"),
        (
            "Link", "<https://h.test/a?page=2&api_key=x>; rel=\"next\"",
            "<https://h.test/a?page=2&api_key=REDACTED>; rel=\"next\""
        ),
    ])
    func `removes headers`(name: String, value: String, expected: String) {
        let request = Request(method: "GET", path: "/", headers: [name: value])
        #expect(Redaction().redacted(request).headers[name] == expected)
        let response = Response(headers: [name: value])
        #expect(Redaction().redacted(response).headers[name] == expected)
    }

    @Test(arguments: [
        (#"{"token":"a1b2c3"}"#, #"{"token":"REDACTED"}"#),
        (#"{"b":[{"accessToken":"a","x":"y"}]}"#, #"{"b":[{"accessToken":"REDACTED","x":"y"}]}"#),
        (
            #"{"PASSWORD":1234,"secret":true,"session":null,"jwt":""}"#,
            #"{"PASSWORD":0,"secret":true,"session":null,"jwt":""}"#
        ),
        (
            #"{"session":{"id":"a1b2c3d4","user":{"name":"a"}}}"#,
            #"{"session":{"id":"REDACTED","user":{"name":"a"}}}"#
        ),
        (#"{"pwd":1234,"secret":[false,1.5]}"#, #"{"pwd":0,"secret":[false,1.5]}"#),
        (#"{"client-secret":["a1b2c3","b"]}"#, #"{"client-secret":["REDACTED","b"]}"#),
        (#"{"u":"https://a:b@h.test/?token=x"}"#, #"{"u":"https://h.test/?token=REDACTED"}"#),
        (#"{ "tokens" : 1.0,  "a" : "token" }"#, #"{ "tokens" : 1.0,  "a" : "token" }"#),
        ("no JSON {", "no JSON {"),
    ])
    func `removes members at any depth, and keeps other bytes`(text: String, expected: String) {
        #expect(body(text) == expected)
        #expect(body(expected) == expected)
    }

    @Test func `removes form fields, and members in lines`() {
        let form = "application/x-www-form-urlencoded; charset=utf-8"
        #expect(body("user=a+b&pass%77ord=x&token=&c", form) == "user=a+b&pass%77ord=REDACTED&token=&c")
        let lines = "{\"token\":\"a1b2c3\"}\r\n\n{\"b\":1}\n"
        #expect(body(lines, "application/x-ndjson") == "{\"token\":\"REDACTED\"}\r\n\n{\"b\":1}\n")
        let events = "event: a\ndata: {\"token\":\"a1b2c3\"}\n\n"
        #expect(body(events, "text/event-stream") == "event: a\ndata: {\"token\":\"REDACTED\"}\n\n")
    }

    @Test func `removes query items, and keeps the rest as it was sent`() throws {
        let url = try #require(URL(string: "https://u:p@api.test/a?api_key=x&b=c+d%2B&token"))
        let request = try Request(Teapot.Request(url: url))
        let redacted = Redaction().redacted(request)
        #expect(
            redacted.query == [
                .init(name: "api_key", value: "REDACTED"), .init(name: "b", value: "c+d+"),
                .init(name: "token", value: nil),
            ])
        #expect(redacted.origin == "https://api.test")
        let plain = try Request(Teapot.Request(url: try #require(URL(string: "https://api.test/a?b=c+d%2B"))))
        #expect(Redaction().redacted(plain).queryText == "b=c+d%2B")
    }

    @Test func `has a custom list`() {
        var redaction = Redaction(adding: ["iban", "X-Device"])
        redaction.names.remove("session")
        #expect(
            body(#"{"IBAN":"a","session":"a1b2c3"}"#, "application/json", redaction)
                == #"{"IBAN":"REDACTED","session":"a1b2c3"}"#
        )
        #expect(redaction.redacted(Response(headers: ["x-device": "1"])).headers["X-Device"] == "REDACTED")
        #expect(redaction.redacted(Response(headers: ["device": "1"])).headers["Device"] == "1")
    }
}
