@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

/// Tests of the work that runs on the event queue of all calls, and the work that doesn't.
@Suite(.inTurn, .timeLimit(.minutes(3))) struct `The event queue` {
    private static let key = DispatchSpecificKey<Bool>()
    private let queue: DispatchQueue
    private let client: ScriptedClient
    private let results = Recorder<NetworkResult>()
    /// A semaphore at which a closure of the caller waits for an event of another call.
    private let gate = DispatchSemaphore(value: 0)

    init() {
        queue = DispatchQueue(label: "events")
        queue.setSpecific(key: Self.key, value: true)
        client = ScriptedClient(.held(.began), .held(.began), eventQueue: queue)
    }

    private var isOnEventQueue: Bool { DispatchQueue.getSpecific(key: Self.key) == true }
    private let json = Teapot.Response.make(200, ["Content-Type": "application/json"])

    /// Waits until another call has timed out after a number of seconds, with a clock of the same kind as the tested
    /// one.
    private func timedOut(after seconds: TimeInterval) async {
        await #expect(throws: TeapotError.self) {
            try await ScriptedClient(.held(.began)).get("clock", timeout: seconds)
        }
    }

    // MARK: Callers' closures

    @Test func `a completion that doesn't return blocks no other call`() async {
        client.get("a") { _ in gate.wait() }
        client.get("b") { results($0) }
        client.reportLater(.response(.make()), .finished(nil), of: 0)
        client.reportLater(.response(.make()), .data(Data("b".utf8)), .finished(nil), of: 1)
        #expect(await results.recorded().first?.response.body == Data("b".utf8))
        gate.signal()
    }

    @Test func `a progress closure that doesn't return blocks no other call, and keeps its own call in order`() async {
        let steps = Recorder<String>()
        client.request(.post, "a", parameters: Data([1])) { progress in
            gate.wait()
            steps("\(progress)")
        } completion: { _ in
            steps("end")
        }
        client.get("b") { results($0) }
        client.reportLater(.sent(1, of: 1), .response(.make()), .data(Data([1, 2])), .finished(nil), of: 0)
        client.reportLater(.response(.make()), .finished(nil), of: 1)
        await results.recorded()
        #expect(steps.values.isEmpty)
        gate.signal()
        gate.signal()
        #expect(await steps.recorded(3) == ["sent(1, of: Optional(1))", "received(2, of: nil)", "end"])
    }

    @Test func `a log that doesn't return blocks no other call`() async {
        client.logger.level = .incomingData
        client.logger.sink = { _, message in if message.contains("api/a") { gate.wait() } }
        client.get("a", deliveryQueue: .global()) { _ in }
        client.get("b", deliveryQueue: .global()) { results($0) }
        client.reportLater(.response(.make()), .finished(nil), of: 0)
        client.reportLater(.response(.make()), .finished(nil), of: 1)
        await results.recorded()
        gate.signal()
    }

    @Test func `a failure is delivered on another queue, too`() async {
        let places = Recorder<Bool>()
        client.get("a") { _ in places(isOnEventQueue) }
        client.get("b") { _ in places(isOnEventQueue) }
        client.reportLater(.finished(URLError(.networkConnectionLost)), of: 0)
        client.reportLater(.response(.make(404)), .finished(nil), of: 1)
        #expect(await places.recorded(2) == [false, false])
    }

    // MARK: Long work

    @Test(arguments: [(65_536, true), (65_537, false)])
    func `a short body is read at once, and a long one on another queue`(length: Int, isAtOnce: Bool) async {
        let places = Recorder<Bool>()
        let call = Teapot.Call(Teapot.Call.Plan(client: client, request: .make(), deliversCancellation: true))
        call.begin { _ in places(isOnEventQueue) }
        client.reportLater(.response(json), .data(Data(count: length)), .finished(nil))
        #expect(await places.recorded() == [isAtOnce])
    }

    @Test func `a file is written and finished on another queue before the result is delivered`() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let places = Recorder<Bool>()
        let ends = Recorder<Data?>()
        client.download("a", to: file) { _ in
            places(isOnEventQueue)
        } completion: { _ in
            places(isOnEventQueue)
            ends(try? Data(contentsOf: file))
        }
        client.reportLater(.response(.make()), .data(Data("ab".utf8)), .data(Data("c".utf8)), .finished(nil))
        #expect(await ends.recorded() == [Data("abc".utf8)])
        #expect(places.values == [false, false, false])
    }

    // MARK: Timeouts

    @Test func `a timeout checks the events that are already queued`() async {
        // So long that the events are on the queue before the time is over, even on a busy machine.
        queue.suspend()
        client.get("a", timeout: 0.5) { results($0) }
        client.reportLater(.response(.make()), .data(Data("late".utf8)), .finished(nil))
        await timedOut(after: 0.7)
        queue.resume()
        let result = await results.recorded().first
        #expect(result?.error == nil)
        #expect(result?.response.body == Data("late".utf8))
    }

    @Test func `a timeout that finds an event waits again for its whole interval`() async throws {
        queue.suspend()
        client.get("a", timeout: 0.5) { results($0) }
        client.reportLater(.response(.make()))
        await timedOut(after: 0.7)
        let resumed = ContinuousClock.now
        queue.resume()
        let error = try #require(await results.recorded().first?.error)
        #expect(error.type == .timeout)
        #expect(ContinuousClock.now - resumed >= .milliseconds(500))
    }

    @Test func `a timeout's completion that doesn't return blocks no other timeout`() async {
        client.get("a", timeout: 0.01) { _ in gate.wait() }
        let other = ScriptedClient(.held(.began))
        other.get("b", timeout: 0.05) { results($0) }
        #expect(await results.recorded().first?.error?.type == .timeout)
        gate.signal()
    }

    @Test func `without an event queue, a timeout's completion blocks no other timeout either`() async {
        let first = ScriptedClient(.held(.began))
        first.get("a", timeout: 0.01) { _ in gate.wait() }
        let other = ScriptedClient(.held(.began))
        other.get("b", timeout: 0.05) { results($0) }
        #expect(await results.recorded().first?.error?.type == .timeout)
        gate.signal()
    }
}
