import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `An adapter` {
    private struct Refusal: Error {}

    /// An object that reports its deinitialization.
    private final class Witness: Sendable {
        let gone: Latch

        init(gone: Latch) {
            self.gone = gone
        }

        deinit {
            gone.open()
        }
    }

    private let results = Recorder<NetworkResult>()

    private func client(_ scripts: ScriptedClient.Script..., adapters: [Teapot.Adapter]) -> ScriptedClient {
        var options = Teapot.Options()
        options.adapters = adapters
        return ScriptedClient(scripts, options: options)
    }

    @Test func `adapters run in order, each on the result of the one before`() async throws {
        @Sendable func append(_ letter: String) -> @Sendable (inout Teapot.Request) -> Void {
            { $0.headers["X-Order"] = ($0.headers["X-Order"] ?? "") + letter }
        }
        let client = client(
            .answer(),
            adapters: [
                Teapot.Adapter(append("a")), Teapot.Adapter(awaiting: { append("b")(&$0) }),
                Teapot.Adapter(append("c")),
                Teapot.Adapter(append("d")),
                Teapot.Adapter(awaiting: {
                    await Task.yield()
                    append("e")(&$0)
                }),
            ]
        )
        _ = try await client.get("a")
        #expect(client.requests.first?.headers["X-Order"] == "abcde")
    }

    @Test func `a bearer token is added to a request without credentials of its own`() async throws {
        let client = client(.answer(), .answer(), adapters: [.bearer { "abc" }])
        _ = try await client.get("a")
        _ = try await client.post("token", headerFields: ["authorization": "Basic eDp5"])
        #expect(client.requests.map { $0.headers["Authorization"] } == ["Bearer abc", "Basic eDp5"])
    }

    @Test func `with only immediate adapters, a call is answered before the verb returns`() {
        let client = client(.answer(), adapters: [Teapot.Adapter { $0.headers["X-A"] = "b" }])
        client.get("a") { results($0) }
        #expect(results.values.count == 1)
    }

    @Test func `an adapter may change every part of a request`() {
        let client = client(
            .answer(),
            adapters: [
                Teapot.Adapter { request in
                    request.method = .put
                    request.url = .make("https://other.test/x")
                    request.body = .data(Data("new".utf8))
                    request.timeout = 9
                    request.allowsCellularAccess = false
                }
            ]
        )
        client.post("a", parameters: ["a": 1]) { results($0) }
        let sent = client.requests.first
        #expect(sent?.method == .put)
        #expect(sent?.url.absoluteString == "https://other.test/x")
        #expect(sent?.bodyText == "new")
        #expect(sent?.timeout == 9)
        #expect(sent?.allowsCellularAccess == false)
    }

    @Test(arguments: [(nil, "application/octet-stream"), ("text/x-own", "text/x-own")] as [(String?, String)])
    func `a body from an adapter is bytes unless the adapter sets its media type`(type: String?, sent: String) {
        let client = client(
            .answer(),
            adapters: [
                Teapot.Adapter { request in
                    request.body = .data(Data("new".utf8))
                    request.headers["Content-Type"] = type
                }
            ]
        )
        client.post("a") { results($0) }
        #expect(client.requests.map { $0.headers["Content-Type"] } == [sent])
    }

    @Test func `an adapter decides whether a body is read as JSON`() async throws {
        let client = client(.answer(json: "{"), adapters: [Teapot.Adapter { $0.readsJSON = false }])
        let result = try await client.get("a")
        #expect(result.body == Data("{".utf8))
    }

    @Test func `a request without a body has no media type`() {
        let client = client(.answer(), adapters: [Teapot.Adapter { $0.headers["X-A"] = "b" }])
        client.post("a") { results($0) }
        #expect(client.requests.map { $0.headers["Content-Type"] } == [nil])
    }

    @Test func `an adapter that throws ends the call, and nothing is sent`() async {
        let later = Recorder<Void>()
        let after = Teapot.Adapter { _ in later(()) }
        for adapter in [Teapot.Adapter { _ in throw Refusal() }, Teapot.Adapter(awaiting: { _ in throw Refusal() })] {
            let client = client(.answer(), adapters: [adapter, after])
            let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
            #expect(error?.type == .adapterFailed)
            #expect(error?.errorDescription == "The request couldn't be prepared.")
            #expect(error?.description == "GET http://h.test/api/a: adapterFailed; Refusal()")
            #expect(error?.underlyingError is Refusal)
            #expect(client.requests.isEmpty)
        }
        #expect(later.values.isEmpty)
    }

    @Test(arguments: [
        ("X-Note: a\nb", "GET http://h.test/api/a: invalidHeader; "),
        ("url", "GET http://h.test/api/a: invalidRequestPath; "),
    ])
    func `the error about what an adapter changed names the request`(change: String, start: String) async {
        let adapter = Teapot.Adapter { request in
            if change == "url" { request.url = .make("file:///etc") } else { request.headers["X-Note"] = "a\nb" }
        }
        let client = client(.answer(), adapters: [adapter])
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.description.hasPrefix(start) == true, "\(error as Any)")
        #expect(client.requests.isEmpty)
    }

    @Test func `the error of a call that an adapter makes names that call`() async {
        let other = client(.answer(), adapters: [])
        let client = client(.answer(), adapters: [Teapot.Adapter { _ in _ = try await other.get("b#") }])
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.description.contains(" GET b#: “b#” has a “#”") == true, "\(error as Any)")
    }

    @Test func `an adapter interrupted by a cancel isn't logged as a failure`() async {
        let (messages, gone) = (Recorder<String>(), Latch())
        await cancelWhileAdapting(messages, gone: gone)
        // Everything is logged before the call releases its client.
        await gone.opened()
        #expect(messages.values.isEmpty)
    }

    private func cancelWhileAdapting(_ messages: Recorder<String>, gone: Latch) async {
        let (witness, adapting) = (Witness(gone: gone), Latch())
        let client = client(
            .answer(),
            adapters: [
                Teapot.Adapter(awaiting: { [witness] _ in
                    adapting.open()
                    await Latch().opened()  // which the cancel ends
                    _ = witness
                    throw CancellationError()
                })
            ]
        )
        client.logger.level = .error
        client.logger.sink = { _, message in messages(message) }
        let call = client.get("a") { results($0) }
        await adapting.opened()
        call?.cancel()
    }

    @Test func `an adapter's TeapotError is delivered unchanged`() {
        let own = TeapotError(type: .invalidPayload, description: "own")
        let client = client(.answer(), adapters: [Teapot.Adapter { _ in throw own }])
        client.get("a") { results($0) }
        #expect(results.values.first?.error == own)
    }

    @Test func `an adapter's request is checked before it's sent`() {
        let makers: [(TeapotError.ErrorType, @Sendable (inout Teapot.Request) -> Void)] = [
            (.invalidHeader, { $0.headers["Authorization"] = "token\r\nX-Evil: 1" }),
            (.invalidHeader, { $0.headers.append(name: "A:B", value: "c") }),
            (.invalidHeader, { $0.method = Teapot.Method("GET / HTTP/1.1\r\n") }),
            (.invalidTimeout, { $0.timeout = .nan }),
            (.invalidPayload, { $0.body = .data(Data("a".utf8)) }),
        ]
        for (type, make) in makers {
            let results = Recorder<NetworkResult>()
            let client = client(.answer(), adapters: [Teapot.Adapter(make)])
            client.get("a") { results($0) }
            #expect(results.values.map(\.error?.type) == [type])
            #expect(client.requests.isEmpty)
        }
    }
}
