import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockRecording
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMockWireMock

@Suite(.inTurn) struct `An import of WireMock's stubs into a folder` {
    /// Returns a stub with the members of its request, its response, and others.
    private func stub(_ request: String, _ response: String, _ others: String = "") -> String {
        "{" + others + (others.isEmpty ? "" : ", ") + #""request": {\#(request)}, "response": {\#(response)}}"#
    }

    /// A folder of mocks created from stubs, which answers requests.
    private final class Imported {
        private let folder: TemporaryFolder
        let router = Router()
        /// The lines of the report.
        let report: [String]

        init(_ stubs: [String]) async throws {
            let text = #"{"mappings": [\#(stubs.joined(separator: ", "))]}"#
            folder = try TemporaryFolder(["mappings/a.json": text, "Mocks/.keep": ""])
            let recorder = Recorder(into: .folder(folder.path("Mocks")))
            report = try recorder.recordWireMock(from: folder.url).problems.map(\.description)
            try await recorder.finish()
            let switchboard = Switchboard(MockFolder(folder.path("Mocks")))
            switchboard.undecided = .firstMock
            #expect(switchboard.folder?.problems.map(\.description) == [])
            router.switchboard = switchboard
        }

        /// The paths of the mocks, in order.
        var mocks: [String] { router.switchboard?.folder?.mocks.map(\.path) ?? [] }

        /// Returns the text of a file in the folder of mocks.
        func text(_ path: String) throws -> String {
            try String(contentsOf: folder.path("Mocks/" + path), encoding: .utf8)
        }

        func respond(_ request: Request) async -> Answer { await router.serverAnswer(to: request) }

        /// Returns the body of a response, or its status unless that is 200.
        func answer(_ text: String) async -> String {
            let response = await respond(Request(text: text))
            guard response.status == .ok else { return "\(response.statusCode)" }
            return String(decoding: response.body, as: UTF8.self)
        }
    }

