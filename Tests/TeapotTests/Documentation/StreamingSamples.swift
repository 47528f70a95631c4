import Teapot
import Foundation
import TeapotSequences
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The samples of Streaming` {
    private func client(_ text: String) -> ScriptedClient {
        let response = Teapot.Response.make(200, ["Content-Type": "text/event-stream"], Data(text.utf8))
        return ScriptedClient(.answer(response), .answer(204))
    }

    @Test func `a body is read line by line`() async throws {
        let client = client("one\ntwo")
        let stream = try await client.stream("log")
        for try await line in stream.lines {
            print(line)
        }
    }

    @Test func `events are listened to`() async throws {
        let client = client("retry: 0\ndata: a\n\n")
        for try await event in client.events("updates") {
            print(event.event, event.data)
        }
        #expect(client.requests.count == 2)
    }

    @Test func `a language model answers`() async throws {
        let client = client("data: {\"text\": \"a\"}\n\ndata: [DONE]\n\n")
        let prompt: [String: Any] = ["prompt": "Tell me about tea", "stream": true]
        for try await chunk in client.events("chat", method: .post, parameters: prompt, as: Chunk.self, until: "[DONE]")
        {
            print(chunk.text)
        }
        #expect(client.requests.first?.bodyText == #"{"prompt":"Tell me about tea","stream":true}"#)
    }

    @Test func `events are decoded by their names`() async throws {
        let client = client("event: ping\ndata\n\nevent: delta\ndata: {\"text\": \"a\"}\n\ndata: [DONE]\n\n")
        let prompt: [String: Any] = [:]
        let events = try client.events("chat", method: .post, parameters: prompt).prefix { $0.data != "[DONE]" }
        for try await event in events where event.event == "delta" {
            print(try event.decode(Chunk.self).text)
        }
    }

    @Test func `bytes are parsed`() {
        let bytes = Data("data: a\n\n".utf8)
        var parser = Teapot.ServerSentEventParser()
        let events = parser.parse(bytes)
        #expect(events == [Teapot.ServerSentEvent(data: "a")])
    }
}

private struct Chunk: Decodable, Sendable {
    var text: String
}
