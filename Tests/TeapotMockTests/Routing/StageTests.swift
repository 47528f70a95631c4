@testable import TeapotMock
import Foundation
import Teapot
import TeapotMockServer
import TeapotTestTraits
import Testing

/// A stage of a test: every tenth request is slow.
private final class SlowTenth: Stage {
    static let places = [StagePlace.beforeRoutes]
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
    static let places = [StagePlace.beforeRoutes]
    static let rank = 5
    let mark: String

    func couldAnswer(_ request: Request) -> Bool { request.path == "/stage" }

    func arrive(_ request: Request, at moment: Moment, in router: Router) -> StageDecision? {
        if request.path == "/stage" { return .answer(StageMatch(.switched("a stage"), .text(mark))) }
        return .change(
            ResponseChange(includesExplanations: true) { [mark] in
                $0.headers.append(name: "X-Mark", value: mark)
            })
    }
}

/// A stage that answers unanswered requests for a path, and otherwise explains why it doesn't.
private struct Answering<Rank: StageRank>: Stage {
    static var places: [StagePlace] { [.insteadOfRoutes] }
    static var rank: Int { Rank.rank }
    var path = "/stage"
    var mark = ""

    func match(_ request: Request, began: UInt64, for router: Router) -> StageMatch? {
        request.path == path ? StageMatch(.switched("a stage"), .text("\(Self.rank)\(mark)")) : nil
    }

    func explanation(for request: Request) -> (reason: String, suggestion: String)? {
        ("has stage \(Self.rank)\(mark)", "Ask for \(path).")
    }

    var violations: [Router.Violation] { [.init(kind: .unusedSteps, message: "stage \(Self.rank)", place: nil)] }

    var copied: Answering? { Self.rank > 0 ? nil : self }
}

private protocol StageRank: Sendable { static var rank: Int { get } }
private enum First: StageRank { static let rank = -1 }
private enum Second: StageRank { static let rank = 0 }
private enum Third: StageRank { static let rank = 1 }

/// A stage before the handlers, which changes nothing.
private struct Watching: Stage { static let places = [StagePlace.beforeHandlers] }

@Suite(.inTurn) struct `Stages of a router` {
    private let router = Router()

    private func headers(_ path: String) -> Teapot.HeaderFields {
        let fields = Locked<Teapot.HeaderFields>([:])
        MockTeapot(router: router).get(path) { result in fields.withLock { $0 = result.response.headers } }
        return fields.withLock { $0 }
    }

    @Test func `a test's stage can slow down every tenth request, whatever answers it`() async throws {
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

    @Test func `a stage that answers comes before routes, and later stages don't change its response`() async throws {
        router.get("/stage", with: .text("route"))
        router.setStage(Marking(mark: "a"))
        router.cors = CORSPolicy()
        let mock = MockTeapot(router: router)
        #expect(try await mock.get("stage").text == "a")
        #expect(router.couldAnswer(Request(method: "GET", path: "/stage")))
        router.setStage(nil as Marking?)
        #expect(try await mock.get("stage").text == "route")
    }

    @Test func `a stage replaces an earlier one of its type, and stages of a lower rank change a response first`() {
        router.get("/a", with: .text("a"))
        router.setStage(Marking(mark: "1"))
        router.setStage(Marking(mark: "2"))
        router.cors = CORSPolicy(exposedHeaderFields: [])
        let fields = headers("a")
        #expect(fields.filter { $0.name == "X-Mark" }.map(\.value) == ["2"])
        let names = fields.map(\.name).filter { ["Vary", "X-Mark"].contains($0) }
        #expect(names == ["Vary", "X-Mark"])
    }

    @Test func `a server's 404 for an unanswered request is changed only by stages that include it`() throws {
        router.setStage(Marking(mark: "a"))
        let request = Request(method: "GET", path: "/none")
        guard case .now(let response, _) = router.resolve(request) else { throw CancellationError() }
        #expect(response.headers["X-Mark"] == "a")
        router.setStage(nil as Marking?)
        router.setStage(SlowTenth())
        guard case .now(let other, _) = router.resolve(request) else { throw CancellationError() }
        #expect(other.isExplanation && other.delay == 0)
    }

    @Test func `fallback stages are asked by rank, after the routes, and explain why they have no answer`()
        async throws
    {
        router.setStage(Answering<Third>())
        router.setStage(Answering<First>())
        router.setStage(Answering<Second>())
        let mock = MockTeapot(router: router)
        #expect(try await mock.get("stage").text == "-1")
        // The new one replaces the old one.
        router.setStage(Answering<First>(path: "/other", mark: "b"))
        #expect(try await mock.get("stage").text == "0")
        let error = await #expect(throws: TeapotError.self) { try await mock.get("none") }
        let text = error?.description ?? ""
        #expect(text.contains("/none has stage -1b.") && text.contains("Ask for /other."))
        router.setStage(nil as Answering<First>?)
        router.setStage(nil as Answering<Second>?)
        #expect(try await mock.get("stage").text == "1")
        router.get("/stage", with: .text("route"))
        #expect(try await mock.get("stage").text == "route")
    }

    @Test func `violations are in the order of the ranks, and a finished router has the same ones as a copy`() {
        router.hold("/none")
        for stage in [Answering<Third>(), Answering<Second>()] as [any Stage] { router.set(stage) }
        #expect(router.violations.map(\.kind) == [.unusedSteps, .unusedHold, .unusedSteps])
        #expect(router.violations.first?.message == "stage 0")
        let copy = Router(copying: router, failingBy: Watching())
        for router in [copy, router] {
            _ = router.finish("the test", isCutShort: false)
            #expect(router.stage(of: Answering<Second>.self) != nil)
            #expect(router.stage(of: Answering<Third>.self) == nil && router.stage(of: Holds.self) == nil)
        }
    }

    @Test func `fallback stages leave the answers of routes unchanged and immediate`() {
        router.get("/a", with: .text("a"))
        let request = Request(method: "GET", path: "/a")
        router.setStage(Answering<First>())
        #expect(router.hasResponse(to: request))
        router.setStage(Watching())
        #expect(!router.hasResponse(to: request))
        router.setStage(nil as Watching?)
        #expect(router.hasResponse(to: request))
        router.setStage(SlowTenth())
        #expect(!router.hasResponse(to: request))
    }

    @Test func `an offline network comes before CORS, for requests below the base URL`() {
        let router = Router("/v1")
        router.network = .offline
        router.cors = CORSPolicy()
        let fields = ["Origin": "http://localhost:3000", "Access-Control-Request-Method": "PUT"]
        let responses = ["/v1/a", "/other"].map { path in
            let request = Request(method: "OPTIONS", path: path, headers: Teapot.HeaderFields(fields))
            guard case .now(let response, _) = router.resolve(request) else { return Response(status: 0) }
            return response
        }
        #expect(responses[0].fault?.hasResponse == false)
        #expect(responses[0].headers["Access-Control-Allow-Origin"] == nil)
        #expect(responses[1].isExplanation)
        #expect(responses[1].headers["Access-Control-Allow-Origin"] == "http://localhost:3000")
    }
}

extension Router {
    fileprivate func set(_ stage: some Stage) { setStage(stage) }
}
