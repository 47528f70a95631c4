@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `A cancelled call` {
    private let results = Recorder<NetworkResult>()

    /// Returns a client whose adapter waits at a gate.
    private func client(_ scripts: ScriptedClient.Script..., adapterWaitsAt gate: Latch) -> ScriptedClient {
        var options = Teapot.Options()
        options.adapters = [Teapot.Adapter(awaiting: { _ in await gate.opened() })]
        return ScriptedClient(scripts, options: options)
    }

    @Test func `cancelled while an adapter waits, nothing is sent and the adapter is cancelled`() async {
        let told = Latch()
        let entered = Latch()
        var options = Teapot.Options()
        options.adapters = [
            Teapot.Adapter(awaiting: { _ in
                await withTaskCancellationHandler {
                    entered.open()
                    await told.opened()
                } onCancel: {
                    told.open()
                }
            })
        ]
        let client = ScriptedClient(.answer(), options: options)
        let call = client.get("a") { results($0) }
        await entered.opened()
        call?.cancel()
        await told.opened()
        #expect(call?.state == .completed)
        #expect(client.requests.isEmpty)
        #expect(results.values.isEmpty)
    }

    @Test func `cancelled in flight, the exchange is abandoned once and later events are dropped`() {
        let client = ScriptedClient(.held(.began))
        let call = client.get("a") { results($0) }
        #expect(call?.state == .running)
        call?.cancel()
        call?.cancel()
        #expect(call?.state == .completed)
        #expect(client.abandons == [1])
        client.report(.response(.make()), .data(Data("a".utf8)), .finished(nil))
        client.report(.finished(URLError(.cancelled)))
        #expect(results.values.isEmpty)
        #expect(client.abandons == [1])
    }

    @Test func `cancelled in the middle of the body, the exchange is abandoned once`() {
        let client = ScriptedClient(.held(.began, .response(.make()), .data(Data("a".utf8))))
        client.get("a") { results($0) }?.cancel()
        client.report(.data(Data("b".utf8)), .finished(nil))
        #expect(client.abandons == [1])
        #expect(results.values.isEmpty)
    }

    @Test func `cancelled while suspended in flight, resuming does nothing`() {
        let client = ScriptedClient(.held(.began))
        let call = client.get("a") { results($0) }
        call?.suspend()
        client.report(.response(.make()), .finished(nil))
        call?.cancel()
        call?.resume()
        #expect(results.values.isEmpty)
        // The exchange had already ended.
        #expect(client.abandons == [0])
    }

    @Test func `cancelled while suspended before it's sent, nothing is sent`() async {
        let gate = Latch()
        let client = client(.answer(), adapterWaitsAt: gate)
        let call = client.get("a") { results($0) }
        call?.suspend()
        gate.open()
        call?.cancel()
        call?.resume()
        // A second call takes the same path, and succeeds.
        let other = Recorder<NetworkResult>()
        client.get("b") { other($0) }
        await other.recorded()
        #expect(client.requests.map(\.url.lastPathComponent) == ["b"])
        #expect(results.values.isEmpty)
    }

    @Test func `cancelled while a retry hook waits, nothing is sent again`() async {
        let entered = Latch()
        let gate = Latch()
        let left = Latch()
        var options = Teapot.Options()
        options.retriers.append(
            Teapot.Retrier { _ in
                entered.open()
                await gate.opened()
                defer { left.open() }
                return .retry(after: 0)
            })
        let client = ScriptedClient(.answer(503), .answer(), options: options)
        let call = client.get("a") { results($0) }
        await entered.opened()
        call?.cancel()
        gate.open()
        await left.opened()
        #expect(client.requests.count == 1)
        #expect(results.values.isEmpty)
    }

    @Test func `cancelled during a retry delay, it ends at once`() async {
        let decided = Latch()
        var options = Teapot.Options()
        options.retriers.append(
            Teapot.Retrier { _ in
                defer { decided.open() }
                return .retry(after: 1_000_000)
            })
        let client = ScriptedClient(.answer(503), .answer(), options: options)
        let task = Task { try await client.get("a") }
        await decided.opened()
        task.cancel()
        await #expect(throws: TeapotError.cancellation) { try await task.value }
        #expect(client.requests.count == 1)
    }

    @Test func `cancelled between the result and its delivery, nothing is delivered`() async {
        let queue = DispatchQueue(label: "delivery")
        let client = ScriptedClient(.answer(), queue: queue)
        queue.suspend()
        let call = client.get("a") { results($0) }
        call?.cancel()
        queue.resume()
        await queue.drained()
        #expect(results.values.isEmpty)
    }

    @Test func `cancelled after its completion, nothing happens`() {
        let client = ScriptedClient(.answer())
        let call = client.get("a") { results($0) }
        #expect(call?.state == .completed)
        call?.cancel()
        call?.suspend()
        call?.resume()
        #expect(results.values.count == 1)
        #expect(client.abandons == [0])
        #expect(call?.state == .completed)
    }

    @Test func `cancelled in its own completion, nothing happens`() async {
        let client = ScriptedClient(.held(.began))
        let call = Locked<Teapot.Call?>(nil)
        let started = client.get("a") { result in
            call.withLock { $0 }?.cancel()
            results(result)
        }
        call.withLock { $0 = started }
        client.report(.response(.make()), .finished(nil))
        #expect(results.values.count == 1)
    }

    @Test func `if it ends and is cancelled at once, the completion is called at most once`() async {
        for _ in 0..<300 {
            let client = ScriptedClient(.held(.began))
            let results = Recorder<NetworkResult>()
            let call = client.get("a") { results($0) }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { client.report(.response(.make()), .data(Data("a".utf8)), .finished(nil)) }
                group.addTask { call?.cancel() }
                group.addTask {
                    call?.suspend()
                    call?.resume()
                }
            }
            #expect(results.values.count <= 1)
            #expect(client.abandons[0] + results.values.count <= 1)
            #expect(call?.state == .completed)
        }
    }

    // MARK: Tasks

    @Test func `cancelling the task of an awaited call cancels the call and throws`() async {
        let client = ScriptedClient(.held(.began))
        let task = Task { try await client.get("a") }
        await client.requested(1)
        task.cancel()
        await #expect(throws: TeapotError.cancellation) { try await task.value }
        #expect(client.abandons == [1])
    }

    @Test func `a task that is cancelled before its call begins sends nothing`() async {
        let client = ScriptedClient(.answer(json: "{}"), .answer(), .answer(), .answer())
        let calls: [@Sendable () async throws -> Void] = [
            { _ = try await client.get("a") },
            { _ = try await client.get("a", as: [String: Int].self) },
            { _ = try await client.stream("a") },
            { _ = try await client.downloadImage("a") },
        ]
        for call in calls {
            let gate = Latch()
            let task = Task {
                await gate.opened()
                try await call()
            }
            task.cancel()
            gate.open()
            await #expect(throws: TeapotError.cancellation) { try await task.value }
        }
        #expect(client.requests.isEmpty)
    }

    @Test func `a task that is cancelled while an adapter waits throws at once`() async {
        let gate = Latch()
        let client = client(.answer(), adapterWaitsAt: gate)
        let task = Task { try await client.get("a") }
        task.cancel()
        await #expect(throws: TeapotError.cancellation) { try await task.value }
        #expect(client.requests.isEmpty)
        gate.open()
    }

    @Test func `if it's answered and cancelled at once, an awaited call returns once`() async {
        for _ in 0..<300 {
            let client = ScriptedClient(.held(.began))
            let task = Task { try await client.get("a") }
            await client.requested(1)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { client.report(.response(.make()), .finished(nil)) }
                group.addTask { task.cancel() }
            }
            switch await task.result {
            case .success(let response): #expect(response.statusCode == 200)
            case .failure(let error): #expect(error as? TeapotError == .cancellation)
            }
        }
    }

    @Test func `cancelled by a log sink that gets its request, a call doesn't send it`() async {
        let (gate, logged) = (Latch(), Latch())
        var options = Teapot.Options()
        options.adapters = [Teapot.Adapter(awaiting: { _ in await gate.opened() })]
        let client = ScriptedClient(.answer(), options: options)
        let call = Locked<Teapot.Call?>(nil)
        client.logger.level = .incomingAndOutgoingData
        client.logger.sink = { _, _ in
            call.withLock { $0 }?.cancel()
            logged.open()
        }
        let started = client.get("a") { _ in }
        call.withLock { $0 = started }
        gate.open()
        await logged.opened()
        #expect(started?.state == .completed)
        #expect(client.requests.isEmpty)
    }
}
