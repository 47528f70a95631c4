@testable import Teapot
import Testing

@Suite(.timeLimit(.minutes(1))) struct EventsTests {
    private static let head = Teapot.Response.make(200, ["Content-Type": "text/event-stream; charset=utf-8"])

    /// One connection that sends some text and ends.
    private func connection(_ text: String, error: URLError? = nil) -> ScriptedClient.Script {
        ScriptedClient.Script(events: [.began, .response(Self.head), .data(Data(text.utf8)), .finished(error)])
    }

    private func read(_ client: ScriptedClient, lastEventID: String = "") async throws -> [String] {
        var events: [String] = []
        for try await event in client.events("a", lastEventID: lastEventID, reconnectionTime: 0) {
            events.append(event.data)
        }
        return events
    }

    @Test func `it connects anew with the last id until the server answers 204`() async throws {
        let client = ScriptedClient(
            connection("id: 1\ndata: a\n\n"),
            connection("data: b\n\nid: 2\ndata: left"),
            connection("data: c\n\nid\n\n", error: URLError(.networkConnectionLost)),
            .failure(URLError(.cannotConnectToHost)),
            connection("data: d\n\n"),
            .answer(204)
        )
        #expect(try await read(client, lastEventID: "0") == ["a", "b", "c", "d"])
        #expect(client.requests.map { $0.headerFields["Last-Event-ID"] } == ["0", "1", "1", nil, nil, nil])
        #expect(client.requests.allSatisfy { $0.headerFields["Accept"] == "text/event-stream" })
        #expect(client.requests.allSatisfy { $0.headerFields["Cache-Control"] == "no-store" })
        #expect(client.requests.allSatisfy { $0.timeoutInterval == .infinity })
    }

    @Test func `a line that nothing ends counts for nothing`() async throws {
        let client = ScriptedClient(connection("retry: 0\ndata: a\n\nretry: 100000000"), .answer(204))
        #expect(try await read(client) == ["a"])
    }

    @Test func `header fields of the caller's own replace those of the stream in any case`() async throws {
        let client = ScriptedClient(.answer(204))
        for try await _ in client.events("a", headerFields: ["accept": "x/y", "X-A": "b"]) {}
        #expect(client.requests.first?.headerFields == ["accept": "x/y", "Cache-Control": "no-store", "X-A": "b"])
    }

    @Test func `the first connection must succeed`() async {
        let client = ScriptedClient(.failure(URLError(.cannotConnectToHost)), connection("data: a\n\n"))
        let error = await #expect(throws: TeapotError.self) { try await read(client) }
        #expect(error?.type == .noResponse)
        #expect(client.requests.count == 1)
    }

    @Test(arguments: ["text/html", "application/json", ""])
    func `a response of another type ends it`(type: String) async {
        let client = ScriptedClient(.answer(200, ["Content-Type": type]))
        let error = await #expect(throws: TeapotError.self) { try await read(client) }
        #expect(error?.type == .invalidResponseBody)
        #expect(
            error?.description
                == "An error occurred: response body is invalid. it is \(type) where text/event-stream should be"
        )
    }

    @Test func `a response of no type and a failing status end it`() async {
        let untyped = await #expect(throws: TeapotError.self) { try await read(ScriptedClient(.answer(200))) }
        #expect(untyped?.description.hasSuffix("it is of no type where text/event-stream should be") == true)
        let client = ScriptedClient(connection("data: a\n\n"), .answer(500))
        let failed = await #expect(throws: TeapotError.self) { try await read(client) }
        #expect(failed?.responseStatus == 500)
    }

    @Test func `a path that can't be joined ends it`() async {
        let error = await #expect(throws: TeapotError.self) { for try await _ in ScriptedClient().events("") {} }
        #expect(error?.type == .invalidRequestPath)
    }

    @Test func `letting go of the events abandons the connection`() async throws {
        let client = ScriptedClient(.held(.began, .response(Self.head), .data(Data("data: a\n\n".utf8))))
        let abandoned = Latch()
        do {
            var events = client.events("a").makeAsyncIterator()
            #expect(try await events.next() == Teapot.ServerSentEvent(data: "a"))
        }
        client.onAbandon { abandoned.open() }
        await abandoned.opened()
        #expect(client.abandons == [1])
        #expect(client.requests.count == 1)
    }
}
