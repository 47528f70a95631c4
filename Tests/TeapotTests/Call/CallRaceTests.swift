import Foundation
import Teapot
import TeapotTestTraits
import Testing

/// Tests of calls that several threads suspend, resume and cancel while their events arrive on a shared queue.
@Suite(.inTurn, .timeLimit(.minutes(2))) struct `Racing operations on a call` {
    /// A transport that answers each request a moment later: with a redirect, a failure or a response in two pieces.
    private struct Client: TeapotClient {
        let baseURL = URL.make("http://h.test")
        let options: Teapot.Options
        let logger = Teapot.Logger(level: .none)
        let defaultDeliveryQueue: DispatchQueue?
        let eventQueue: DispatchQueue? = DispatchQueue(label: "events")

        var transport: Teapot.Transport { Teapot.Transport(eventQueue: eventQueue) { self.send($0, report: $1) } }

        private func send(
            _ request: Teapot.Request, report: @escaping @Sendable (Teapot.Transport.Event) -> Void
        ) -> @Sendable () -> Void {
            let isStopped = Locked(false)
            @Sendable func later(_ events: [Teapot.Transport.Event]) {
                eventQueue?.async {
                    if isStopped.withLock({ $0 }) { return report(.finished(URLError(.cancelled))) }
                    guard let event = events.first else { return }
                    report(event)
                    later(Array(events.dropFirst()))
                }
            }
            let hop = Int(request.url.lastPathComponent) ?? 0
            switch hop % 3 {
            case 0: later([.began, .response(.make(302, ["Location": "/\(hop + 1)"])), .finished(nil)])
            case 1 where Bool.random(): later([.began, .finished(URLError(.networkConnectionLost))])
            default:
                let pieces = ["[1,", "2]"].map { Teapot.Transport.Event.data(Data($0.utf8)) }
                later(
                    [.began, .response(.make(200, ["Content-Type": "application/json"]))] + pieces + [.finished(nil)])
            }
            return { isStopped.withLock { $0 = true } }
        }
    }

    @Test(arguments: [true, false]) func `end the call once and release everything`(hasQueue: Bool) async throws {
        let started = Locked(0)
        let ended = Locked(0)
        var options = Teapot.Options()
        options.totalTimeout = 30
        options.adapters = [Teapot.Adapter(awaiting: { _ in await Task.yield() })]
        options.retriers = [Teapot.Retrier { _ in .retry(after: 0) }]
        options.observers = [
            Teapot.Observer { event in
                if case .started = event.kind { started.withLock { $0 += 1 } }
                if case .ended = event.kind { ended.withLock { $0 += 1 } }
            }
        ]
        let client = Client(options: options, defaultDeliveryQueue: hasQueue ? DispatchQueue(label: "results") : nil)
        let calls = Locked<[WeakCall]>([])
        for _ in 0..<200 {
            let results = Locked(0)
            let isCancelled = Bool.random() && Bool.random()
            let made = client.get("0") { _ in results.withLock { $0 += 1 } }
            let call = try #require(made)
            calls.withLock { $0.append(WeakCall(call: call)) }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        for _ in 0..<5 {
                            call.suspend()
                            await Task.yield()
                            call.resume()
                        }
                    }
                }
                if isCancelled {
                    group.addTask {
                        await Task.yield()
                        call.cancel()
                    }
                }
            }
            call.resume()
            while call.state != .completed { try await Task.sleep(for: .milliseconds(1)) }
            if !isCancelled { while results.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(1)) } }
            #expect(results.withLock { $0 } <= 1)
        }
        for _ in 0..<2_000 where calls.withLock({ $0.contains { $0.call != nil } }) {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(calls.withLock { $0.filter { $0.call != nil }.count } == 0)
        #expect(started.withLock { $0 } == ended.withLock { $0 })
    }

    private struct WeakCall: Sendable { weak let call: Teapot.Call? }
}
