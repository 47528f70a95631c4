@testable import TeapotMock
import Foundation
import Teapot
import TeapotTestTraits
import Testing

/// A stage of a test: every tenth request is slow.
private final class SlowTenth: Stage {
    private let count = Locked(0)

    func arrive(_ request: Request, at moment: Moment, in router: Router) -> StageDecision? {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return number % 10 == 0 ? .change(ResponseChange { $0.delay += 2 }) : nil
    }
}

/// A stage that changes each response, or answers the requests for a path.
private struct Marking: Stage {
    static let rank = 5
    let mark: String

    func couldAnswer(_ request: Request) -> Bool { request.path == "/stage" }

    func arrive(_ request: Request, at moment: Moment, in router: Router) -> StageDecision? {
        if request.path == "/stage" { return .answer(ResponderMatch(.switched("a stage"), .text(mark))) }
        return .change(
            ResponseChange(includesExplanations: true) { [mark] in
                $0.headerFields.append(name: "X-Mark", value: mark)
            })
    }
}

@Suite(.inTurn) struct `Stages before the routes of a router` {
    private let router = Router()

    private func headerFields(_ path: String) -> Teapot.HeaderFields {
        let fields = Locked<Teapot.HeaderFields>([:])
        MockTeapot(router: router).get(path) { result in fields.withLock { $0 = result.response.headerFields } }
        return fields.withLock { $0 }
    }

    @Test func `one of a test makes every tenth request slow, whatever answers it`() async throws {
        router.time = .skipped
        router.get("/fast", with: .status(204))
        router.get("/handler") { _ in .status(204) }
        router.get("/awaited") { _ async throws -> Response in .status(204) }
        router.setStage(SlowTenth())
        let mock = MockTeapot(router: router)
        var slow: [Int] = []
        for number in 1...30 {
            _ = try await mock.get(["fast", "handler", "awaited"][number / 10 % 3])
            if router.journal.entries.last?.duration == 2 { slow.append(number) }
        }
        #expect(slow == [10, 20, 30])
    }

    @Test func `one that answers comes before routes, and is not changed by those after it`() async throws {
        router.get("/stage", with: .text("route"))
        router.setStage(Marking(mark: "a"))
        router.cors = CORSPolicy()
        let mock = MockTeapot(router: router)
        #expect(try await mock.get("stage").text == "a")
        #expect(router.couldAnswer(Request(method: "GET", path: "/stage")))
        router.setStage(nil as Marking?)
        #expect(try await mock.get("stage").text == "route")
    }

    @Test func `one of a type replaces the one before, and those of a lower rank change a response first`() {
        router.get("/a", with: .text("a"))
        router.setStage(Marking(mark: "1"))
        router.setStage(Marking(mark: "2"))
        router.cors = CORSPolicy(exposedHeaderFields: [])
        let fields = headerFields("a")
        #expect(fields.filter { $0.name == "X-Mark" }.map(\.value) == ["2"])
        let names = fields.map(\.name).filter { ["Vary", "X-Mark"].contains($0) }
        #expect(names == ["Vary", "X-Mark"])
    }

    @Test func `what a server says about a request that nothing answers is changed only by those that include it`()
        throws
    {
        router.setStage(Marking(mark: "a"))
        let request = Request(method: "GET", path: "/none")
        guard case .now(let response, _) = router.resolve(request) else { throw CancellationError() }
        #expect(response.headerFields["X-Mark"] == "a")
        router.setStage(nil as Marking?)
        router.setStage(SlowTenth())
        guard case .now(let other, _) = router.resolve(request) else { throw CancellationError() }
        #expect(other.isExplanation && other.delay == 0)
    }
}
