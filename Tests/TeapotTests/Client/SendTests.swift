import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A request as a value` {
    @Test func `a request is changed before it is sent`() async throws {
        let client = ScriptedClient(.answer(json: #"{"a":1}"#))
        var request = try client.makeRequest(.get, "users")
        request.timeout = 5
        request.headers["X-A"] = "b"
        let response = try await client.send(request)
        #expect(response.json == ["a": 1])
        #expect(client.requests.map(\.timeout) == [5])
        #expect(client.requests.map { $0.headers["X-A"] } == ["b"])
        #expect(client.requests.map(\.url.absoluteString) == ["http://h.test/api/users"])
    }

    @Test func `a sent request's response is decoded`() async throws {
        let client = ScriptedClient(.answer(json: #"{"a":1}"#), .answer(json: #"{"a":2}"#), .answer(json: "[]"))
        let request = try client.makeRequest(.get, "users")
        let first: [String: Int] = try await client.send(request)
        let second = try await client.send(request, as: [String: Int].self)
        #expect((first, second) == (["a": 1], ["a": 2]))
        await #expect(throws: TeapotError.self) { try await client.send(request, as: [String: Int].self) }
    }

    @Test func `a sent request calls its completion`() throws {
        let client = ScriptedClient(.answer(json: #"{"a":1}"#), .answer(404))
        let results = Recorder<NetworkResult>()
        let request = try client.makeRequest(.post, "users", parameters: ["b": 2])
        #expect(client.send(request) { results($0) } != nil)
        #expect(client.send(request) { results($0) } != nil)
        guard case .success(let json, let response)? = results.values.first else {
            throw TeapotError(type: .noResponse, description: "no success")
        }
        #expect(json == ["a": 1])
        #expect(response.statusCode == 200)
        #expect(results.values.last?.error?.type == .invalidResponseStatus)
        #expect(client.requests.map(\.bodyText) == [#"{"b":2}"#, #"{"b":2}"#])
    }

    @Test func `a sent request calls its completion on the given queue`() async throws {
        let queue = DispatchQueue(label: "send")
        queue.setSpecific(key: Self.mark, value: true)
        let client = ScriptedClient(.answer())
        let isThere = Recorder<Bool>()
        client.send(.make(), deliveryQueue: queue) { _ in isThere(DispatchQueue.getSpecific(key: Self.mark) == true) }
        client.send(.make(.get, "ftp://h.test"), deliveryQueue: queue) { _ in
            isThere(DispatchQueue.getSpecific(key: Self.mark) == true)
        }
        #expect(await isThere.recorded(2) == [true, true])
    }

    private static let mark = DispatchSpecificKey<Bool>()

    @Test func `an invalid request isn't sent`() async throws {
        let client = ScriptedClient(.answer())
        var timeless = Teapot.Request.make()
        timeless.timeout = 0
        let cases: [(Teapot.Request, TeapotError.ErrorType)] = [
            (.make("GET /"), .invalidHeader), (.make(.get, "http://h.test", ["X-A": "b\r\nX-B: c"]), .invalidHeader),
            (timeless, .invalidTimeout), (.make(body: .data(Data())), .invalidPayload),
            (.make(.get, "file:///a"), .invalidRequestPath),
        ]
        for (request, type) in cases {
            let results = Recorder<NetworkResult>()
            #expect(client.send(request) { results($0) } == nil)
            #expect(results.values.map { $0.error?.type } == [type])
            await #expect(throws: TeapotError.self) { try await client.send(request) }
            await #expect(throws: TeapotError.self) { try await client.send(request, as: Int.self) }
        }
        #expect(client.requests.isEmpty)
    }

    @Test func `a sent request is adapted and retried`() async throws {
        var options = Teapot.Options()
        options.adapters = [Teapot.Adapter { $0.headers["Authorization"] = "t" }]
        options.retriers.append(Teapot.Retrier { $0.number < 2 ? .retry(after: 0) : .giveUp })
        let client = ScriptedClient(.answer(503), .answer(), options: options)
        try await client.send(client.makeRequest(.get, "a"))
        #expect(client.requests.map { $0.headers["Authorization"] } == ["t", "t"])
    }

    @MainActor @Test func `a request can be sent from an actor`() async throws {
        let client = ScriptedClient(.answer(json: "[1]"), .answer())
        let list: [Int] = try await client.send(.make())
        #expect(list == [1])
        let response = try await client.send(.make())
        #expect(response.status == 200)
    }
}
