import Foundation
import Teapot
import TeapotMockWebSocket
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockFolders

@Suite(.inTurn) struct `A WebSocket's script` {
    @Test func `is a mock that answers only WebSocket requests`() async throws {
        let files = try TemporaryFolder([
            "chat/success_live.ws.json": #"[{"send": "hi"}]"#, "chat/success_list.json": "[]",
            "only/x.ws.json": "[]", "plain/x.json": "[]",
        ])
        let folder = MockFolder(files.url)
        #expect(folder.problems == [])
        let script = try #require(folder.mock(at: "chat/success_live.ws.json"))
        #expect(script.name == "live")
        #expect(script.status == 101)
        let upgrade: Teapot.HeaderFields = ["Upgrade": "h2c, WebSocket", "Connection": "Upgrade"]
        func first(_ path: String, _ fields: Teapot.HeaderFields = [:]) -> String? {
            folder.index.firstMock(for: Request(method: "GET", path: path, headers: fields))?.path
        }
        #expect(first("/chat") == "chat/success_list.json")
        #expect(first("/chat", upgrade) == script.path)
        #expect(first("/only") == "only/x.ws.json")
        #expect(first("/plain", upgrade) == nil)
        let router = Router.serving(files)
        let refusal = await router.serverAnswer(to: Request(method: "GET", path: "/plain", headers: upgrade))
        let text = String(decoding: refusal.body, as: UTF8.self)
        #expect(text.contains("has no script for it"))
        #expect(text.contains("plain/success_name.ws.json"))
        // A person can refuse the handshake.
        #expect(folder.mocks(for: Request(method: "GET", path: "/chat", headers: upgrade)).count == 2)
        let scenario = Scenario("s", steps: [.init(folder: "chat", responseFileName: "live")])
        #expect(scenario.steps.allSatisfy { folder.index.problem(with: $0) == nil })
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("only") }
        #expect(error?.description.contains("needs a `Server`") == true)
    }

    @Test(arguments: [
        ("{", "1:2: expected a member's name or \"}\" but found the end of the text"),
        ("7", #"1:1: expected a list of steps: [{"send": "hello"}, {"expect": "bye"}]"#),
        ("{}", #"1:1: expected a list of steps: [{"send": "hello"}, {"expect": "bye"}]"#),
        (#"{"send": "x"}"#, #"1:1: expected a list of steps: [{"send": "hello"}, {"expect": "bye"}]"#),
        (#"{"step": []}"#, "1:10: expected “protocols” or “steps”, but found “step”; did you mean “steps”?"),
        (#"{"protocols": ["a b"], "steps": []}"#, #"1:15: expected the names of subprotocols: ["chat"]"#),
        ("[\n  1]", "2:3: expected an object with one of “send”, “expect”, “wait” or “close”: {\"send\": \"hello\"}"),
        ("[{}]", "1:2: expected an object with one of “send”, “expect”, “wait” or “close”: {\"send\": \"hello\"}"),
        (
            #"[{"sent": ""}]"#,
            "1:11: expected “send”, “expect”, “wait” or “close”, but found “sent”;"
                + " did you mean “send”?"
        ),
        (
            #"[{"send": 1}]"#,
            #"1:11: expected a string, or an object such as {"json": {"id": 1}} or {"base64": "AQID"}"#
        ),
        (#"[{"send": {"json": 1}}]"#, "1:20: expected an object or a list; write any other message as a string"),
        (#"[{"send": {"base64": "?"}}]"#, "1:22: expected bytes in Base64, such as “AQID”"),
        (
            #"[{"expect": []}]"#,
            "1:13: expected a string, an object with “json”, “jsonContains” or “base64”, or {} for any"
                + " message"
        ),
        (
            #"[{"expect": {"jsonContain": {}}}]"#,
            "1:29: expected “json”, “jsonContains” or “base64”, but found"
                + " “jsonContain”; did you mean “jsonContains”?"
        ),
        (#"[{"wait": 500}]"#, "1:11: expected a time of at most a day, such as “500 ms”, “2 s”, “1.5 min” or “1 h”"),
        (#"[{"close": 999}]"#, "1:12: expected a code from 1000 to 1003, from 1007 to 1011, or from 3000 to 4999"),
        (
            #"[{"close": {"code": true}}]"#,
            "1:21: expected a code from 1000 to 1003, from 1007 to 1011, or from 3000"
                + " to 4999"
        ),
        (
            #"[{"close": {"reason": "\#(String(repeating: "é", count: 62))"}}]"#,
            "1:23: expected a string of at most 123 bytes"
        ),
        (#"[{"close": 1000}, {"send": "x"}]"#, "1:19: expected the end: no step can follow “close”"),
    ])
    func `that is invalid is reported with its place`(text: String, expected: String) throws {
        let files = try TemporaryFolder(["a/x.ws.json": text])
        #expect(MockFolder(files.url).problems.map(\.description) == ["a/x.ws.json:" + expected])
    }

    @Test(
        arguments: [
            (.jsonContaining(["type": "hello", "token": "REDACTED"]), nil),
            (
                .json(["type": "hello", "token": "REDACTED"]),
                "/more: not expected (“jsonContains” allows other members)"
            ), (.any, nil),
        ] as [(WebSocketExpectation, String?)])
    func `compares JSON as conditions compare bodies`(expectation: WebSocketExpectation, difference: String?) {
        let hello = WebSocket.Message.text(#"{"token": 7, "type": "hello", "more": 1}"#)
        #expect(expectation.difference(from: hello) == difference)
    }

    @Test(
        arguments: [
            (.json(["a": 1]), .text("x"), #"the body is not JSON: line 1, column 1: expected a value but found "x""#),
            (.json(["a": 1]), .data(Data()), "expected JSON as text, received bytes"), (.any, .data(Data()), nil),
            (.text("a"), .text("a"), nil), (.text("a"), .text("b"), "expected “a”, received “b”"),
            (.text("a"), .data(Data([1])), "expected “a”, received 1 byte"), (.data(Data([1])), .data(Data([1])), nil),
            (.data(Data([1])), .data(Data([2])), "expected 1 byte, received others: 1 byte"),
            (.data(Data([1])), .text("a"), "expected 1 byte, received “a”"),
        ] as [(WebSocketExpectation, WebSocket.Message, String?)])
    func `says how a message differs from the expected one`(
        expectation: WebSocketExpectation, message: WebSocket.Message, difference: String?
    ) {
        #expect(expectation.difference(from: message) == difference)
    }
}
