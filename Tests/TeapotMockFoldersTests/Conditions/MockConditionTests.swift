import Foundation
import Teapot
import TeapotMockWebSocket
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockFolders

@Suite(.inTurn) struct `A mock's condition` {
    /// Returns the body of the response to a request; `nil` if there is none.
    private func body(_ router: Router, _ request: Request) async -> String? {
        // Only a client in this process names an origin; only a server's client may omit the type of a body.
        let isOnHost = request.origin != nil
        let answer = isOnHost ? await router.answer(to: request) : await router.serverAnswer(to: request)
        return answer.isUnanswered || answer.status == 404 ? nil : answer.text
    }

    private func get(_ target: String, _ fields: Teapot.HeaderFields = [:]) -> Request {
        let parts = target.split(separator: "?", maxSplits: 1)
        let query = parts.count > 1 ? Request.items(of: parts[1]) : []
        return Request(method: "GET", path: String(parts[0]), query: query, headers: fields)
    }

    private func post(_ body: String, _ type: String = "application/json") -> Request {
        Request(method: "POST", path: "/users", headers: ["Content-Type": type], body: Data(body.utf8))
    }

    /// Returns a folder with mocks for pages, bodies and headers.
    private func users() throws -> TemporaryFolder {
        try TemporaryFolder([
            "users/success_1.json": "1", "users/success_2.json": "2", "users/success_3.json": "3",
            "users/success_POST_eve.json": "4", "users/success_POST_ada.json": "5", "users/success_POST_form.json": "6",
            "users/success_POST_text.txt": "7", "users/success_german.json": "8", "users/success_POST_any.json": "9",
            "users/mocks.index.json": """
            {
              "success_1.json": {"exactQuery": {"page": "1"}},
              "success_2": {"query": {"page": "2"}},
              "success_3.json": {"exactQuery": {"page": "3", "tag": ["a", "b"], "all": null}},
              "success_POST_eve.json": {"jsonContains": {"name": "Eve"}},
              "success_POST_ada.json": {"json": {"name": "Ada", "n": 1, "secret": "REDACTED"}},
              "success_POST_form.json": {"form": {"name": "Bob", "otp": "REDACTED"}},
              "success_POST_text.txt": {"body": "hi"},
              "success_german.json": {"query": {"page": "2"}, "headers": {"Accept-Language": "de"}},
              "success_POST_any.json": {"bodySHA1": "\(Data("[1]".utf8).conditionDigest)"}
            }
            """,
        ])
    }

    @Test func `for pages, bodies and headers has no problems`() throws {
        let files = try users()
        #expect(MockFolder(files.url).problems == [])
    }

    @Test(
        arguments: [
            ("/users?page=1", "1"), ("/users?page=1&x=2", nil), ("/users?page=2", "2"), ("/v1/users?x=1&page=2", "2"),
            ("/users?tag=a&all&page=3&tag=b", "3"), ("/users?tag=b&all&page=3&tag=a", nil), ("/users?page=4", nil),
            ("/users", nil),
        ] as [(String, String?)])
    func `distinguishes pages, and an unmatched page gets no answer`(target: String, expected: String?) async throws {
        let files = try users()
        #expect(await body(Router.serving(files), get(target)) == expected)
    }

    @Test func `with a header as well is more specific`() async throws {
        let files = try users()
        let request = get("/users?page=2", ["Accept-Language": "de"])
        #expect(await body(Router.serving(files), request) == "8")
    }

