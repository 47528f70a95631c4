import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

private struct Job: Decodable, Sendable {
    var result: String?
}

struct Jobs {
    let teapot: any TeapotClient
    var clock: any Clock<Duration> = ContinuousClock()

    func result(of id: Int) async throws -> String {
        while true {
            let job: Job = try await teapot.get("jobs/\(segment: id)")
            if let result = job.result { return result }
            try await clock.sleep(for: .seconds(5))
        }
    }
}

private struct Token: Decodable, Sendable {
    var value: String
    var expiry: Date
}

/// Returns a client that signs its requests with a token.
private func session(on mock: MockTeapot) -> MockTeapot {
    let authentication = Teapot.Authentication<Token>(
        for: mock.baseURL, authorization: { "Bearer \($0.value)" }, expiry: { $0.expiry },
        refresh: { _ in
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return try await decoder.decode(Token.self, from: mock.post("token").body)
        })
    var options = Teapot.Options()
    options.adapters = [authentication.adapter]
    return MockTeapot(router: mock.router, options: options)
}

/// A search whose last text counts, however late the answers to earlier ones are.
private actor Search {
    private let teapot: any TeapotClient
    private var text = ""
    private(set) var found: String?

    init(teapot: any TeapotClient) { self.teapot = teapot }

    func find(_ text: String) async throws {
        self.text = text
        let json = try await teapot.get("search", query: ["text": text]).json
        if self.text == text { found = json?["text"] as? String }
    }
}

private struct TooSlow: Error {}

/// A search that gives up after twenty seconds.
private struct LimitedSearch {
    let teapot: any TeapotClient
    let clock: any Clock<Duration>

    func find(_ text: String) async throws -> [String] {
        try await withThrowingTaskGroup(of: [String].self) { [teapot, clock] group in
            group.addTask { try await teapot.get("search", query: ["text": text]) }
            group.addTask {
                try await clock.sleep(for: .seconds(20))
                throw TooSlow()
            }
            defer { group.cancelAll() }
            return try await group.next() ?? []
        }
    }
}

/// A field that searches when nobody has typed for a while.
private actor SearchField {
    private let teapot: any TeapotClient
    private let clock: any Clock<Duration>
    private var search: Task<Void, any Error>?

    init(teapot: any TeapotClient, clock: any Clock<Duration>) { (self.teapot, self.clock) = (teapot, clock) }

    func type(_ text: String) {
        search?.cancel()
        search = Task { [teapot, clock] in
            try await clock.sleep(for: .milliseconds(300))
            _ = try await teapot.get("search", query: ["text": text])
        }
    }

    func searched() async throws { try await search?.value }
}

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `The samples about time` {
    @Test(.router) func `The job is polled every five seconds`() async throws {
        let router = Router.current
        router.get("/jobs/7", with: .json([:]), .json([:]), .json(["result": "done"]))
        let jobs = Jobs(teapot: MockTeapot(router: router), clock: router.clock)
        #expect(try await jobs.result(of: 7) == "done")
        #expect(router.journal.entries.map(\.start) == [0, 5, 10])
    }

    @Test(.router) func `Each pause is twice as long as the one before`() async throws {
        let router = Router.current
        router.get("/tea", with: .status(503), .status(503), .status(503), .json(["kind": "green"]))
        var options = Teapot.Options()
        options.retriers = [Teapot.Retrier { failure in .retry(after: pow(2, Double(failure.number - 1))) }]
        _ = try await MockTeapot(router: router, options: options).get("tea")
        #expect(router.journal.entries.map(\.start) == [0, 1, 3, 7])
    }

    @Test(.router) func `A slow server is a timeout`() async {
        Router.current.get("/tea", with: .json([:], delay: 90))
        let teapot = MockTeapot(router: .current)
        let error = await #expect(throws: TeapotError.self) { try await teapot.get("tea", timeout: 60) }
        #expect((error?.underlyingError as? URLError)?.code == .timedOut)
        #expect(Router.current.journal.entries.map(\.duration) == [60])
    }

    @Test(.router("https://api.test")) func `An expired token is refreshed`() async throws {
        let router = Router.current
        let clock = router.clock
        router.get("/profile", with: .json(["name": "Ada"]))
        router.post("/token") { _ in ["value": "token", "expiry": clock.date.addingTimeInterval(3600).ISO8601Format()] }
        let teapot = session(on: MockTeapot(router: router))
        _ = try await teapot.get("profile")
        clock.advance(by: .seconds(3000))
        _ = try await teapot.get("profile")
        clock.advance(by: .seconds(1000))
        _ = try await teapot.get("profile")
        #expect(try router.journal.count(of: .path("/token")) == 2)
    }

    @Test(.router) func `The answer to an older search is ignored`() async throws {
        let router = Router.current
        router.get("/search") { request in ["text": request.query["text"]] }
        let hold = router.hold("/search?text=te")
        let search = Search(teapot: MockTeapot(router: router))
        async let first: Void = search.find("te")
        try await hold.waitForRequest()
        try await search.find("tea")
        hold.release()
        try await first
        #expect(await search.found == "tea")
    }

    @Test(.router) func `A search gives up after twenty seconds`() async throws {
        let router = Router.current
        router.get("/search", with: .json(["tea"], delay: 10), .json(["tea"], delay: 30))
        let search = LimitedSearch(teapot: MockTeapot(router: router), clock: router.clock)
        #expect(try await search.find("te") == ["tea"])
        await #expect(throws: TooSlow.self) { try await search.find("te") }
        #expect(router.clock.now.offset == .seconds(30))
    }

    @Test(.router) func `A search begins when typing stops`() async throws {
        let router = Router.current
        router.get("/search", with: .json([:]))
        router.clock.hold()
        let field = SearchField(teapot: MockTeapot(router: router), clock: router.clock)
        await field.type("te")
        try await router.clock.waitForSleep()
        router.clock.advance(by: .milliseconds(200))
        await field.type("tea")
        try await router.clock.waitForSleep()
        router.clock.advance(by: .milliseconds(300))
        try await field.searched()
        #expect(router.journal.requests.map { $0.query["text"] } == ["tea"])
    }

    @Test(.router(time: .real)) func `The spinner is visible`() async throws {
        Router.current.get("/tea", with: .json([:], delay: 0.02))
        _ = try await MockTeapot(router: .current).get("tea")
        #expect(Router.current.journal.entries.allSatisfy { $0.duration ?? 0 >= 0.02 })
    }

    @Test func `samples in comments`() async throws {
        let router = Router()
        router.time = .skipped
        router.get("/search") { request in ["text": request.query["text"]] }
        let teapot = MockTeapot(router: router)
        let hold = router.hold("/search")
        async let first = teapot.get("search?text=tea")
        try await hold.waitForRequest()
        hold.release()
        #expect(try await first.json == ["text": "tea"])
    }
}
