import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A validator` {
    private struct Unfit: Error {}

    private func client(_ scripts: [ScriptedClient.Script], _ change: (inout Teapot.Options) -> Void) -> ScriptedClient
    {
        var options = Teapot.Options()
        change(&options)
        return ScriptedClient(scripts, options: options)
    }

    private static let page = ScriptedClient.Script.answer(.make(200, ["Content-Type": "text/html"], Data("<p>".utf8)))
    private static let list = ScriptedClient.Script.answer(json: "[1]")

    @Test(
        arguments: [
            ("application/json", true), ("Application/JSON; charset=utf-8", true), ("text/html", false), (nil, false),
            ("image/png", true), ("imagery/png", false),
        ] as [(String?, Bool)])
    func `accepts the media types that it names`(type: String?, isAccepted: Bool) async throws {
        let client = client([.answer(200, type.map { ["Content-Type": $0] } ?? [:])]) {
            $0.validators = [.contentType("application/json", "image/*")]
        }
        let error = await error { _ = try await client.get("a") }
        #expect((error == nil) == isAccepted)
        if !isAccepted {
            #expect(error?.type == .invalidResponseBody)
            let received = type ?? "no Content-Type"
            #expect(error?.description.contains("expected application/json or image/*, received \(received)") == true)
        }
    }

    @Test func `ignores a 204, and leaves failures to the status check`() async {
        let client = client([.answer(204), .answer(500)]) { $0.validators = [.contentType("application/json")] }
        #expect(await error { _ = try await client.get("a") } == nil)
        #expect(await error { _ = try await client.get("a") }?.statusCode == 500)
    }

    @Test func `reports to retriers, and their next attempt is validated, too`() async throws {
        let client = client([Self.page, Self.list]) {
            $0.validators = [.contentType("application/json")]
            $0.retriers = [Teapot.Retrier { $0.error.type == .invalidResponseBody ? .retry(after: 0) : .giveUp }]
        }
        #expect(try await client.get("a", as: [Int].self) == [1])
        #expect(client.requests.count == 2)
    }

    @Test func `gets the body of an ordinary response, and its request`() async {
        let seen = Recorder<String>()
        let client = client([Self.list]) {
            $0.validators = [
                Teapot.Validator { response, request in
                    seen("\(request.method) \(String(decoding: response.body, as: UTF8.self))")
                    throw Unfit()
                }
            ]
        }
        let error = await error { _ = try await client.get("a") }
        #expect(
            error?.type == .invalidResponseBody && error?.underlyingError is Unfit && error?.body == Data("[1]".utf8))
        #expect(seen.values == ["GET [1]"])
    }

    @Test func `can read the JSON, and blocks no other call`() async throws {
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "events")
        queue.setSpecific(key: key, value: true)
        let transport = Teapot.Transport(eventQueue: queue) { request, report in
            let head = Teapot.Response(url: request.url, statusCode: 200, headers: ["Content-Type": "application/json"])
            let events: [Teapot.Transport.Event] = [.began, .response(head), .data(Data(#"{"ok": false}"#.utf8))]
            queue.async { for event in events + [.finished(nil)] { report(event) } }
            return {}
        }
        let isOnQueue = Recorder<Bool>()
        var options = Teapot.Options()
        options.validators = [
            Teapot.Validator { response, _ in
                isOnQueue(DispatchQueue.getSpecific(key: key) == true)
                if response.json?["ok"] as? Bool == false { throw Unfit() }
            }
        ]
        let client = Teapot(
            baseURL: .make("http://h.test"), transport: transport, defaultDeliveryQueue: nil, options: options)
        #expect(await error { _ = try await client.get("a") }?.underlyingError is Unfit)
        for try await _ in try await client.stream("a").bytes {}
        #expect(isOnQueue.values == [false, false])
        // An adapter can give a request its validators only after the call has begun.
        let validators = options.validators
        options.validators = []
        options.adapters = [Teapot.Adapter { $0.validators = validators }]
        let adapting = Teapot(
            baseURL: .make("http://h.test"), transport: transport, defaultDeliveryQueue: nil, options: options)
        #expect(await error { _ = try await adapting.get("a") }?.underlyingError is Unfit)
        for try await _ in try await adapting.stream("a").bytes {}
        #expect(isOnQueue.values == [false, false, false, false])
    }

    @Test(arguments: ["*/*", "application/json; charset=utf-8", "APPLICATION/*"])
    func `interprets a media type pattern correctly`(pattern: String) async {
        let client = client([Self.list]) { $0.validators = [.contentType(pattern)] }
        #expect(await error { _ = try await client.get("a") } == nil)
    }

    @Test func `requires no media type for a HEAD or an empty body`() async {
        let client = client([.answer(200), .answer(200, ["Content-Length": "0"])]) {
            $0.validators = [.contentType("application/json")]
        }
        #expect(await error { _ = try await client.head("a") } == nil)
        #expect(await error { _ = try await client.get("a") } == nil)
    }

    @Test func `throws its own error unchanged`() async {
        let own = TeapotError(type: .init(rawValue: "outdated"), description: "update the app")
        let client = client([Self.list]) { $0.validators = [Teapot.Validator { _, _ in throw own }] }
        let error = await error { _ = try await client.get("a") }
        #expect(error?.type == own.type && error?.statusCode == 200 && error?.response?.body == Data("[1]".utf8))
    }

    @Test func `fails a download before its file is created`() async throws {
        let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(UUID().uuidString)
        let client = client([Self.page]) { $0.validators = [.contentType("application/pdf")] }
        let error = await error { _ = try await client.download("a", to: file) }
        #expect(error?.type == .invalidResponseBody)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `fails a stream before its first byte, and the stream may be retried`() async throws {
        let client = client([Self.page, Self.list]) {
            $0.validators = [.contentType("application/json")]
            $0.retriers = [Teapot.Retrier { $0.number < 2 ? .retry(after: 0) : .giveUp }]
        }
        var text = ""
        for try await line in try await client.stream("a").lines { text += line }
        #expect(text == "[1]" && client.requests.count == 2)
    }

    @Test func `of a request replaces the client's`() async throws {
        let client = client([Self.page]) { $0.validators = [.contentType("application/json")] }
        var request = try client.makeRequest(.get, "a")
        request.validators = []
        #expect(try await client.send(request).statusCode == 200)
    }

    private func error(_ body: () async throws -> Void) async -> TeapotError? {
        do { try await body() } catch { return error as? TeapotError }
        return nil
    }
}

@Suite(.inTurn) struct `Redirects` {
    @Test(arguments: [
        ("/b", nil), ("http://h.test:80/b", nil), ("https://h.test/b", "another origin"),
        ("http://x.test/", "another origin"),
    ])
    func `may stay within their origin`(location: String, problem: String?) async throws {
        var options = Teapot.Options()
        options.redirects = .sameOrigin
        let client = ScriptedClient(.redirect(to: location), .answer(204), options: options)
        do { #expect(try await client.get("a").statusCode == 204 && problem == nil) } catch {
            #expect(error.type == .invalidRedirect && error.description.contains(problem ?? "no problem"))
            #expect(client.requests.count == 1)
        }
    }

    @Test func `are delivered if none is followed`() async {
        var options = Teapot.Options()
        options.redirects = .doNotFollow
        let client = ScriptedClient(.redirect(to: "/b"), options: options)
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.statusCode == 302 && error?.response?.headers["Location"] == "/b")
    }
}
