import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `A call's retained objects` {
    /// An object that retains a call's handle and is retained by the call's closures, like an app's screens.
    private final class Screen: Sendable {
        let call = Locked<Teapot.Call?>(nil)
        let gone: Latch

        init(gone: Latch) {
            self.gone = gone
        }

        deinit {
            gone.open()
        }

        func show() {}
    }

    private let gone = Latch()

    private func start(on client: ScriptedClient) -> Teapot.Call? {
        let screen = Screen(gone: gone)
        let call = client.request(
            .post, "a",
            parameters: Data([1]),
            progress: { _ in screen.show() },
            completion: { _ in screen.show() }
        )
        screen.call.withLock { $0 = call }
        return call
    }

    @Test func `a call releases its closures when it ends`() async {
        let call = start(on: ScriptedClient(.answer(.make(200, [:], Data("a".utf8)))))
        await gone.opened()
        #expect(call?.state == .completed)
    }

    @Test func `a call releases its closures when it fails`() async {
        let call = start(on: ScriptedClient(.failure(URLError(.timedOut))))
        await gone.opened()
        #expect(call?.state == .completed)
    }

    @Test func `a call releases its closures when it's cancelled`() async {
        let client = ScriptedClient(.held(.began))
        let call = start(on: client)
        #expect(gone.values.isEmpty)
        call?.cancel()
        client.forget()
        await gone.opened()
    }

    @Test func `a call in progress doesn't need to be retained`() {
        let client = ScriptedClient(.held(.began))
        let results = Recorder<NetworkResult>()
        client.get("a") { results($0) }
        client.report(.response(.make()), .finished(nil))
        #expect(results.values.count == 1)
    }
}