    @Test(
        arguments: [
            (#"{"age": 7, "name": "Eve"}"#, "application/json", "4"),
            (#"{"n":1.0, "secret":[1], "name":"Ada"}"#, "application/json", "5"),
            (#"{"n":1, "secret":1, "name":"Ada", "x":1}"#, "application/json", nil),
            ("otp=123&name=Bob", "application/x-www-form-urlencoded", "6"),
            ("name=Bob", "application/x-www-form-urlencoded", nil),
            ("otp=1&name=Bob&x=1", "application/x-www-form-urlencoded", nil), ("hi", "text/plain", "7"),
            ("[ 1 ]", "application/json", "9"), ("[2]", "application/json", nil),
        ] as [(String, String, String?)])
    func `distinguishes bodies, and an unmatched body gets no answer`(
        text: String, type: String, expected: String?
    ) async throws {
        let files = try users()
        #expect(await body(Router.serving(files), post(text, type)) == expected)
    }

    @Test(arguments: [
        ("<u><p>REDACTED</p></u>", "<u><p>a</p></u>", true), ("<u><p>REDACTED</p></u>", "<u><p></p></u>", true),
        ("<u><p>REDACTED</p></u>", "<u><p>a</p></u> ", false), ("<u><p>REDACTED</p></u>", "<o/>", false),
        ("<u><p>REDACTED</p></u>", "<u><p></u>", false), ("a: REDACTED\nb: REDACTED", "a: 1\nb: 2", true),
        ("a: REDACTED\nb: REDACTED", "a: 1\nc: 2", false), ("REDACTED, REDACTED.", "a.", false), ("REDACTED", "", true),
        ("aREDACTEDa", "a", false), ("plain", "plain", true), ("plain", "plainly", false),
    ])
    func `on a text accepts any text for a redacted part`(text: String, body: String, isMet: Bool) {
        let condition = CheckedCondition(RequestCondition(body: .text(text)))
        #expect(condition.isMet(by: ExaminedRequest(post(body, "text/plain"))) == isMet)
        #expect(condition.differences(from: ExaminedRequest(post(body, "text/plain"))).isEmpty == isMet)
    }

    @Test func `on the whole query distinguishes an empty value from a missing one`() async throws {
        let files = try TemporaryFolder([
            "a/success_1.json": "1", "a/success_2.json": "2", "b/success_3.json": "3", "c/success_POST_4.json": "4",
            "a/mocks.index.json": """
            {"success_1.json": {"exactQuery": {"page": null}}, "success_2.json": {"exactQuery": {"page": ""}}}
            """,
            "b/mocks.index.json": #"{"success_3.json": {"query": {"page": ""}}}"#,
            "c/mocks.index.json": #"{"success_POST_4.json": {"form": {"page": ""}}}"#,
        ])
        let router = Router.serving(files)
        #expect(await body(router, get("/a?page")) == "1")
        #expect(await body(router, get("/a?page=")) == "2")
        #expect(await body(router, get("/b?page")) == "3")
        #expect(await body(router, get("/b?page=")) == "3")
        for text in ["page", "page="] {
            let request = Request(method: "POST", path: "/c", body: Data(text.utf8))
            #expect(await body(router, request) == "4")
        }
    }

    @Test func `on the parts of a form applies to any boundary`() async throws {
        let files = try TemporaryFolder([
            "users/success_POST_tea.json": "1", "users/success_POST_file.json": "2",
            "users/success_POST_digest.json": "3", "users/success_POST_any.json": "4",
            "users/mocks.index.json": """
            {
              "success_POST_tea.json": {"multipart": [{"name": "a", "text": "Tea"}, {"name": "b", "text": "REDACTED"}]},
              "success_POST_file.json": {"multipart": [{"name": "f", "filename": "a.txt", "text": "Tea"}]},
              "success_POST_digest.json": {"multipart": [{"name": "d", "sha1": "\(Data("Tea".utf8).sha1Digest)"}]},
              "success_POST_any.json": {"multipart": [{"name": "e"}, {"name": "e", "text": "2"}]}
            }
            """,
            "v/success_POST_x.json": "1", "v/success_POST_y.json": "1",
            "v/mocks.index.json": """
            {
              "success_POST_x.json": {"multipart": [{"name": "a", "text": "", "sha1": ""}]},
              "success_POST_y.json": {"multipart": [{"nam": "a"}]}
            }
            """,
        ])
        func form(_ parts: [(String, String)], _ boundary: String = "b") -> Request {
            let text = parts.map { "--\(boundary)\r\nContent-Disposition: form-data; \($0)\r\n\r\n\($1)\r\n" }.joined()
            return post(text + "--\(boundary)--\r\n", "multipart/form-data; boundary=\(boundary)")
        }
        let router = Router.serving(files)
        for boundary in ["b", "c"] {
            #expect(await body(router, form([("name=a", "Tea"), ("name=b", "x")], boundary)) == "1")
            #expect(await body(router, form([("name=b", "y"), ("name=a", "Tea")], boundary)) == "1")
            #expect(await body(router, form([("name=f; filename=a.txt", "Tea")], boundary)) == "2")
            #expect(await body(router, form([("name=d", "Tea")], boundary)) == "3")
            #expect(await body(router, form([("name=e", "1"), ("name=e", "2")], boundary)) == "4")
        }
        for parts in [
            [("name=a", "Ten"), ("name=b", "x")], [("name=a", "Tea")], [("name=f", "Tea")], [("name=d", "tea")],
            [("name=f; filename=b.txt", "Tea")], [("name=e", "2"), ("name=e", "1")],
        ] {
            #expect(await body(router, form(parts)) == nil, "\(parts)")
        }
        #expect(await body(router, post("a=Tea&b=x", "application/x-www-form-urlencoded")) == nil)
        #expect(
            MockFolder(files.url).problems.map(\.description) == [
                "v/mocks.index.json:2:41: “success_POST_x.json”: multipart[0]: use only one of “text” and “sha1”",
                "v/mocks.index.json:3:41: “success_POST_y.json”: multipart[0]: unknown member “nam”; did you mean"
                    + " “name”?",
            ])
    }

    @Test func `with more members of a JSON body is more specific`() async throws {
        let files = try TemporaryFolder([
            "users/success_POST_tea.json": "1", "users/error_409_POST_many.json": "2",
            "users/success_POST_exact.json": "3", "users/error_400_POST_owner.json": "4",
            "users/mocks.index.json": """
            {
              "success_POST_tea.json": {"jsonContains": {"tea": 1}},
              "error_409_POST_many.json": {"jsonContains": {"tea": 1, "count": 13}},
              "success_POST_exact.json": {"json": {"tea": 1, "count": 13}},
              "error_400_POST_owner.json": {"jsonContains": {"tea": 1, "owner": {"name": "Eve", "tags": ["a"]}}}
            }
            """,
        ])
        let router = Router.serving(files)
        #expect(await body(router, post(#"{"tea": 1, "count": 2}"#)) == "1")
        #expect(await body(router, post(#"{"tea": 1, "count": 13, "x": 1}"#)) == "2")
        #expect(await body(router, post(#"{"tea": 1, "count": 13}"#)) == "3")
        #expect(await body(router, post(#"{"tea": 1, "count": 13, "owner": {"name": "Eve", "tags": ["a"]}}"#)) == "4")
    }

    @Test func `isn't the reason if the method is`() async throws {
        let files = try TemporaryFolder([
            "Mocks/users/success_1.json": "1", "Mocks/users/success_POST_2.json": "2",
            "Mocks/users/mocks.index.json": #"{"success_1.json": {"query": {"a": "1"}}}"#,
        ])
        let switchboard = Switchboard(MockFolder(files.path("Mocks")))
        switchboard.undecided = .firstMock
        let router = Router()
        router.switchboard = switchboard
        for query in ["", "?a=1"] {
            let request = Request(
                method: "DELETE", path: "/users", query: query.isEmpty ? [] : [.init(name: "a", value: "1")])
            _ = await router.serverAnswer(to: request)
            guard case .unanswered(let diagnosis) = router.journal.entries.last?.outcome else {
                Issue.record("It was answered.")
                return
            }
            #expect(diagnosis.description.contains("has mocks in “Mocks”, but they answer only GET, HEAD and POST."))
        }
    }

    @Test func `explains why a mock was chosen, and how narrowly another failed`() async throws {
        let files = try TemporaryFolder([
            "Mocks/users/success_1.json": "1", "Mocks/users/success_2.json": "2",
            "Mocks/users/mocks.index.json": """
            {"success_1.json": {"exactPath": "/v1/users", "exactQuery": {"page": "1"}},
             "success_2.json": {"exactPath": "/v1/users", "exactQuery": {"page": "2"}, "headers": {"X-A": "b"}}}
            """,
        ])
        let switchboard = Switchboard(MockFolder(files.path("Mocks")))
        switchboard.undecided = .firstMock
        let router = Router()
        router.switchboard = switchboard
        _ = await router.serverAnswer(to: get("/v1/users?page=1"))
        #expect(
            router.journal.entries.last?.reason
                == "users/success_1.json, for path /v1/users, query page=1 and nothing else")
        _ = await router.serverAnswer(to: get("/v1/users?page=4"))
        guard case .unanswered(let diagnosis) = router.journal.entries.last?.outcome else {
            Issue.record("It was answered.")
            return
        }
        #expect(
            diagnosis.description.hasPrefix(
                "GET /v1/users?page=4 has 2 mocks in “Mocks”, but the conditions don't match."))
        #expect(
            diagnosis.suggestion
                == "The nearest is “users/success_1.json”: expected query page=1 and nothing else, received “page=4”."
                + " Conditions are in “mocks.index.json” next to the mock.")
    }

    @Test func `is ignored and reported if it's stated twice`() async throws {
        let files = try TemporaryFolder([
            "users/success_a.json": "1", "users/success_b.json": "2",
            "users/mocks.index.json": """
            {"success_a.json": {"query": {"p": "1"}}, "success_b.json": {"query": {"p": "3"}},
             "success_a.json": {"query": {"p": "2"}}}
            """,
        ])
        #expect(
            MockFolder(files.url).problems.map(\.description) == [
                "users/mocks.index.json:2:20: “success_a.json” appears twice; remove one of the two"
            ])
        #expect(await body(Router.serving(files), get("/users?p=3")) == "2")
    }

    @Test(arguments: [("/docs", "1"), ("/docs/", "2"), ("//docs", "3"), ("/docs//", nil)] as [(String, String?)])
    func `on the whole path counts each slash, for a redirect that adds the last one`(
        path: String, expected: String?
    ) async throws {
        let files = try TemporaryFolder([
            "docs/success_301_moved.json": "1", "docs/success_200_docs.json": "2", "docs/success_double.json": "3",
            "docs/mocks.index.json": """
            {"success_301_moved.json": {"exactPath": "/docs"}, "success_200_docs.json": {"exactPath": "/docs/"},
             "success_double.json": {"exactPath": "//docs"}}
            """,
        ])
        #expect(await body(Router.serving(files), get(path)) == expected)
    }

    @Test(arguments: [
        (#"{"exactPath": "/users"}"#, "/v2/users", "expected path /users, received /v2/users"),
        (#"{"exactPath": "/users"}"#, "/users/", "expected path /users, received /users/"),
        (#"{"path": "/carts"}"#, "/users", "expected path that ends with /carts, received /users"),
    ])
    func `on a path other than its directory's is named for a request to that path`(
        condition: String, path: String, difference: String
    ) async throws {
        let files = try TemporaryFolder([
            "users/success_a.json": "1", "users/mocks.index.json": "{\"success_a.json\": \(condition)}",
        ])
        let router = Router.serving(files)
        _ = await router.serverAnswer(to: get(path))
        guard case .unanswered(let diagnosis) = router.journal.entries.last?.outcome else {
            Issue.record("It was answered.")
            return
        }
        #expect(diagnosis.suggestion?.hasPrefix("The nearest is “users/success_a.json”: \(difference).") == true)
    }

    @Test(
        arguments: [
            ("/orders", "1"), ("/%6Frders", "1"), ("/Orders", nil), ("/users/7/orders", nil), ("/v2/carts/9", "2"),
            ("/elsewhere", nil),
        ] as [(String, String?)])
    func `on the whole path excludes longer paths`(path: String, expected: String?) async throws {
        let files = try TemporaryFolder([
            "orders/success_a.json": "1", "orders/mocks.index.json": #"{"success_a.json": {"exactPath": "/orders"}}"#,
            "elsewhere/success_b.json": "2",
            "elsewhere/mocks.index.json": #"{"success_b.json": {"path": "/carts/{id}"}}"#,
        ])
        #expect(await body(Router.serving(files), get(path)) == expected)
    }

    @Test func `on the host distinguishes the answers of two hosts`() async throws {
        let files = try TemporaryFolder([
            "page/success_page.json": "1", "page/success_page-2.json": "2",
            "page/mocks.index.json":
                #"{"success_page.json": {"host": "a.com"}, "success_page-2.json": {"host": "b.com"}}"#,
        ])
        let router = Router.serving(files)
        for (origin, field, expected) in [
            ("https://a.com", nil, "1"), ("https://b.com:443", nil, "2"), ("https://c.com", nil, nil),
            (nil, "b.com", "2"), (nil, "localhost:8080", "1"), (nil, "127.0.0.1:8080", "1"), (nil, nil, "1"),
            (nil, "[::1]:8080", "1"), (nil, "2024:8080", nil), (nil, "1.2.3.400", nil),
        ] as [(String?, String?, String?)] {
            var request = get("/page", field.map { ["Host": $0] } ?? [:])
            request.origin = origin.map { Request.origin($0[...]) }
            if origin == nil, field == nil {
                // No client and no server sends a request without a host.
                #expect(await router.resolvedResponse(to: request).body == Data("1".utf8))
                continue
            }
            #expect(await body(router, request) == expected, "\(origin ?? "") \(field ?? "")")
        }
    }

    @Test(arguments: [
        (#"{"body": {"a": 1}}"#, "body: expected a string; for JSON, use “json”, or “jsonContains” for a part of it"),
        (#"{"body": [1]}"#, "body: expected a string; for JSON, use “json”, or “jsonContains” for a part of it"),
        (#"{"body": 1}"#, "body: expected a string"),
        (#"{"operationName": "A"}"#, #"unknown member “operationName”; use “jsonContains”: {"operationName": …}"#),
        (#"{"variables": {"a": 1}}"#, #"unknown member “variables”; use “jsonContains”: {"variables": …}"#),
        (#"{"regex": ".*"}"#, "unknown member “regex”; there are no regular expressions, but “REDACTED” is any text"),
        (#"{"status": 404}"#, "unknown member “status”; write it in the file's name, as in error_404_200ms_x.json"),
    ])
    func `that people write elsewhere is refused with the right member`(condition: String, reason: String) throws {
        let files = try TemporaryFolder([
            "a/success_x.json": "1", "a/mocks.index.json": "{\"success_x.json\": \(condition)}",
        ])
        let problems = MockFolder(files.url).problems.map(\.reason)
        #expect(problems.map { $0.hasPrefix("“success_x.json”: \(reason)") } == [true], "\(problems)")
    }

    @Test(arguments: [
        (#"{"tea": 1, "x": 2, "y": 3}"#, "/x: not expected; /y: not expected (“jsonContains” allows other members)"),
        (#"{"x": 2}"#, "/tea: expected 1, received none; /x: not expected"),
    ])
    func `on a whole JSON body mentions the condition that allows other members`(body: String, difference: String) {
        let condition = CheckedCondition(RequestCondition(body: .json(["tea": 1])))
        #expect(condition.differences(from: ExaminedRequest(post(body))).map(\.explanation) == [difference])
    }

    @Test func `that is invalid is reported, and its mock responds with the reason`() async throws {
        let files = try TemporaryFolder([
            "a/success_x.json": "1", "a/success_POST_y.json": "1", "b/success_x.json": "1",
            "a/mocks.index.json": """
            {"success_x.json": {"quary": {}}, "succes_y.json": {}, "success_POST_y.json": {"method": "PUT"}, "z": 7}
            """,
            "b/mocks.index.json": "{\n  \"success_x.json\": {]\n}", "c/success_x.json": "1", "c/mocks.index.json": "[]",
        ])
        let folder = MockFolder(files.url)
        #expect(
            Set(folder.problems.map(\.description)) == [
                "a/mocks.index.json:1:20: “success_x.json”: unknown member “quary”; did you mean “query”?",
                "a/mocks.index.json: there is no mock “succes_y.json” next to it; did you mean “success_x.json”?",
                "a/mocks.index.json:1:103: “z” must be an object such as {\"method\": \"POST\"}",
                "a/mocks.index.json: there is no mock “z” next to it",
                "a/success_POST_y.json: its name is for POST, and “mocks.index.json” next to it says PUT",
                "b/mocks.index.json:2:22: expected a member's name or \"}\" but found \"]\"",
                "c/mocks.index.json:1: expected an object with the names of files: "
                    + "{\"success_list.json\": {\"query\": {\"page\": \"2\"}}}",
            ])
        let response = await Router.serving(files).serverAnswer(to: get("/b"))
        #expect(response.status == 500)
        #expect(String(decoding: response.body, as: UTF8.self).contains("mocks.index.json:2:22"))
    }

    @Test func `changes at the next request, and is never a half-saved one`() async throws {
        let files = try TemporaryFolder(["a/success_x.json": "1"])
        let router = Router.serving(files)
        // In this process, because while other tests run, a server may take as long as the wait for a half-saved file.
        func quickBody(_ target: String) async -> String? {
            let answer = await router.answer(to: get(target))
            return answer.isUnanswered ? nil : answer.text
        }
        for round in 0..<20 {
            try files.write("{\"success_x.json\": {\"query\": {\"n\": \"\(round)\"}}}", to: "a/mocks.index.json")
            #expect(await quickBody("/a?n=\(round)") == "1")
            #expect(await quickBody("/a?n=x") == nil)
            try files.write("{\"success_x.json\"", to: "a/mocks.index.json")
            #expect(await quickBody("/a?n=\(round)") == "1")
            #expect(await quickBody("/a?n=x") == nil)
        }
        let past = Date().addingTimeInterval(-60)
        try FileManager.default.setAttributes(
            [.modificationDate: past], ofItemAtPath: files.path("a/mocks.index.json").path)
        #expect(await body(router, get("/a?n=x"))?.contains("mocks.index.json:1:18") == true)
        try files.remove("a/mocks.index.json")
        #expect(await quickBody("/a?n=x") == "1")
    }

    @Test func `is written in the form in which it's read`() throws {
        let items = [
            URLQueryItem(name: "a", value: nil), URLQueryItem(name: "b", value: "1"), .init(name: "b", value: "2"),
        ]
        let bodies: [RequestCondition.Body?] = [
            nil, .text("hi"), .json(["a": [1, 2.5, true, nil, "x", 12_345_678_901]]), .jsonContaining([["b": 1]]),
            .form(items), .sha1("00"),
        ]
        for body in bodies {
            let condition = RequestCondition(
                method: "POST", host: "a.com", path: "/b", exactPath: "/a/b", query: ["q": "1"], exactQuery: items,
                headers: ["X": "y"], body: body)
            let text = try JSON.dictionary(condition.document).data()
            #expect(try JSONDecoder().decode(RequestCondition.self, from: text) == condition)
        }
    }

    @Test func `puts lists before later recordings, and compares numbers by value`() throws {
        let names = ["x-10.json", "x-2.json", "X.json", "x.json", "x-2.txt", "w.json", "x-a.json"]
        #expect(
            FileOrder.sorted(names)
                == ["w.json", "X.json", "x.json", "x-2.json", "x-2.txt", "x-10.json", "x-a.json"])
    }
}
