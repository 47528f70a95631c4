import Foundation
import Teapot
import TeapotTestTraits
import Testing

/// Returns a client that responds as the call sites expect, to any request.
private func makeClient() -> ScriptedClient {
    ScriptedClient([]) { request in
        let ada = #"{"id": 1, "name": "Ada"}"#
        switch (request.method, request.url.lastPathComponent) {
        case (.get, "users"): return .answer(json: "[\(ada)]")
        case (.head, _): return .answer(200, ["ETag": "\"1\""])
        case (.get, "log"): return .answer(.make(200, [:], Data("one\ntwo\n".utf8)))
        case (.get, "title"): return .answer(json: #"{"title": "Hello"}"#)
        default: return .answer(json: ada)
        }
    }
}

@Suite(.inTurn) struct `Call sites of view models` {
    @Test @MainActor func `main-actor state can be sent and received`() async throws {
        let client = makeClient()
        let model = CallSites.UserModel(teapot: client)
        try await model.load()
        #expect(model.users == [CallSites.User(id: 1, name: "Ada")])
        try await model.search(["name": "Ada", "limit": 3])
        try await model.save(name: "Ada", age: 36)
        try await model.rename(1, to: "Grace")
        await model.tapped().value
        #expect(try await model.upload() == 200)
        await model.loadOrShow()
        #expect(model.error == nil)
        try await model.loadBoth()
        #expect(model.users.count == 2)
        try await model.follow()
        #expect(model.lines == ["one", "two"])
        let queries = client.requests.map { $0.url.query ?? "" }
        #expect(queries[0] == "active=true&page=1")
        #expect(queries[1] == "limit=3&name=Ada")
        #expect(client.requests[2].bodyText == #"{"age":36,"name":"Ada"}"#)
        #expect(client.requests[5].bodyText == #"[{"name":"Ada"},{"name":"Grace"}]"#)
    }

    @Test @MainActor func `forms, uploads and static functions send main-actor state`() async throws {
        let client = makeClient()
        #expect(try await CallSites.Session.logIn(client) == 200)
        #expect(try await CallSites.Form().submit(to: client).name == "Ada")
        #expect(try await CallSites.Uploader().upload(client) == 200)
        #expect(client.requests.map(\.bodyText) == [#"{"user":"ada"}"#, #"{"name":"Ada"}"#, #"{"name":"Ada"}"#])
    }
}

@Suite(.inTurn) struct `Call sites of actors and of code without one` {
    @Test func `an actor's own state can be sent and received`() async throws {
        let client = makeClient()
        let store = CallSites.Store(teapot: client)
        try await store.refresh()
        #expect(await store.users[1]?.name == "Ada")
        #expect(try await store.create(["name": "Ada"]) == 200)
        try await store.remove(1)
        #expect(await store.users.isEmpty)
        try await store.merge(["name": "Ada"])
        try await store.start().value
        #expect(client.requests[1].bodyText == #"{"name":"Ada","tenant":"a"}"#)
    }

    @Test func `functions, generics and task groups pass parameters and get values`() async throws {
        let client = makeClient()
        let api = CallSites.UserAPI(teapot: client)
        #expect(try await api.user(1).name == "Ada")
        #expect(try await api.users(["page": 2]).count == 1)
        #expect(try await api.save(CallSites.User(id: 1, name: "Ada")).id == 1)
        #expect(try await api.tag(1) == "\"1\"")
        #expect(try await client.call(CallSites.UserQuery()).id == 1)
        let first: CallSites.User? = try await CallSites.Repository(client).first("users")
        #expect(first?.id == 1)
        #expect(try await CallSites.submit(with: client) == 203)
        #expect(try await CallSites.all([1, 2, 3], from: client).count == 3)
        #expect(try await CallSites.Dependencies.live(client).user(1).id == 1)
    }

    @Test func `a loop with typed throws retries`() async throws {
        let client = ScriptedClient(
            .failure(URLError(.cannotConnectToHost)), .answer(json: #"{"id": 1, "name": "Ada"}"#))
        #expect(try await CallSites.patiently(client).name == "Ada")
        #expect(client.requests.count == 2)
    }
}

@Suite(.inTurn) struct `Call sites of controllers` {
    @Test(arguments: [nil, DispatchQueue(label: "teapot.test"), .main])
    @MainActor func `a completion may use the main actor, whichever queue it's called on`(queue: DispatchQueue?) async {
        let client = ScriptedClient([], queue: queue) { request in
            let path = request.url.lastPathComponent
            if path == "logo" { return .answer(.make(200, [:], ImageFiles.png(1, 1))) }
            return .answer(json: #"{"title": "Hello"}"#)
        }
        let controller = CallSites.Controller()
        await withCheckedContinuation { continuation in controller.load(client) { continuation.resume() } }
        #expect(controller.title == "Hello")
        await withCheckedContinuation { continuation in controller.loadImage(client) { continuation.resume() } }
        #expect(controller.image != nil)
        let status = await withCheckedContinuation { continuation in
            controller.send(client) { continuation.resume(returning: $0) }
        }
        #expect(status == .success(200))
        await withCheckedContinuation { continuation in controller.upload(client) { continuation.resume() } }
    }

    @Test func `a completion hops to the main actor even from a task without an actor`() async {
        let recorder = Recorder<Int>()
        let isolated = Teapot.onMain { (number: Int) in
            MainActor.assertIsolated()
            recorder(number)
        }
        isolated(7)
        #expect(await recorder.recorded() == [7])
    }

    @Test func `a completion runs at once on the main queue, even without its own thread`() async {
        let recorder = Recorder<Bool>()
        DispatchQueue.main.async {
            let order = Recorder<String>()
            Teapot.onMain { order("completion \($0)") }(1)
            order("after")
            recorder(order.values == ["completion 1", "after"])
        }
        #expect(await recorder.recorded() == [true])
    }

    @MainActor @Test func `a completion runs at once on the main actor`() {
        let recorder = Recorder<Int>()
        Teapot.onMain { recorder($0) }(1)
        #expect(recorder.values == [1])
    }

    @Test func `completions without an actor need no annotations`() async {
        let client = makeClient()
        let recorder = Recorder<Int>()
        CallSites.Legacy().load(client) { recorder($0) }
        CallSites.Legacy().load(client, on: DispatchQueue(label: "teapot.test")) { recorder($0) }
        #expect(await recorder.recorded(2) == [200, 200])
    }
}
