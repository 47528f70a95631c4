import Foundation
import Teapot
import TeapotTestTraits
import Testing
import TeapotTestSupport

import TeapotMock
import TeapotMockRecording

@Suite(.inTurn) struct `A replayed body` {
    private let json = "application/json"
    private let form = "application/x-www-form-urlencoded"

    private func request(_ body: String, _ type: String?, method: String = "POST") -> Request {
        Request(
            method: method, origin: "https://api.test", path: "/search",
            headers: type.map { ["Content-Type": $0] } ?? [:], body: Data(body.utf8))
    }

    private func router(_ requests: [Request], matchingBodies: Bool = true) -> Router {
        let router = Router("https://api.test")
        let entries = requests.enumerated().map { HAR.Entry($1, .data(Data("\($0)".utf8), contentType: "text/plain")) }
        router.replay(HAR(entries), matchingBodies: matchingBodies)
        return router
    }

    /// Returns the bodies of the responses to a request; `nil` for a miss.
    private func answers(_ router: Router, _ request: Request, _ count: Int = 1) async -> [String?] {
        var texts: [String?] = []
        for _ in 0..<count {
            // Only a client in this process names an origin; only a server's client may omit the type of a body.
            let isOnHost = request.origin != nil
            let answer = isOnHost ? await router.answer(to: request) : await router.serverAnswer(to: request)
            texts.append(answer.isUnanswered || answer.status == 404 ? nil : answer.text)
        }
        return texts
    }

    private func multipart(_ boundary: String, _ parts: [(head: String, body: String)]) -> Request {
        let text = parts.map { "--\(boundary)\r\nContent-Disposition: form-data; \($0.head)\r\n\r\n\($0.body)\r\n" }
        return request(text.joined() + "--\(boundary)--\r\n", "multipart/form-data; boundary=\(boundary)")
    }

