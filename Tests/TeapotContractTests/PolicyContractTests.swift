import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotResponseCache
import TeapotSequences
import TeapotTestTraits
import Testing

/// Tests of authentication, observers, stored responses, events and pages, on a mock client or a server.
@Suite(.inTurn, .timeLimit(.minutes(3))) struct `Policies work the same way on both clients` {
    enum Side: CaseIterable {
        case mock, real
    }

    private func run(
        _ side: Side,
        _ router: Router,
        userInfo: String = "",
        _ options: (URL) -> Teapot.Options = { _ in Teapot.Options() },
        body: (any TeapotClient) async throws -> Void
    ) async throws {
        switch side {
        case .mock:
            let url = try #require(URL(string: "http://\(userInfo)mock.test"))
            try await body(MockTeapot(router: router, baseURL: url, options: options(url)))
        case .real:
            let server = Server(router: router)
            let port = try server.start()
            let url = try #require(URL(string: "http://\(userInfo)127.0.0.1:\(port)"))
            try await body(Teapot(baseURL: url, defaultDeliveryQueue: nil, options: options(url)))
            try await server.stop()
        }
    }

    @Test(arguments: Side.allCases) func `a URL's user information is sent once`(side: Side) async throws {
        let router = Router()
        router.get("/old") { _ in Response(status: 302, headers: ["Location": "/users"]) }
        router.get("/users") { request in .json(["sent": request.headers.values(for: "Authorization")]) }
        try await run(side, router, userInfo: "ada:p%40w@") { teapot in
            for path in ["users", "old"] {
                let sent = try await teapot.get(path).json?.dictionary?["sent"] as? [String]
                #expect(sent == ["Basic " + Data("ada:p@w".utf8).base64EncodedString()])
            }
            let own = try await teapot.get("users", headerFields: ["Authorization": "Bearer x"])
            #expect(own.json?.dictionary?["sent"] as? [String] == ["Bearer x"])
        }
    }

    @Test(arguments: Side.allCases) func `a token is refreshed once, through the same client`(side: Side) async throws {
        let router = Router()
        router.get("/users/:id") { request in
            request.headers["Authorization"] == "Bearer new" ? .json(["id": 1]) : .status(401)
        }
        router.post("/token", with: .json(["token": "new"]))
        let client = Locked<(any TeapotClient)?>(nil)
        try await run(side, router) { url in
            let authentication = Teapot.Authentication(
                for: url,
                credential: "old",
                authorization: { "Bearer " + $0 },
                refresh: { _ in
                    let login = client.withLock { $0 }
                    return try await login?.post("token").json?.dictionary?["token"] as? String ?? ""
                }
            )
            var options = Teapot.Options()
            options.adapters = [authentication.adapter, .requestID()]
            options.retriers = [authentication.retrier, .backoff(baseDelay: 0)]
            return options
        } body: { teapot in
            client.withLock { $0 = teapot }
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<8 { group.addTask { try await teapot.get("users/\(number)").statusCode } }
                for try await status in group { #expect(status == 200) }
            }
            client.withLock { $0 = nil }
        }
        let requests = router.journal.requests
        #expect(requests.filter { $0.path == "/token" }.count == 1)
        #expect(requests.filter { $0.path == "/token" }.allSatisfy { $0.headers["Authorization"] == nil })
        let ids = Dictionary(grouping: requests, by: { $0.path }).values.map {
            Set($0.map { $0.headers["X-Request-ID"] })
        }
        #expect(ids.allSatisfy { $0.count == 1 && $0 != [nil] })
    }

    @Test(arguments: Side.allCases) func `an unchanged response comes from the store`(side: Side) async throws {
        let router = Router()
        router.get("/news") { request in
            let isCurrent = request.headers["If-None-Match"] == "\"a\""
            return isCurrent ? .status(304) : .json([1], headers: ["ETag": "\"a\""])
        }
        try await run(side, router) { _ in
            var options = Teapot.Options()
            options.cache = .memory()
            return options
        } body: { teapot in
            for _ in 0..<3 {
                let response = try await teapot.get("news")
                #expect(response.statusCode == 200)
                #expect(response.json == [1])
            }
        }
        #expect(router.journal.requests.map { $0.headers["If-None-Match"] } == [nil, "\"a\"", "\"a\""])
    }

    @Test(arguments: Side.allCases) func `a POST receives events up to their end marker`(side: Side) async throws {
        let router = Router()
        let chunks = [#"{"text": "a"}"#, #"{"text": "b"}"#, "[DONE]"].map { Teapot.ServerSentEvent(data: $0) }
        router.post("/chat", with: .events(chunks))
        try await run(side, router) { teapot in
            var texts: [String] = []
            let prompt: [String: Any] = ["prompt": "tea"]
            let events = teapot.events(
                "chat",
                method: .post,
                parameters: prompt,
                as: [String: String].self,
                until: "[DONE]"
            )
            for try await chunk in events { texts.append(chunk["text"] ?? "") }
            #expect(texts == ["a", "b"])
        }
        #expect(router.journal.requests.map(\.body) == [Data(#"{"prompt":"tea"}"#.utf8)])
    }

    @Test(arguments: Side.allCases) func `pages are read up to the last`(side: Side) async throws {
        let router = Router()
        router.get("/users") { request in
            let page = Int(request.query.first { $0.name == "page" }?.value ?? "1") ?? 1
            let link = page < 3 ? "</users?page=\(page + 1)>; rel=\"next\"" : "</users?page=1>; rel=\"first\""
            return .json([page], headers: ["Link": link])
        }
        try await run(side, router) { teapot in
            var pages: [[Int]] = []
            for try await page in teapot.pages("users", as: [Int].self) { pages.append(page) }
            #expect(pages == [[1], [2], [3]])
        }
    }

    @Test(arguments: Side.allCases) func `observers get the same events`(side: Side) async throws {
        let router = Router()
        router.post("/from", with: Response(status: .temporaryRedirect, headers: ["Location": "/to"]))
        router.post("/to", with: .data(Data("12345".utf8)))
        let told = Locked<[String]>([])
        try await run(side, router) { _ in
            var options = Teapot.Options()
            options.logLevel = .none
            options.observers = [
                Teapot.Observer { event in
                    let kind =
                        switch event.kind {
                        case .started: "started"
                        case .redirected(let next): "redirected to \(next.url.path)"
                        case .retrying: "retrying"
                        case .ended(let result): "ended \((try? result.get().statusCode) ?? 0)"
                        }
                    told.withLock { $0.append("\(kind) \(event.bytesSent) \(event.bytesReceived)") }
                }
            ]
            return options
        } body: { teapot in
            try await teapot.post("from", parameters: Data("123".utf8))
        }
        #expect(told.withLock { $0 } == ["started 0 0", "redirected to /to 3 0", "ended 200 6 5"])
    }
}
