import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `A stream of bytes` {
    private func data(_ text: String) -> Teapot.Transport.Event { .data(Data(text.utf8)) }

    @Test func `a body is read in the pieces in which it arrives`() async throws {
        let client = ScriptedClient(.held(.began, .response(.make(200, ["X-A": "b"])), data("ab")))
        let stream = try await client.stream("a")
        #expect(stream.response.headers["X-A"] == "b")
        #expect(stream.response.body.isEmpty)
        var pieces = stream.makeAsyncIterator()
        #expect(try await pieces.next() == Data("ab".utf8))
        client.report(data("c"), .finished(nil))
        #expect(try await pieces.next() == Data("c".utf8))
        #expect(try await pieces.next() == nil)
        #expect(client.abandons == [0])
    }

    @Test func `a body is read as bytes and as lines`() async throws {
        let script = ScriptedClient.Script(events: [
            .began, .response(.make()), data("a\r"), data("\nb"), data(""), data("c\n\nd"), .finished(nil),
        ])
        let client = ScriptedClient(script, script)
        var bytes: [UInt8] = []
        for try await byte in try await client.stream("a").bytes { bytes.append(byte) }
        #expect(bytes == Array("a\r\nbc\n\nd".utf8))
        var lines: [String] = []
        for try await line in try await client.stream("a").lines { lines.append(line) }
        #expect(lines == ["a", "bc", "", "d"])
    }

    @Test func `a failing status throws with its whole body before the stream begins`() async {
        let client = ScriptedClient(.answer(404, json: #"{"why":"gone"}"#))
        let error = await #expect(throws: TeapotError.self) { try await client.stream("a") }
        #expect(error?.type == .invalidResponseStatus)
        #expect(error?.response?.json?.dictionary?["why"] as? String == "gone")
    }

    @Test func `a stream that is cut short throws after its bytes`() async throws {
        let client = ScriptedClient(
            ScriptedClient.Script(events: [
                .began, .response(.make()), data("a\nb"), .finished(URLError(.networkConnectionLost)),
            ])
        )
        let stream = try await client.stream("a")
        var lines: [String] = []
        let error = await #expect(throws: TeapotError.self) {
            for try await line in stream.lines { lines.append(line) }
        }
        #expect(error?.type == .incompleteResponse)
        #expect(lines == ["a"])
    }

    @Test func `a request that can't be built is thrown and logged`() async {
        let client = ScriptedClient()
        let messages = Recorder<String>()
        client.logger.level = .error
        client.logger.sink = { _, message in messages(message) }
        let error = await #expect(throws: TeapotError.self) { try await client.stream("..") }
        #expect(error?.type == .invalidRequestPath)
        #expect(messages.values == [error?.description])
    }

    @Test func `releasing a stream abandons its exchange`() async throws {
        let client = ScriptedClient(.held(.began, .response(.make()), data("a")))
        do {
            let stream = try await client.stream("a")
            #expect(stream.response.statusCode == 200)
        }
        #expect(client.abandons == [1])
    }

    @Test func `cancelling the task that reads a stream abandons its exchange`() async throws {
        let client = ScriptedClient(.held(.began, .response(.make()), data("a")))
        let reading = Latch()
        let task = Task {
            for try await _ in try await client.stream("a") { reading.open() }
        }
        await reading.opened()
        task.cancel()
        _ = await task.result
        #expect(client.abandons == [1])
    }

    @Test func `redirects are followed before the stream begins`() async throws {
        let client = ScriptedClient(
            .answer(.make(302, ["Location": "/b"], Data("moved".utf8))),
            .answer(.make(200, [:], Data("x".utf8)))
        )
        var text = ""
        for try await line in try await client.stream("a").lines { text += line }
        #expect(text == "x")
    }
}
