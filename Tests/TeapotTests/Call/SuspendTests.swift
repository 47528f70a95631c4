import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `A suspended call` {
    private let results = Recorder<NetworkResult>()

    @Test func `suspended before it's sent, a call is sent when it's resumed`() async {
        let gate = Latch()
        let passed = Latch()
        var options = Teapot.Options()
        options.adapters = [
            Teapot.Adapter(awaiting: { _ in await gate.opened() }), Teapot.Adapter { _ in passed.open() },
        ]
        let client = ScriptedClient(.answer(), options: options)
        let call = client.get("a") { results($0) }
        call?.suspend()
        #expect(call?.state == .suspended)
        gate.open()
        await passed.opened()
        #expect(client.requests.isEmpty)
        call?.resume()
        #expect(await results.recorded().count == 1)
        #expect(client.requests.count == 1)
        #expect(call?.state == .completed)
    }

    @Test func `suspended in flight, a call isn't sent again and delivers when it's resumed`() {
        let client = ScriptedClient(.held(.began))
        let call = client.get("a") { results($0) }
        call?.suspend()
        client.report(.response(.make()), .data(Data("ab".utf8)), .finished(nil))
        #expect(results.values.isEmpty)
        #expect(call?.state == .suspended)
        call?.resume()
        #expect(results.values.map(\.response.body) == [Data("ab".utf8)])
        #expect(client.requests.count == 1)
        #expect(client.abandons == [0])
    }

    @Test func `suspended in flight, a call follows a redirect when it's resumed`() {
        let client = ScriptedClient(.held(.began), .answer())
        let call = client.get("a") { results($0) }
        call?.suspend()
        client.report(.response(.make(302, ["Location": "/b"])), .finished(nil))
        #expect(client.requests.count == 1)
        call?.resume()
        #expect(client.requests.count == 2)
        #expect(results.values.count == 1)
    }

    @Test func `suspended while a hook waits, a call tries again when it's resumed`() async {
        let entered = Latch()
        let gate = Latch()
        var options = Teapot.Options()
        options.retriers.append(
            Teapot.Retrier { _ in
                entered.open()
                await gate.opened()
                return .retry(after: 0)
            })
        let client = ScriptedClient(.answer(503), .answer(), options: options)
        let call = client.get("a") { results($0) }
        await entered.opened()
        call?.suspend()
        gate.open()
        #expect(client.requests.count == 1)
        call?.resume()
        await results.recorded()
        #expect(client.requests.count == 2)
        #expect(results.values.count == 1)
    }

    @Test func `suspended between the result and its delivery, a call delivers on its queue when it's resumed`() async {
        let queue = DispatchQueue(label: "delivery")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let places = Recorder<Bool?>()
        let client = ScriptedClient(.answer(), queue: queue)
        queue.suspend()
        let call = client.get("a") { _ in places(DispatchQueue.getSpecific(key: key)) }
        call?.suspend()
        queue.resume()
        await queue.drained()
        #expect(places.values.isEmpty)
        call?.resume()
        #expect(await places.recorded() == [true])
        await queue.drained()
        #expect(places.values.count == 1)
    }

    @Test func `suspended in flight, a call reports the latest progress before the result when it's resumed`() {
        let client = ScriptedClient(.held(.began))
        let told = Recorder<String>()
        let call = client.request(.post, "a", parameters: Data([1, 2])) {
            told("\($0)")
        } completion: { _ in
            told("end")
        }
        client.report(.sent(1, of: 2))
        call?.suspend()
        client.report(.sent(2, of: 2), .response(.make()), .data(Data([1])), .data(Data([2])), .finished(nil))
        #expect(told.values == ["sent(1, of: Optional(2))"])
        call?.resume()
        #expect(told.values.dropFirst() == ["sent(2, of: Optional(2))", "received(2, of: nil)", "end"])
    }

    @Test func `suspended between a piece and its progress, a call reports it on its queue when it's resumed`() async {
        let queue = DispatchQueue(label: "delivery")
        let client = ScriptedClient(.held(.began), queue: queue)
        let told = Recorder<Teapot.Progress>()
        queue.suspend()
        let call = client.request(.post, "a", parameters: Data([1]), progress: { told($0) }, completion: { _ in })
        client.report(.sent(1, of: 1))
        call?.suspend()
        queue.resume()
        await queue.drained()
        #expect(told.values.isEmpty)
        call?.resume()
        #expect(await told.recorded() == [.sent(1, of: 1)])
        call?.cancel()
    }

    @Test func `held progress is never reported after later progress`() async {
        let queue = DispatchQueue(label: "delivery")
        let client = ScriptedClient(.held(.began), queue: queue)
        let told = Recorder<Teapot.Progress>()
        let call = client.request(.post, "a", parameters: Data([1]), progress: { told($0) }, completion: { _ in })
        call?.suspend()
        client.report(.sent(1, of: 3))
        await queue.drained()
        queue.suspend()
        client.report(.sent(2, of: 3))
        call?.resume()
        queue.resume()
        await queue.drained()
        #expect(told.values == [.sent(2, of: 3)])
        call?.suspend()
        client.report(.sent(3, of: 3))
        await queue.drained()
        call?.resume()
        await queue.drained()
        #expect(told.values == [.sent(2, of: 3), .sent(3, of: 3)])
        call?.cancel()
    }

    @Test func `a closure gets the held progress first, then the rest, and the result last`() async {
        let client = ScriptedClient(.held(.began))
        let told = Recorder<String>()
        let (isInside, goesOn, hasResumed) = (Latch(), DispatchSemaphore(value: 0), Latch())
        let call = client.request(.post, "a", parameters: Data([1, 2])) { progress in
            if case .sent(1, _) = progress {
                isInside.open()
                goesOn.wait()
            }
            told("\(progress)")
        } completion: { _ in
            told("end")
        }
        call?.suspend()
        client.report(.sent(1, of: 2))
        Thread.detachNewThread {
            call?.resume()
            hasResumed.open()
        }
        await isInside.opened()
        client.report(.sent(2, of: 2), .response(.make()), .finished(nil))
        #expect(told.values.isEmpty)
        goesOn.signal()
        await hasResumed.opened()
        #expect(told.values == ["sent(1, of: Optional(2))", "sent(2, of: Optional(2))", "end"])
    }

    @Test func `suspending twice and resuming once continues`() {
        let client = ScriptedClient(.held(.began))
        let call = client.get("a") { results($0) }
        call?.suspend()
        call?.suspend()
        call?.resume()
        call?.resume()
        client.report(.response(.make()), .finished(nil))
        #expect(results.values.count == 1)
    }

    @Test func `suspended repeatedly while it runs, a call ends once`() async {
        for _ in 0..<300 {
            let client = ScriptedClient(.held(.began), .answer())
            let results = Recorder<NetworkResult>()
            let call = client.get("a") { results($0) }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { client.report(.response(.make(302, ["Location": "/b"])), .finished(nil)) }
                for _ in 0..<2 {
                    group.addTask {
                        call?.suspend()
                        call?.resume()
                    }
                }
            }
            call?.resume()
            #expect(results.values.count == 1)
            #expect(client.requests.count == 2)
        }
    }
}
