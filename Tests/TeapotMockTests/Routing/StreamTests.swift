import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock

@Suite(.inTurn) struct `A response stream` {
    @Test func `it's cancelled when its client disconnects`() async {
        let (began, ended) = (Gate(), Gate())
        let router = Router()
        let stream = Response.Stream { send in
            send(Data("first".utf8))
            began.open()
            do { try await Task.sleep(nanoseconds: .max / 2) } catch { ended.open() }
        }
        router.get("/x", with: .stream(stream))
        let task = Task { try await MockTeapot(router: router).get("x") }
        await began.wait()
        task.cancel()
        await ended.wait()
        await #expect(throws: TeapotError.self) { try await task.value }
    }

    @Test func `its pieces arrive one after another, and an error breaks it off`() async throws {
        struct Broken: Error {}
        let router = Router()
        router.get("/whole", with: .stream(["a", "b", ""].map { Data($0.utf8) }, every: 0.001, delay: 0.001))
        router.get(
            "/broken",
            with: .stream(
                Response.Stream { send in
                    send(Data("a".utf8))
                    throw Broken()
                }))
        let teapot = MockTeapot(router: router)
        #expect(try await teapot.get("whole").body == Data("ab".utf8))
        let error = await #expect(throws: TeapotError.self) { try await teapot.get("broken") }
        #expect(error?.type == .incompleteResponse)
        #expect(error?.underlyingError is Broken)
        #expect(await router.answer(to: "/broken").error?.underlyingError is Broken)
        #expect(router.journal.entries.map(\.ending) == [.responded(200), .failed, .failed])
    }

    @Test func `it may be cut short`() async {
        let router = Router()
        let pieces = ["abc", "def"].map { Data($0.utf8) }
        router.get(
            "/x", with: .stream(pieces).failing(.cutShort(after: 4)), .stream(pieces).failing(.cutShort(after: -1)))
        for expected in ["abcd", ""] {
            let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("x") }
            #expect(error?.response?.body == Data(expected.utf8))
        }
    }

    @Test func `a delay counts in the journal of a server`() async throws {
        let router = Router()
        router.get("/x", delay: 0.05, with: .json([1]))
        let answer = await router.serverAnswer(to: "/x")
        #expect(answer.error == nil && answer.text == "[1]")
        let entry = try #require(router.journal.entries.first)
        #expect(entry.ending == .responded(200))
        #expect((entry.duration ?? 0) >= 0.05)
    }
}