    @Test func `gets its own responses, and an unrecorded body gets none`() async {
        let router = router([
            request(#"{"q": "tea", "n": 1.50}"#, json), request(#"{"q": "milk"}"#, json),
            request(#"{"n": 1.50, "q": "tea"}"#, json),
        ])
        #expect(await answers(router, request(#"{"n":15e-1,"q":"tea"}"#, json), 3) == ["0", "2", "2"])
        #expect(await answers(router, request(#"{"q":"milk"}"#, json), 2) == ["1", "1"])
        for other in ["other", "", #"{"q":"coffee"}"#, #"{"q":"tea","n":1.5,"x":0}"#, #"{"q":"tea"}"#] {
            #expect(await answers(router, request(other, json)) == [nil], "\(other)")
        }
    }

    @Test(
        arguments: [
            (#"{"a":[1]}"#, #"{"a":[2]}"#, "application/json", nil),
            ("a=1&b=x+y", "b=x%20y&a=1", "application/x-www-form-urlencoded", "0"),
            ("a=1&b=x+y", "b=x%20y&a=2", "application/x-www-form-urlencoded", nil),
            // curl's default type.
            (#"{"password":"p", "a":1}"#, #"{"a":1,"password":"q"}"#, "application/x-www-form-urlencoded", "0"),
            ("a=1&a=2", "a=2&a=1", "application/x-www-form-urlencoded", nil), ("hi", "hi", "text/plain", "0"),
            ("hi", "hi ", "text/plain", nil), ("", "", nil, "0"), ("", "x", nil, nil),
        ] as [(String, String, String?, String?)])
    func `is required in its form even if it's the only one`(
        recorded: String, received: String, type: String?, expected: String?
    ) async {
        let router = router([request(recorded, type)])
        #expect(await answers(router, request(received, type)) == [expected])
    }

    @Test func `in several parts is compared by its parts, not by its boundary`() async {
        let picture = (head: #"name="file"; filename="a.png""#, body: "\u{89}PNG")
        let recorded = multipart("one", [(#"name="title""#, "Tea"), picture])
        let router = router([recorded, multipart("one", [(#"name="title""#, "Milk"), picture])])
        #expect(await answers(router, multipart("two", [(#"name="title""#, "Tea"), picture])) == ["0"])
        #expect(await answers(router, multipart("two", [picture, (#"name="title""#, "Milk")])) == ["1"])
        for parts in [
            [(#"name="title""#, "Tea")], [(#"name="title""#, "Coffee"), picture],
            [(#"name="title""#, "Tea"), (#"name="file"; filename="b.png""#, picture.body)],
            [(#"name="title""#, "Tea"), (picture.head, "\u{89}JPG")],
        ] {
            #expect(await answers(router, multipart("two", parts)) == [nil], "\(parts)")
        }
        // Browsers export the names of files without their bytes.
        let exported = self.router([multipart("one", [(picture.head, "")])])
        #expect(await answers(exported, multipart("two", [picture])) == ["0"])
    }

    @Test func `is the same with another secret, redacted or not`() async {
        func login(_ user: String, _ password: String, _ token: String) -> Request {
            request(
                #"{"user":"\#(user)","password":"\#(password)","token":\#(token),"to":"/a?token=\#(password)&b=1"}"#,
                json)
        }
        let first = login("ada", "one", #""a1b2c3""#)
        for recorded in [first, Redaction().redacted(first)] {
            let router = router([recorded])
            #expect(await answers(router, login("ada", "two", #""d4e5f6""#)) == ["0"])
            #expect(await answers(router, login("eve", "two", #""d4e5f6""#)) == [nil])
        }
        let form = router([Redaction().redacted(request("user=ada&password=one", form))])
        #expect(await answers(form, request("user=ada&password=two", self.form)) == ["0"])
        #expect(await answers(form, request("user=eve&password=two", self.form)) == [nil])
        // A name that was redacted only during recording.
        let own = router([Redaction(adding: ["iban"]).redacted(request(#"{"iban":"DE1","n":1}"#, json))])
        #expect(await answers(own, request(#"{"iban":"DE2","n":1}"#, json)) == ["0"])
        #expect(await answers(own, request(#"{"iban":"DE2","n":2}"#, json)) == [nil])
    }

    @Test func `that is missing from the file matches any body, unless the file says that there was none`() async throws
    {
        func replay(_ members: String, method: String = "POST") throws -> Router {
            let router = Router("https://api.test")
            let text = """
                {"log": {"entries": [{
                  "request": {"method": "\(method)", "url": "https://api.test/search", "headers": []\(members)},
                  "response": {"status": 200, "headers": [], "content": {"mimeType": "text/plain", "text": "0"}}
                }]}}
                """
            let har = try HAR(parsing: Data(text.utf8))
            router.replay(try HAR(parsing: har.data()))
            return router
        }
        for members in [
            "", #", "bodySize": -1"#, #", "bodySize": 7"#,
            #", "bodySize": 7, "postData": {"mimeType": "", "text": ""}"#,
            #", "bodySize": 7, "postData": {"mimeType": "multipart/form-data", "params": [{"name": "a"}]}"#,
        ] {
            #expect(await answers(try replay(members), request("any", nil)) == ["0"], "\(members)")
            #expect(await answers(try replay(members), request("", nil)) == ["0"], "\(members)")
        }
        #expect(await answers(try replay(#", "bodySize": 0"#), request("any", nil)) == [nil])
        #expect(await answers(try replay(#", "bodySize": 0"#), request("", nil)) == ["0"])
        // Recorded bodies take precedence over missing ones.
        var unknown = request("", nil)
        unknown.markBodyAsUnknown()
        let router = router([unknown, request("known", nil)])
        #expect(await answers(router, request("known", nil), 2) == ["1", "1"])
        #expect(await answers(router, request("other", nil), 2) == ["0", "0"])
    }

    @Test func `may differ if bodies are ignored`() async {
        let router = router(
            [request(#"{"time":1}"#, json), request(#"{"time":2}"#, json), request(#"{"time":1}"#, json)],
            matchingBodies: false)
        #expect(await answers(router, request(#"{"time":2}"#, json), 2) == ["1", "1"])
        #expect(await answers(router, request(#"{"time":3}"#, json), 4) == ["0", "1", "2", "2"])
    }

    @Test func `from another host doesn't count as recorded for this one`() async {
        func sent(_ host: String, _ body: String) -> Request {
            Request(method: "POST", origin: "https://\(host).test", path: "/x", body: Data(body.utf8))
        }
        let router = Router()
        let bodies = [("a", "1"), ("b", "2")]
        router.replay(HAR(bodies.map { HAR.Entry(sent($0, $1), .data(Data($1.utf8))) }))
        #expect(await answers(router, sent("a", "1")) == ["1"])
        #expect(await answers(router, sent("b", "2")) == ["2"])
        #expect(await answers(router, sent("a", "2")) == [nil])
        #expect(await answers(router, Request(method: "POST", path: "/x", body: Data("2".utf8))) == ["2"])
    }

    @Test(arguments: [
        (
            [#"{"q":{"a":1},"n":2}"#], #"{"q":{"a":3},"n":2}"#,
            #"JSON body that equals {"n":2,"q":{"a":1}} – /q/a: expected 1, received 3"#
        ),
        (
            [#"{"a":1,"b":1}"#, #"{"a":2,"b":2}"#], #"{"a":2,"b":3}"#,
            #"one of 2 recorded bodies – the nearest: JSON body that equals {"a":2,"b":2} – /b: expected 2, received 3"#
        ),
        (["abc"], "abd", "body of 3 bytes – received 3 bytes, and byte 3 is the first that differs"),
        (["abc"], "", "body of 3 bytes – received none"),
    ])
    func `is explained if it wasn't recorded`(recorded: [String], sent: String, text: String) async throws {
        let router = router(recorded.map { request($0, nil) })
        _ = await router.serverAnswer(to: request(sent, nil))
        guard case .unanswered(let diagnosis)? = router.journal.entries.last?.outcome else {
            Issue.record("It was answered.")
            return
        }
        #expect(diagnosis.description.contains("✗ " + text), "\(diagnosis)")
    }

    @Test func `in several parts is explained if it wasn't recorded`() async throws {
        let router = router([multipart("one", [(#"name="title""#, "Tea"), (#"name="file"; filename="a.png""#, "1")])])
        for (parts, text) in [
            ([(#"name="title""#, "Tea")], "received title"),
            (
                [(#"name="title""#, "Ten"), (#"name="file"; filename="a.png""#, "1")],
                "part “title”: received 3 bytes, and byte 3 is the first that differs"
            ),
            (
                [(#"name="title""#, "Tea"), (#"name="file"; filename="b.png""#, "1")],
                "part “file”: expected the file “a.png”, received the file “b.png”"
            ),
        ] {
            _ = await router.serverAnswer(to: multipart("two", parts))
            guard case .unanswered(let diagnosis)? = router.journal.entries.last?.outcome else {
                Issue.record("It was answered.")
                return
            }
            let expected = "multipart form with the parts file (a.png), title and nothing else – " + text
            #expect(diagnosis.description.contains("✗ " + expected), "\(diagnosis)")
        }
    }
}
