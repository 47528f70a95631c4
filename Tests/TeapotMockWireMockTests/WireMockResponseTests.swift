import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock

@Suite(.inTurn, .timeLimit(.minutes(2))) struct `A WireMock response` {
    private func response(_ text: String) async throws -> Response {
        let root = try WireMockRoot(request: "{}", response: text)
        #expect(root.problems == [])
        return await root.response(to: "GET /")
    }

    @Test func `has a status, headers and a body`() async throws {
        let answer = try await response(
            #"{"status": 201, "headers": {"B": "1", "A": ["2", "3"]}, "body": "é", "fromConfiguredStub": true}"#)
        #expect(answer.status == 201)
        #expect(answer.headers.map { "\($0.name): \($0.value)" } == ["A: 2", "A: 3", "B: 1"])
        #expect(answer.body == Data("é".utf8))
        #expect(try await response("{}") == Response())
    }

    @Test(arguments: [
        (#"{"jsonBody": {"b": [1.5, null], "a": "x/y"}}"#, #"{"a":"x/y","b":[1.5,null]}"#),
        (#"{"jsonBody": "x"}"#, #""x""#), (#"{"jsonBody": {"a": 1.0, "b": 1.50}}"#, #"{"a":1.0,"b":1.50}"#),
        (#"{"jsonBody": [12345678901234567890123, -0, 1e2]}"#, "[12345678901234567890123,-0,1e2]"),
        (#"{"base64Body": "YWI="}"#, "ab"), (#"{"body": ""}"#, ""),
    ])
    func `has a body in any notation`(text: String, body: String) async throws {
        #expect(String(decoding: try await response(text).body, as: UTF8.self) == body)
    }

    @Test func `is sent unchanged if a template has nothing to fill in`() async throws {
        let answer = try await response(
            #"{"transformers": ["response-template"], "transformerParameters": {"a": 1}, "body": "{a}"}"#)
        #expect(String(decoding: answer.body, as: UTF8.self) == "{a}")
    }

    @Test(arguments: [
        ("EMPTY_RESPONSE", Response.Fault.empty), ("CONNECTION_RESET_BY_PEER", .reset),
        ("MALFORMED_RESPONSE_CHUNK", .malformedChunk(after: 0)), ("RANDOM_DATA_THEN_CLOSE", .garbage),
    ])
    func `fails with its fault`(name: String, fault: Response.Fault) async throws {
        #expect(try await response(#"{"fault": "\#(name)"}"#).fault == fault)
    }

    @Test func `waits for its delay`() async throws {
        let answer = try await response(
            #"{"fixedDelayMilliseconds": 1500, "delayDistribution": {"type": "fixed", "milliseconds": 250}}"#)
        #expect(answer.delay == 1.75)
    }

    @Test func `arrives in pieces over time`() async throws {
        let root = try WireMockRoot(
            request: "{}",
            response: #"{"body": "abcdefg", "chunkedDribbleDelay": {"numberOfChunks": 3, "totalDuration": 2}}"#)
        let resolution = root.router.resolve(Request(text: "GET /"))
        guard case .now(let answer, _) = resolution, case .stream(let stream) = answer.content else {
            throw Unexpected()
        }
        let pieces = try await stream.start().reduce(into: []) { $0.append(String(decoding: $1, as: UTF8.self)) }
        #expect(pieces == ["abc", "def", "g"])
        let many = try WireMockRoot(
            request: "{}",
            response:
                #"{"body": "abc", "chunkedDribbleDelay": {"numberOfChunks": 9007199254740992, "totalDuration": 0}}"#)
        #expect(many.problems == [])
        #expect(await many.answer("GET /").text == "abc")
        let single = try await response(#"{"chunkedDribbleDelay": {"numberOfChunks": 3, "totalDuration": 2}}"#)
        #expect(single == Response(delay: 0.002))
    }

    private struct Unexpected: Error {}

    @Test(arguments: [
        (#"{"type": "uniform", "lower": 10, "upper": 20}"#, 0.01...0.02, 0.013...0.017),
        (#"{"type": "lognormal", "median": 80, "sigma": 0.4}"#, 0...10, 0.07...0.09),
        (#"{"type": "lognormal", "median": 80, "sigma": 0.4, "maxValue": 90}"#, 0...0.09, 0.06...0.08),
    ])
    func `has a random delay that is the same for the same seed`(
        distribution: String, range: ClosedRange<Double>, median: ClosedRange<Double>
    ) async throws {
        let mapping = #"{"request": {}, "response": {"delayDistribution": \#(distribution)}}"#
        let files = ["mappings/a.json": mapping, "mappings/b.json": mapping]
        let roots = try [1, 1, 2].map { try WireMockRoot(files, seed: $0) }
        var delays: [[Double]] = []
        for root in roots {
            var own: [Double] = []
            for _ in 0..<500 { own.append(await root.response(to: "GET /").delay) }
            delays.append(own)
        }
        #expect(delays[0] == delays[1])
        #expect(delays[0] != delays[2])
        #expect(delays[0].allSatisfy(range.contains))
        #expect(median.contains(delays[0].sorted()[250]))
    }

    @Test func `is a proxied live response with its own headers`() async throws {
        let server = try HostileServer { connection in
            let target = try connection.readRequest().target
            try connection.send(HostileServer.response(202, ["Content-Type: text/plain"], body: "live " + target))
        }
        defer { server.stop() }
        let root = try WireMockRoot(
            request: "{}",
            response: #"{"status": 200, "proxyBaseUrl": "\#(server.url)", "headers": {"A": "1"}}"#, below: "/v1")
        #expect(root.problems == [])
        let answer = await root.answer("GET /v1/a?b=c")
        #expect(answer.status == 202)
        #expect(answer.headers["A"] == "1")
        #expect(answer.text == "live /a?b=c")
    }
}
