import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMock
import TeapotSequences

/// Tests of intercepted sessions whose router skips time, with waits that no test could sit out.
@Suite(.inTurn, .timeLimit(.minutes(3))) struct `A session in skipped time` {
    private let router = Router()

    init() { router.time = .skipped }

    private var starts: [Double] { router.journal.entries.map(\.start) }
    private var durations: [Double?] { router.journal.entries.map(\.duration) }
    private var endings: [Journal.Ending?] { router.journal.entries.map(\.ending) }

    /// Returns a client of an intercepted session, and the events that it reports, with the time since the beginning.
    private func makeTeapot(
        total: Double = .infinity, retriers: [Teapot.Retrier] = [],
        _ change: (inout Teapot.Options) -> Void = { _ in }
    ) throws -> (Teapot, Locked<[String]>) {
        let events = Locked<[String]>([])
        var options = Teapot.Options()
        options.totalTimeout = total
        options.retriers = retriers
        options.observers = [
            Teapot.Observer { event in events.withLock { $0.append(event.timed) } }
        ]
        change(&options)
        let teapot = Teapot(
            baseURL: try api("/"), defaultDeliveryQueue: nil, configuration: .answered(by: router), options: options)
        return (teapot, events)
    }

    private func expectTimedOut(_ error: TeapotError?, _ type: TeapotError.ErrorType, _ words: String) {
        #expect(error?.type == type)
        #expect((error?.underlyingError as? URLError)?.code == .timedOut)
        #expect(error.map { "\($0)" }?.contains(words) == true, "\(error.map { "\($0)" } ?? "")")
    }

    // MARK: - A client's calls

    @Test(arguments: [(59.999_999_999, false), (60, true), (.infinity, true)] as [(Double, Bool)])
    func `a delay that reaches or exceeds a call's timeout is a timeout`(delay: Double, isTimeout: Bool) async throws {
        router.get("/x", with: .status(204, delay: delay))
        let (teapot, events) = try makeTeapot()
        if isTimeout {
            let error = await #expect(throws: TeapotError.self) { try await teapot.get("x") }
            expectTimedOut(error, .timeout, "timed out after 60 s")
            #expect(endings == [.abandoned])
            #expect(durations == [60])
            #expect(events.withLock { $0 } == ["started 0.0 seconds", "ended 60.0 seconds"])
        } else {
            #expect(try await teapot.get("x").status == 204)
            #expect(durations == [delay])
        }
    }

    @Test func `a backoff of days is exact`() async throws {
        router.get("/x", with: .status(503, delay: 30), .status(503), .status(503), .status(204))
        let (teapot, events) = try makeTeapot(retriers: [
            Teapot.Retrier { .retry(after: pow(2, Double($0.number - 1)) * 86_400) }
        ])
        #expect(try await teapot.get("x").status == 204)
        #expect(starts == [0, 86_430, 259_230, 604_830])
        #expect(
            events.withLock { $0 } == [
                "started 0.0 seconds", "retrying 30.0 seconds", "retrying 86430.0 seconds",
                "retrying 259230.0 seconds", "ended 604830.0 seconds",
            ])
        #expect(router.clock.now.offset == .seconds(604_830))
    }

    @Test func `Retry-After is exact, as a number and as a date`() async throws {
        let policy = Teapot.Retrier.backoff(baseDelay: 0, maximumDelay: 1e6)
        let (teapot, _) = try makeTeapot(retriers: [policy])
        router.get("/number", with: .status(503, headers: ["Retry-After": "86400"]), .status(204))
        #expect(try await teapot.get("number").status == 204)
        #expect(starts == [0, 86_400])
        let date = HTTPDate.text(Int(router.clock.date.timeIntervalSince1970) + 3600)
        router.get("/date", with: .status(503, headers: ["Retry-After": date]), .status(204))
        #expect(try await teapot.get("date").status == 204)
        let pause = try #require(starts.last) - 86_400
        #expect(pause > 3598 && pause <= 3600)
    }

    @Test func `the total timeout counts the pauses and delays of all attempts`() async throws {
        router.get("/x", with: .status(503, delay: 1))
        let (teapot, events) = try makeTeapot(total: 10, retriers: [Teapot.Retrier { _ in .retry(after: 4) }])
        let error = await #expect(throws: TeapotError.self) { try await teapot.get("x") }
        expectTimedOut(error, .timeout, "the call's total timeout of 10 s has passed")
        #expect(starts == [0, 5])
        #expect(events.withLock { $0.last } == "ended 10.0 seconds")
    }

    @Test func `a chain of redirects adds its delays`() async throws {
        router.get("/a", delay: 20, with: .status(302, headers: ["Location": "/b"]))
        router.get("/b", delay: 40, with: .status(302, headers: ["Location": "/c"]))
        router.get("/c", delay: 59, with: .status(204))
        let (teapot, _) = try makeTeapot()
        #expect(try await teapot.get("a").status == 204)
        #expect(starts == [0, 20, 60])
        #expect(durations == [20, 40, 59])
    }

    @Test(arguments: [false, true])
    func `a request created by an adapter or a redirect hook stays in its call`(looksSame: Bool) async throws {
        router.get("/a", delay: 20, with: .status(302, headers: ["Location": "/b"]))
        router.get("/b", delay: 40, with: .status(204))
        let change: (inout Teapot.Options) -> Void = { options in
            options.adapters = [Teapot.Adapter { $0 = Teapot.Request(url: $0.url) }]
            options.redirects = Teapot.Redirects { next, _ in Teapot.Request(url: next.url) }
        }
        let (teapot, events) = try makeTeapot(total: 50, change)
        let client: any TeapotClient = looksSame ? MockTeapot(router: router, options: teapot.options) : teapot
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        expectTimedOut(error, .timeout, "the call's total timeout of 50 s has passed")
        #expect(events.withLock { $0.last } == "ended 50.0 seconds")
    }

    @Test func `a stream whose interval is too long ends after the earlier pieces`() async throws {
        let pieces = ["a", "b", "c"].map { Data($0.utf8) }
        router.get("/whole", with: .stream(pieces, every: 59, delay: 59))
        router.get("/cut", with: .stream(pieces, every: 60))
        let (teapot, _) = try makeTeapot()
        #expect(try await teapot.get("whole").body == Data("abc".utf8))
        let error = await #expect(throws: TeapotError.self) { try await teapot.get("cut") }
        expectTimedOut(error, .timeout, "timed out after 60 s")
        #expect(error?.response?.body == Data("a".utf8))
        #expect(endings == [.responded(200), .abandoned])
        #expect(durations == [177, 60])
    }

    @Test func `events have their own timeout after the head, and reconnect`() async throws {
        let news = ["one", "two"].map { Teapot.ServerSentEvent(data: $0) }
        router.get("/news", with: .events(news, every: 500, delay: 59), .events(news, every: 99), .status(204))
        let (teapot, _) = try makeTeapot(total: 100)
        var seen: [String] = []
        for try await event in teapot.events("news", reconnectionTime: 10, timeout: 100) {
            seen.append(event.data)
        }
        #expect(seen == ["one", "one", "two"])
        #expect(starts == [0, 169, 278])
    }

    @Test func `a fault comes after its delay, or the timeout before it`() async throws {
        router.get("/x", with: .error(.networkConnectionLost, delay: 5), .error(.networkConnectionLost, delay: 70))
        let (teapot, _) = try makeTeapot()
        let lost = await #expect(throws: TeapotError.self) { try await teapot.get("x") }
        #expect((lost?.underlyingError as? URLError)?.code == .networkConnectionLost)
        let late = await #expect(throws: TeapotError.self) { try await teapot.get("x") }
        expectTimedOut(late, .timeout, "timed out after 60 s")
        #expect(durations == [5, 60])
    }

    @Test func `uploads from and downloads to files take the time of their calls`() async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let (file, copy) = (folder.url.appendingPathComponent("up"), folder.url.appendingPathComponent("down"))
        try Data("body".utf8).write(to: file)
        router.post("/up", delay: 7) { .data($0.body) }
        router.get("/down", with: .stream(["a", "b"].map { Data($0.utf8) }, every: 50))
        let (teapot, _) = try makeTeapot(total: 60)
        let sent = try await teapot.request(.post, "up", parameters: Teapot.Payload.file(file), progress: { _ in })
        #expect(sent.body == Data("body".utf8))
        try await teapot.download("down", to: copy)
        #expect(try Data(contentsOf: copy) == Data("ab".utf8))
        #expect(starts == [0, 7])
        #expect(durations == [7, 50])
    }

    @Test func `concurrent calls have their own times`() async throws {
        router.get("/calls/:number") { request async throws in
            let number = Double(request["number"] ?? "") ?? 0
            try await router.clock.sleep(for: .seconds(number))
            return Response.status(number < 50 ? 204 : 503)
        }
        let (teapot, events) = try makeTeapot(retriers: [Teapot.Retrier { $0.number < 3 ? .retry(after: 10) : .giveUp }]
        )
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<59 { group.addTask { _ = try? await teapot.get("calls/\(number)") } }
        }
        let ended = events.withLock { $0 }.filter { $0.hasPrefix("ended") }
        let lengths = (0..<59).map { $0 < 50 ? $0 : 3 * $0 + 20 }
        #expect(ended.sorted() == lengths.map { "ended \($0).0 seconds" }.sorted())
    }

    // MARK: - The time of a call

    @Test func `a call keeps the time mode with which it began`() async throws {
        let (began, goes) = (Gate(), Gate())
        router.get("/x", with: .status(204, delay: 0.02))
        router.time = .real
        let (teapot, _) = try makeTeapot {
            $0.adapters = [
                Teapot.Adapter(awaiting: { _ in
                    began.open()
                    await goes.wait()
                })
            ]
        }
        let call = Task { try await teapot.get("x") }
        await began.wait()
        router.time = .skipped
        let clock = DispatchTime.now()
        goes.open()
        _ = try await call.value
        #expect(clock + 0.02 <= .now())
    }

    @Test func `a client whose requests may go to the network uses real time for them`() async throws {
        router.get("/known", with: .status(503, delay: 3600))
        let configuration = URLSessionConfiguration.answered(by: router, unanswered: .goesToNetwork)
        let teapot = Teapot(baseURL: try api("/"), configuration: configuration)
        func isSkipped(_ path: String) throws -> Bool {
            teapot.transport.timeline(Teapot.Request(url: try api(path))).skipped != nil
        }
        #expect(try isSkipped("/known"))
        #expect(try !isSkipped("/unknown"))
        router.time = .real
        #expect(try !isSkipped("/known"))
        #expect(try Teapot(baseURL: api("/")).transport.timeline(Teapot.Request(url: api("/known"))).skipped == nil)
    }

    @Test func `a registered router skips the time of the sessions that it answers`() async throws {
        let router = Router("https://\(UUID().uuidString.lowercased()).test")
        router.time = .skipped
        Router.register(router)
        defer { Router.unregister(router.baseURL) }
        router.get("/x", with: .status(503, delay: 3600), .status(204))
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Router.interceptor]
        var options = Teapot.Options()
        options.timeout = .infinity
        options.retriers = [Teapot.Retrier { _ in .retry(after: 3600) }]
        let url = try #require(URL(string: router.baseURL))
        let teapot = Teapot(baseURL: url, configuration: configuration, options: options)
        #expect(try await teapot.get("x").status == 204)
        #expect(router.journal.entries.map(\.start) == [0, 7200])
        #expect(teapot.transport.timeline(Teapot.Request(url: try api("/x"))).skipped == nil)
    }

    @Test func `a real wait has at least a minute`() throws {
        let timeline = try makeTeapot().0.transport.timeline(Teapot.Request(url: api("/x")))
        #expect([0.01, 60, 61].map { timeline.watchdog($0) } == [60, 60, 61])
        #expect(Teapot.Timeline.real.watchdog(0.01) == 0.01)
    }

    @Test func `a call's name is forgotten with the call`() throws {
        var name: String?
        do {
            let timeline = try makeTeapot().0.transport.timeline(Teapot.Request(url: api("/x")))
            name = timeline.name
            #expect(CallTime.timeline(named: timeline.name)?.skipped === timeline.skipped)
        }
        let former = try #require(name)
        #expect(CallTime.named.withLock { $0[former] == nil })
        #expect(try #require(CallTime.timeline(named: former)).skipped == nil)
        #expect(try #require(CallTime.timeline(named: "Teapot.Timeline real")).skipped == nil)
        #expect(CallTime.timeline(named: "mine") == nil)
    }

    // MARK: - Tasks of plain sessions

    @Test(arguments: [0.05, 0.25, 600])
    func `a delay that reaches or exceeds a task's timeout is a timeout`(interval: Double) async throws {
        router.get("/late", delay: interval, with: .status(204))
        router.get("/just", delay: interval - 1e-9, with: .status(204))
        let session = URLSession(answeredBy: router)
        func code(_ path: String) async throws -> Int? {
            var request = URLRequest(url: try api(path))
            request.timeoutInterval = interval
            return (try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode
        }
        let error = await #expect(throws: URLError.self) { try await code("/late") }
        #expect(error?.code == .timedOut)
        #expect(durations == [interval])
        #expect(endings == [.abandoned])
        #expect(try await code("/just") == 204)
    }

    @Test func `a configuration's timeout ends a body that stops arriving`() async throws {
        router.get("/x", with: .stream(["a", "b", "c"].map { Data($0.utf8) }, every: 30).failing(.cutShort(after: 9)))
        router.get("/y", with: .stream(["a", "b", "c"].map { Data($0.utf8) }, every: 31))
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 31
        for (path, expected) in [("/x", "abc"), ("/y", "a")] {
            let delegate = RecordingDelegate()
            let session = URLSession(
                configuration: configuration.answered(by: router), delegate: delegate, delegateQueue: nil)
            session.dataTask(with: try api(path)).resume()
            let record = await delegate.end()
            #expect(record.body == Data(expected.utf8))
            #expect((record.error as? URLError)?.code == (path == "/x" ? nil : .timedOut))
        }
        #expect(durations == [60, 31])
    }

    @Test func `a task's redirects share one timeline, which other tasks don't change`() async throws {
        router.get("/a", delay: 20, with: .status(302, headers: ["Location": "/b"]))
        router.get("/b", delay: 40, with: .status(204))
        let delegate = RecordingDelegate(decide: { request in
            // Another call ends between the two requests.
            router.clock.advance(by: .seconds(1000))
            return request
        })
        let session = URLSession(answeredBy: router, delegate: delegate)
        let task = session.dataTask(with: try api("/a"))
        task.taskDescription = "mine"
        task.resume()
        #expect(await delegate.end().error == nil)
        #expect(starts == [0, 20])
        #expect(task.taskDescription == "mine")
    }
}
