@testable import Teapot
import Foundation
@testable import TeapotSequences
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `A stream of events` {
    private static let head = Teapot.Response.make(200, ["Content-Type": "text/event-stream; charset=utf-8"])

    /// Returns a connection that sends some text and ends.
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

    @Test func `it reconnects with the last id until the server answers 204`() async throws {
        let client = ScriptedClient(
            connection("id: 1\ndata: a\n\n"),
            connection("data: b\n\nid: 2\ndata: left"),
            connection("data: c\n\nid\n\n", error: URLError(.networkConnectionLost)),
            .failure(URLError(.cannotConnectToHost)),
            connection("data: d\n\n"),
            .answer(204)
        )
        #expect(try await read(client, lastEventID: "0") == ["a", "b", "c", "d"])
        #expect(client.requests.map { $0.headers["Last-Event-ID"] } == ["0", "1", "1", nil, nil, nil])
        #expect(client.requests.allSatisfy { $0.headers["Accept"] == "text/event-stream" })
        #expect(client.requests.allSatisfy { $0.headers["Cache-Control"] == "no-store" })
        #expect(client.requests.allSatisfy { $0.timeout == 60 })
    }

    @Test func `an unterminated line is ignored`() async throws {
        let client = ScriptedClient(connection("retry: 0\ndata: a\n\nretry: 100000000"), .answer(204))
        #expect(try await read(client) == ["a"])
    }

    @Test func `the limit for a body applies to each event, because a stream has no end`() async throws {
        var options = Teapot.Options()
        options.maximumBodyLength = 100
        let text = String(repeating: "data: twelve bytes\n\n", count: 50)
        let client = ScriptedClient(connection(text), .answer(204), options: options)
        #expect(try await read(client).count == 50)
        let pieces = (0..<50).map { _ in Teapot.Transport.Event.data(Data("data: twelve bytes\n".utf8)) }
        let whole = Data(("data: " + String(repeating: "x", count: 101) + "\n\n").utf8)
        for long in [pieces, [.data(whole)], [.data(whole.dropLast(2))]] {
            let script = ScriptedClient.Script(
                events: [.began, .response(Self.head), .data(Data("data: a\n\n".utf8))] + long)
            let client = ScriptedClient(script, options: options)
            var events: [String] = []
            let error = await #expect(throws: TeapotError.self) {
                for try await event in client.events("a") { events.append(event.data) }
            }
            #expect(events == ["a"])
            #expect(error?.type == .incompleteResponse)
            #expect((error?.underlyingError as? URLError)?.code == .dataLengthExceedsMaximum)
            #expect(client.abandons == [1])
        }
    }

    @Test func `the caller's headers replace the stream's, whatever their case`() async throws {
        let client = ScriptedClient(.answer(204))
        for try await _ in client.events("a", headerFields: ["accept": "x/y", "X-A": "b"]) {}
        #expect(client.requests.first?.headers == ["accept": "x/y", "Cache-Control": "no-store", "X-A": "b"])
    }

    @Test func `the first connection must succeed`() async {
        let client = ScriptedClient(.failure(URLError(.cannotConnectToHost)), connection("data: a\n\n"))
        let error = await #expect(throws: TeapotError.self) { try await read(client) }
        #expect(error?.type == .noResponse)
        #expect(client.requests.count == 1)
    }

    @Test(arguments: ["text/html", "application/json", ""])
    func `a response with another media type ends it`(type: String) async {
        let client = ScriptedClient(.answer(200, ["Content-Type": type]))
        let error = await #expect(throws: TeapotError.self) { try await read(client) }
        #expect(error?.type == .invalidResponseBody)
        #expect(
            error?.description
                == "GET http://h.test/api/a -> 200: invalidResponseBody; expected text/event-stream, received \(type); "
                + "unreadable response"
        )
    }

    @Test func `a response without a media type and a failing status end it`() async {
        let untyped = await #expect(throws: TeapotError.self) { try await read(ScriptedClient(.answer(200))) }
        #expect(untyped?.description.contains("expected text/event-stream, received no Content-Type") == true)
        let client = ScriptedClient(connection("data: a\n\n"), .answer(500))
        let failed = await #expect(throws: TeapotError.self) { try await read(client) }
        #expect(failed?.responseStatus == 500)
    }

    @Test func `a path that can't be joined ends it`() async {
        let error = await #expect(throws: TeapotError.self) { for try await _ in ScriptedClient().events("..") {} }
        #expect(error?.type == .invalidRequestPath)
    }

    @Test func `releasing the events abandons the connection`() async throws {
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

    // MARK: Responses that are not streams

    @Test(arguments: [201, 205, 206, 210, 299])
    func `only the status 200 begins a stream`(status: Int) async {
        let client = ScriptedClient(.answer(status, ["Content-Type": "text/event-stream"]), .answer(204))
        let error = await #expect(throws: TeapotError.self) { try await read(client) }
        #expect(error?.type == .invalidResponseStatus)
        #expect(error?.responseStatus == status)
        #expect(error?.description.contains("an event stream has the status 200; 204 ends it") == true)
        #expect(client.requests.count == 1)
    }

    @Test(arguments: [205, 404, 503])
    func `a later response that isn't an event stream ends the events, too`(status: Int) async {
        let client = ScriptedClient(connection("data: a\n\n"), .answer(status), .answer(204))
        let error = await #expect(throws: TeapotError.self) { try await read(client) }
        #expect(error?.responseStatus == status)
        #expect(client.requests.count == 2)
    }

    @Test(arguments: [URLError.Code.serverCertificateUntrusted, .badURL, .userCancelledAuthentication])
    func `a permanent failure ends the events`(code: URLError.Code) async {
        let client = ScriptedClient(connection("data: a\n\n"), .failure(URLError(code)), .answer(204))
        let error = await #expect(throws: TeapotError.self) { try await read(client) }
        #expect((error?.underlyingError as? URLError)?.code == code)
        #expect(client.requests.count == 2)
    }

    @Test(arguments: [("", 0, 0), ("", 2, 12), ("retry: 0", 0, 0.1), ("retry: 0", 3, 0.8), ("retry: 500", 9, 32)])
    func `a server can't ask for reconnections without a pause`(line: String, idle: Int, pause: TimeInterval) {
        var parser = Teapot.ServerSentEventParser()
        _ = parser.parse(Data("\(line)\n\n".utf8))
        #expect(parser.pause(orElse: idle == 0 ? 0 : 3, idleConnections: idle) == pause)
    }

    // MARK: Timeouts

    private func options(_ timeout: TimeInterval = 60, total: TimeInterval = .infinity) -> Teapot.Options {
        var options = Teapot.Options()
        options.timeout = timeout
        options.totalTimeout = total
        return options
    }

    @Test func `before the head, the client's idle and total timeouts end the events`() async throws {
        let silent = ScriptedClient.Script.held(.began)
        for options in [options(0.02), options(total: 0.02)] {
            let client = ScriptedClient(silent, silent, options: options)
            for built in [false, true] {
                let request = try client.makeRequest(.post, "a")
                let error = await #expect(throws: TeapotError.self) {
                    for try await _ in built ? client.events(request) : client.events("a", method: .post) {}
                }
                #expect(error?.type == .timeout)
                #expect((error?.underlyingError as? URLError)?.code == .timedOut)
            }
        }
    }

    @Test func `after the head, neither ends them, however the request is given`() async throws {
        for options in [options(0.02), options(total: 0.02)] {
            let script = ScriptedClient.Script.held(.began, .response(Self.head))
            let client = ScriptedClient(script, script, options: options)
            for (index, built) in [false, true].enumerated() {
                let request = try client.makeRequest(.get, "a")
                let events = built ? client.events(request) : client.events("a")
                let reader = Task { try await events.first { _ in true }?.data }
                await client.requested(index + 1)
                let other = ScriptedClient(.held(.began), options: self.options(0.1))
                await #expect(throws: TeapotError.self) { try await other.get("clock") }
                client.report(.data(Data("data: x\n\n".utf8)), of: index)
                #expect(try await reader.value == "x")
            }
        }
    }

    @Test func `after the head, the call's own timeout ends them`() async throws {
        let script = ScriptedClient.Script.held(.began, .response(Self.head), .data(Data("data: x\n\n".utf8)))
        let client = ScriptedClient(script, script, options: options(.infinity))
        let request = try client.makeRequest(.post, "a")
        for events in [
            client.events("a", method: .post, timeout: 0.02), client.events(request, timeout: 0.02),
        ] {
            let received = Recorder<String>()
            let error = await #expect(throws: TeapotError.self) {
                for try await event in events { received(event.data) }
            }
            #expect(error?.type == .timeout)
            #expect(received.values == ["x"])
        }
    }

    @Test func `a body of an error that stalls ends with the client's timeout`() async {
        let client = ScriptedClient(.held(.began, .response(.make(500))), options: options(0.02))
        let error = await #expect(throws: TeapotError.self) { try await read(client) }
        #expect(error?.type == .timeout)
    }

    @Test func `a timeout that isn't positive is refused`() async {
        let error = await #expect(throws: TeapotError.self) {
            for try await _ in ScriptedClient().events("a", timeout: 0) {}
        }
        #expect(error?.type == .invalidTimeout)
    }

    // MARK: The log

    @Test func `each failure is logged once, with its request`() async {
        let chunk = connection("data: {\"text\":1,\"token\":\"0123456789abcdef\"}\n\n")
        for (script, path) in [
            (chunk, "a"), (.answer(201), "a"), (.answer(500), "a"), (.failure(URLError(.cannotConnectToHost)), "a"),
            (connection(""), "a"), (.answer(), ".."),
        ] {
            let messages = Recorder<String>()
            let client = ScriptedClient(script)
            client.logger.level = .error
            client.logger.sink = { messages($1) }
            let error = await #expect(throws: TeapotError.self) {
                for try await _ in client.events(path, method: .post, as: Chunk.self, until: "[DONE]") {}
            }
            #expect(messages.values == [error?.description])
            #expect(path == ".." || error?.description.hasPrefix("POST http://h.test/api/a") == true)
        }
    }

    @Test func `a retried connection is logged once`() async throws {
        let messages = Recorder<String>()
        let client = ScriptedClient(connection("data: a\n\n"), .failure(URLError(.timedOut)), .answer(204))
        client.logger.level = .error
        client.logger.sink = { messages($1) }
        #expect(try await read(client) == ["a"])
        #expect(messages.values == ["GET http://h.test/api/a: timed out"])
    }

    // MARK: Other methods

    @Test func `a POST sends its body, and its end is final`() async throws {
        let client = ScriptedClient(connection("data: a\n\ndata: b\n\n"), connection("data: again\n\n"))
        var events: [String] = []
        for try await event in client.events("a", method: .post, parameters: ["n": 1], reconnectionTime: 0) {
            events.append(event.data)
        }
        #expect(events == ["a", "b"])
        #expect(client.requests.map(\.method) == [.post])
        #expect(client.requests.first?.bodyText == #"{"n":1}"#)
        #expect(client.requests.first?.headers["Content-Type"] == "application/json")
        #expect(client.requests.first?.headers["Accept"] == "text/event-stream")
    }

    @Test func `a POST that is cut short isn't sent again`() async throws {
        let cut = connection("data: a\n\ndata: b", error: URLError(.networkConnectionLost))
        let client = ScriptedClient(cut, connection("data: again\n\n"))
        var events: [String] = []
        let error = await #expect(throws: TeapotError.self) {
            for try await event in client.events("a", method: .post, reconnectionTime: 0) { events.append(event.data) }
        }
        #expect(error?.type == .incompleteResponse)
        #expect(events == ["a"])
        #expect(client.requests.count == 1)
    }

    @Test func `the caller may override the reconnection rules`() async throws {
        let post = ScriptedClient(connection("id: 7\ndata: a\n\n"), .answer(204))
        for try await _ in post.events("a", method: .post, reconnectionTime: 0, reconnects: true) {}
        #expect(post.requests.map { $0.headers["Last-Event-ID"] } == [nil, "7"])
        let get = ScriptedClient(connection("data: a\n\n"), .answer(204))
        for try await _ in get.events("a", reconnectionTime: 0, reconnects: false) {}
        #expect(get.requests.count == 1)
    }

    @Test func `a prebuilt request is sent to its own URL`() async throws {
        let client = ScriptedClient(.answer(204))
        let request = try client.makeRequest(.get, url: .make("https://other.test/e"), headerFields: ["X-A": "b"])
        for try await _ in client.events(request) {}
        #expect(client.requests.map(\.url) == [.make("https://other.test/e")])
        let expected: Teapot.HeaderFields = ["X-A": "b", "Accept": "text/event-stream", "Cache-Control": "no-store"]
        #expect(client.requests.first?.headers == expected)
    }

    // MARK: Decoded

    private struct Chunk: Decodable, Equatable, Sendable {
        var text: String
    }

    @Test func `events are decoded up to their end marker`() async throws {
        let client = ScriptedClient(
            .held(
                .began,
                .response(Self.head),
                .data(Data("data: {\"text\":\"a\"}\n\ndata: {\"text\":\"b\"}\n\ndata: [DONE]\n\n".utf8))
            )
        )
        let abandoned = Latch()
        client.onAbandon { abandoned.open() }
        var chunks: [Chunk] = []
        for try await chunk in client.events("a", method: .post, as: Chunk.self, until: "[DONE]") {
            chunks.append(chunk)
        }
        #expect(chunks == [Chunk(text: "a"), Chunk(text: "b")])
        // The server keeps the connection open; the client abandons it.
        await abandoned.opened()
    }

    @Test(arguments: [Teapot.Method.get, .post])
    func `events that end before their end marker are incomplete`(method: Teapot.Method) async {
        let client = ScriptedClient(connection("data: {\"text\":\"a\"}\n\n"), .answer(204))
        var chunks: [Chunk] = []
        let error = await #expect(throws: TeapotError.self) {
            for try await chunk in client.events(
                "a", method: method, reconnectionTime: 0, as: Chunk.self, until: "[DONE]")
            {
                chunks.append(chunk)
            }
        }
        #expect(chunks == [Chunk(text: "a")])
        #expect(error?.type == .incompleteResponse)
        #expect(error?.description.contains("the events ended before “[DONE]”") == true)
    }

    @Test func `data that can't be decoded ends the events`() async {
        let client = ScriptedClient(connection("event: news\ndata: {\"text\":1}\n\n"), .answer(204))
        let error = await #expect(throws: TeapotError.self) {
            for try await _ in client.events("a", reconnectionTime: 0, as: Chunk.self) {}
        }
        #expect(error?.type == .invalidResponseBody)
        #expect(
            error?.description.hasPrefix("GET http://h.test/api/a: invalidResponseBody; the event “news”: ") == true)
        #expect(error?.description.contains("text: expected a string") == true)
        #expect(error?.description.hasSuffix("; its data: {\"text\":1}") == true)
        #expect(client.requests.count == 1)
    }

    @Test func `the client's decoder is used`() async throws {
        let options = Teapot.Options()
        options.decoder.keyDecodingStrategy = .convertFromSnakeCase
        struct Long: Decodable, Sendable { var longName: Int }
        let client = ScriptedClient(connection("data: {\"long_name\":1}\n\n"), .answer(204), options: options)
        for try await value in client.events("a", reconnectionTime: 0, as: Long.self) { #expect(value.longName == 1) }
    }
}