    @Test func `keeps conditions on the query, headers and the body`() async throws {
        let mocks = try await Imported([
            stub(
                #""method": "GET", "urlPath": "/a", "queryParameters": {"page": {"equalTo": "2"}}"#,
                #""body": "page 2""#),
            stub(
                #""method": "GET", "url": "/a?page=3""#,
                #""body": "page 3""#),
            stub(
                #""method": "GET", "urlPath": "/a", "headers": {"Accept-Language": {"equalTo": "de"}}"#,
                #""body": "deutsch""#),
            stub(
                #""method": "POST", "urlPath": "/a", "bodyPatterns": [{"equalToJson": {"tea": 1}}]"#,
                #""body": "one""#),
            stub(
                #""method": "POST", "urlPath": "/a", "bodyPatterns": [{"equalToJson": "{\"cup\": 1}", "ignoreExtraElements": true}]"#,
                #""body": "cup""#),
            stub(
                #""method": "POST", "urlPath": "/a", "bodyPatterns": [{"equalTo": "plain"}]"#,
                #""body": "text""#),
            stub(
                #""method": "PUT", "urlPath": "/a", "bodyPatterns": [{"binaryEqualTo": "/wD+"}]"#,
                #""body": "binary""#),
        ])
        #expect(mocks.report == [])
        let expected = [
            ("GET /a?page=2", "page 2"), ("GET /a?page=2&x=1", "page 2"), ("GET /a?page=3", "page 3"),
            ("GET /a?page=4", "404"), ("GET /a\nAccept-Language: de", "deutsch"),
            ("GET /a\nAccept-Language: fr", "404"),
            ("POST /a\n\n{\"tea\": 1}", "one"), ("POST /a\n\n{\"tea\": 1, \"more\": 2}", "404"),
            ("POST /a\n\n{\"cup\": 1, \"more\": 2}", "cup"), ("POST /a\n\nplain", "text"), ("POST /a\n\nother", "404"),
        ]
        for (request, body) in expected { #expect(await mocks.answer(request) == body, "\(request)") }
        let binary = await mocks.respond(Request(method: "PUT", path: "/a", body: Data([0xFF, 0x00, 0xFE])))
        #expect(String(decoding: binary.body, as: UTF8.self) == "binary")
    }

    @Test func `keeps delays, faults and slow bodies`() async throws {
        let mocks = try await Imported([
            stub(
                #""method": "GET", "urlPath": "/late""#,
                #""body": "l", "fixedDelayMilliseconds": 20"#),
            stub(
                #""method": "GET", "urlPath": "/fixed""#,
                #""delayDistribution": {"type": "fixed", "milliseconds": 30}"#),
            stub(
                #""method": "GET", "urlPath": "/reset""#,
                #""fault": "CONNECTION_RESET_BY_PEER""#),
            stub(
                #""method": "GET", "urlPath": "/empty""#,
                #""status": 503, "fault": "EMPTY_RESPONSE""#),
            stub(
                #""method": "GET", "urlPath": "/chunk""#,
                #""body": "c", "fault": "MALFORMED_RESPONSE_CHUNK""#),
            stub(
                #""method": "GET", "urlPath": "/slow""#,
                #""body": "abcdef", "chunkedDribbleDelay": {"numberOfChunks": 3, "totalDuration": 25}"#),
            stub(
                #""method": "GET", "urlPath": "/gone""#,
                #""status": 410, "body": "gone""#),
        ])
        #expect(mocks.report == [])
        #expect(
            mocks.mocks == [
                "chunk/success_200_GET_chunk.txt", "empty/error_GET_empty.fault",
                "fixed/success_200_30ms_GET_fixed.txt", "gone/error_410_GET_gone.txt",
                "late/success_200_20ms_GET_late.txt", "reset/error_GET_reset.fault",
                "slow/success_200_GET_slow.txt",
            ])
        func response(_ path: String) async -> Response {
            await mocks.router.resolvedResponse(to: Request(method: "GET", path: path))
        }
        #expect(await response("/late").delay == 0.02)
        #expect(await response("/fixed").delay == 0.03)
        #expect(await response("/reset").fault == .reset)
        #expect(await response("/empty").fault == .empty)
        #expect(await response("/chunk").fault == .malformedChunk(after: 0))
        #expect(
            try mocks.text("slow/mocks.index.json").contains(#""every": "12.5 ms""#))
        #expect(try mocks.text("slow/mocks.index.json").contains(#""bytes": 2"#))
    }

    @Test(arguments: [
        (#""urlPathPattern": "/a.*""#, "/request/urlPathPattern", "its path is a regular expression"),
        (#""method": "GET""#, "/request", "it is for any path"),
        (#""urlPath": "/a", "method": "PURGE""#, "/request/method", "the names of mocks have no such method"),
        (
            #""urlPath": "/a", "headers": {"A": {"contains": "x"}}"#, "/request/headers/A",
            "it has a condition on a header other than its value"
        ),
        (
            #""urlPath": "/a", "headers": {"X-Api-Key": {"equalTo": "hunTer7Zq"}}"#, "/request/headers/X-Api-Key",
            "this value is, or contains, a secret"
        ),
        (
            #""urlPath": "/a", "queryParameters": {"q": {"absent": true}}"#, "/request/queryParameters/q",
            "it has a condition on a query item other than its value"
        ),
        (
            #""urlPath": "/a", "cookies": {"c": {"equalTo": "1"}}"#, "/request/cookies/c",
            "it has a condition on a cookie"
        ),
        (
            #""urlPath": "/a", "basicAuth": {"username": "a", "password": "b"}"#, "/request/basicAuth",
            "it has a condition on credentials"
        ),
        (
            #""urlPathTemplate": "/a/{id}", "pathParameters": {"id": {"equalTo": "1"}}"#, "/request/pathParameters/id",
            "it has a condition on a variable of the path"
        ),
        (
            #""urlPath": "/a", "bodyPatterns": [{"matchesJsonPath": "$.a"}]"#, "/request/bodyPatterns/0",
            "it has a condition on a body other than its text or its JSON"
        ),
        (
            #""urlPath": "/a", "bodyPatterns": [{"equalTo": "password=hunTer7Zq"}]"#, "/request/bodyPatterns/0",
            "this value is, or contains, a secret"
        ),
        (
            #""urlPath": "/a", "bodyPatterns": [{"equalToJson": "\"${json-unit.any-string}\""}]"#,
            "/request/bodyPatterns/0", "its JSON isn't an object or list of plain values"
        ),
        (
            #""urlPath": "/a", "bodyPatterns": [{"equalTo": "a"}, {"contains": "a"}]"#, "/request/bodyPatterns/1",
            "it has a condition on a body other than its text or its JSON"
        ),
    ])
    func `names the parts that a folder can't represent, with the place and the reason`(
        request: String, place: String, reason: String
    ) async throws {
        let stub = #"{"request": {"urlPath": "/ok"}, "response": {}}, {"request": {\#(request)}, "response": {}}"#
        let mocks = try await Imported([stub])
        let line =
            "mappings/a.json /mappings/1\(place): it can't be converted to a mock: \(reason). The stub is skipped."
        #expect(mocks.report.first == line)
        #expect(mocks.mocks.contains("ok/success_200_GET_ok.txt"))
        #expect(mocks.mocks.allSatisfy { $0.hasPrefix("ok/") })
    }

    @Test(arguments: [
        (#""proxyBaseUrl": "http://127.0.0.1:1""#, "/proxyBaseUrl", "it is answered by another server"),
        (
            #""delayDistribution": {"type": "uniform", "lower": 1, "upper": 2}"#, "/delayDistribution",
            "its delay is random"
        ),
        (#""fixedDelayMilliseconds": 86400001"#, "", "its delay is longer than a day"),
        (
            #""base64Body": "H4sI", "headers": {"Content-Encoding": "gzip"}"#, "",
            "its body has a Content-Encoding, and mocks have plain bodies"
        ),
    ])
    func `names a response that a folder can't represent`(response: String, place: String, reason: String) async throws
    {
        let mocks = try await Imported([#"{"request": {"urlPath": "/a"}, "response": {\#(response)}}"#])
        #expect(
            mocks.report == [
                "mappings/a.json /mappings/0/response\(place): it can't be converted to a mock: \(reason). "
                    + "The stub is skipped."
            ])
    }

    @Test func `reports how mocks differ from their stubs`() async throws {
        let mocks = try await Imported([
            stub(
                #""method": "GET", "urlPath": "/a""#,
                #""body": "all""#, #""priority": 1"#),
            stub(
                #""method": "GET", "url": "/a?b=1""#,
                #""headers": {"Set-Cookie": "c=1", "X-A": "1"}"#, #""priority": 2"#),
            stub(
                #""method": "GET", "urlPathTemplate": "/users/{id}""#,
                #""body": "user""#),
            stub(
                #""method": "POST", "urlPath": "/l", "bodyPatterns": [{"equalToJson": [1, 2], "ignoreArrayOrder": true}]"#,
                #""#),
            stub(
                #""method": "POST", "urlPath": "/in", "bodyPatterns": [{"equalToJson": {"user": "ada", "password": "hunTer7Zq"}}]"#,
                #""body": "in""#),
        ])
        let rest = ". The stub answers without it."
        #expect(
            mocks.report
                == [
                    "/1/response/headers/Set-Cookie: mocks don't include this header",
                    "/2/request/urlPathTemplate: in a folder of mocks, it also matches longer paths with this ending",
                    "/3/request/bodyPatterns/0: in a folder of mocks, the order of a list matters",
                    "/4/request: in a folder of mocks, secrets of its body are REDACTED, which matches any value",
                    "/0/priority: in a folder of mocks, the mock with the most conditions answers, "
                        + "regardless of priority",
                    "/1/priority: in a folder of mocks, the mock with the most conditions answers, "
                        + "regardless of priority",
                ].map { "mappings/a.json /mappings\($0)\(rest)" })
        #expect(await mocks.answer("GET /users/7") == "user")
        #expect(await mocks.answer("POST /in\n\n{\"user\": \"ada\", \"password\": \"x\"}") == "in")
        #expect(await mocks.answer("POST /in\n\n{\"user\": \"eve\", \"password\": \"x\"}") == "404")
        #expect(try !mocks.text("in/mocks.index.json").contains("hunTer7Zq"))
    }
}
