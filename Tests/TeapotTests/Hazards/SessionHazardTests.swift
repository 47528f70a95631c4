import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of sessions: many requests, cookies, additional headers, and sessions that are invalidated.
@Suite(.inTurn) struct `Sessions` {
    static let ok = "HTTP/1.1 200 OK\r\nSet-Cookie: a=stored\r\nContent-Length: 0\r\n\r\n"

    @Test func `a caller's invalidated session does no harm`() async throws {
        let server = try HostileServer.responding(Self.ok)
        defer { stop(server) }
        let session = URLSession(configuration: .ephemeral)
        let teapot = Teapot(baseURL: server.url, session: session)
        session.invalidateAndCancel()
        #expect(try await teapot.get("x").statusCode == 200)
    }

    @Test func `a server's cookie isn't kept and doesn't replace an explicit one`() async throws {
        let server = try HostileServer.responding(Self.ok)
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url)
        _ = try await teapot.get("1")
        _ = try await teapot.get("2")
        _ = try await teapot.get("3", headerFields: ["Cookie": "a=mine"])
        #expect(server.requests.map { $0.headers["Cookie"] } == [nil, nil, "a=mine"])
    }

    @Test func `additional headers of any type are sent, and a request's own headers replace them`() async throws {
        let server = try HostileServer.responding(Self.ok)
        defer { stop(server) }
        let configuration = URLSessionConfiguration.teapot
        configuration.httpAdditionalHeaders = ["X-Number": 7, "X-Text": "t"]
        let teapot = Teapot(baseURL: server.url, configuration: configuration)
        _ = try await teapot.get("x", headerFields: ["x-text": "mine"])
        let request = try #require(server.requests.first)
        #expect(request.headers["X-Number"] == "7")
        #expect(request.headers.values(for: "X-Text") == ["mine"])
    }

    #if canImport(FoundationNetworking)
        @Test func `a caller's cache, which Foundation ignores on Linux, isn't used`() async throws {
            let server = try HostileServer.responding(Self.ok)
            defer { stop(server) }
            let configuration = URLSessionConfiguration.ephemeral
            let cache = AskedCache()
            configuration.urlCache = cache
            let teapot = Teapot(baseURL: server.url, configuration: configuration)
            for _ in 1...2 { #expect(try await teapot.get("x").statusCode == 200) }
            #expect(server.requests.count == 2)
            #expect(cache.questions.withLock { $0 } == 0)
            #expect(configuration.urlCache === cache)
        }
    #endif

    @Test func `a client that is released during a call still delivers`() async throws {
        let server = try HostileServer.responding(Self.ok)
        defer { stop(server) }
        let done = Gate()
        Teapot(baseURL: server.url, defaultDeliveryQueue: .global()).get("x") { _ in done.open() }
        await done.wait()
    }

    @Test func `results are delivered on the main queue by default`() async throws {
        let server = try HostileServer.responding(Self.ok)
        defer { stop(server) }
        let done = Gate()
        let teapot = Teapot(baseURL: server.url)
        teapot.get("x") { _ in
            dispatchPrecondition(condition: .onQueue(.main))
            done.open()
        }
        await done.wait()
        let (queue, there) = (DispatchQueue(label: "once"), Gate())
        teapot.get("x", deliveryQueue: queue) { _ in
            dispatchPrecondition(condition: .onQueue(queue))
            there.open()
        }
        await there.wait()
    }

    @Test func `short-lived clients are all released`() async throws {
        let server = try HostileServer.responding(Self.ok)
        _ = try await Teapot(baseURL: server.url).get("warm")
        let before = openDescriptorCount()
        for _ in 0..<200 { _ = try await Teapot(baseURL: server.url).get("x") }
        stop(server)
        #expect(await eventually(within: .seconds(60)) { openDescriptorCount() <= before + 100 })
    }
}

#if canImport(FoundationNetworking)
    /// A cache that counts the requests for a response.
    private final class AskedCache: URLCache, @unchecked Sendable {
        // `@unchecked` because the superclass is; the number has a lock.
        let questions = Locked(0)

        init() { super.init(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil) }

        required init?(coder: NSCoder) { nil }

        override func getCachedResponse(
            for task: URLSessionDataTask, completionHandler: @escaping (CachedURLResponse?) -> Void
        ) {
            questions.withLock { $0 += 1 }
            completionHandler(nil)
        }
    }
#endif
