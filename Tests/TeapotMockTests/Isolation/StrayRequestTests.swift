import Foundation
import Teapot
import TeapotMock
import TeapotMockLive
import TeapotTestTraits
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tests of requests that a test sends elsewhere although its router received others.
///
/// Nothing listens at the address, which no test server uses, so requests to it fail at once.
@Suite(.inTurn) struct `A request that leaves the device` {
    private let router = Router()
    private let elsewhere = "http://0.0.0.0:1"

    init() {
        router.beginTest(isOptional: false)
        router.get("/users", with: .status(204))
    }

    /// Runs a closure as the router's test, after a request to the router.
    private func test(_ body: () async throws -> Void) async throws {
        try await Router.$ofTest.withValue(router) {
            _ = try await URLSession(answeredBy: router).data(from: api("/users"))
            try await body()
        }
    }

    private func ask(_ session: URLSession, _ address: String) async throws {
        let url = try #require(URL(string: address))
        await #expect(throws: URLError.self) { try await session.data(from: url) }
    }

    @Test func `a request of URLSession.shared is a violation, even if the router received others`() async throws {
        try await test { try await ask(.shared, elsewhere + "/news?token=secret") }
        let violations = router.violations
        #expect(violations.map(\.kind) == [.strayRequest])
        #expect(
            violations.first?.message == """
                Some of this test's requests didn't reach its router or a mock.
                This test used `URLSession.shared`, or another session without a router, for http://0.0.0.0:1/news. \
                To let the router answer, give the code under test `URLSession(answeredBy: .current)` or \
                `MockTeapot(router: .current)`, or call `Router.register(.current)`.
                If this is intended, write `.router(isOptional: true)`.
                """)
    }

    @Test func `a request of a client is a violation`() async throws {
        let url = try #require(URL(string: elsewhere))
        try await test {
            await #expect(throws: TeapotError.self) { _ = try await Teapot(baseURL: url).get("news") }
        }
        #expect(router.violations.map(\.kind) == [.strayRequest])
        let note = "This test used a `Teapot` without a router for http://0.0.0.0:1/news."
        #expect(router.violations.first?.message.contains(note) == true)
    }

    @Test func `a request beside a mock of the test is a violation`() async throws {
        let router = Router()
        router.beginTest(isOptional: false)
        try await Router.$ofTest.withValue(router) {
            _ = try await MockTeapot(fixture: .json([:])).get("users")
            try await ask(.shared, elsewhere)
        }
        #expect(router.violations.map(\.kind) == [.strayRequest])
    }

    @Test func `a stray request can be allowed`() async throws {
        let router = Router()
        router.beginTest(isOptional: true)
        try await Router.$ofTest.withValue(router) {
            _ = try await MockTeapot(fixture: .json([:])).get("users")
            try await ask(.shared, elsewhere)
        }
        #expect(router.violations.isEmpty)
    }

    @Test func `a test that stopped early learns of its stray requests, too`() async throws {
        try await test { try await ask(.shared, elsewhere) }
        #expect(router.finish("a test", isCutShort: true).map(\.kind) == [.strayRequest])
    }

    @Test func `a request to a server of the test isn't stray`() async throws {
        try await test {
            for host in ["127.0.0.1", "127.1.2.3", "localhost"] { try await ask(.shared, "http://\(host):1/news") }
        }
        #expect(router.violations.isEmpty)
    }

    @Test func `a request that a router leaves to the network isn't stray`() async throws {
        let other = Router(elsewhere)
        let registered = Router.register(elsewhere + "/registered", unanswered: .goesToNetwork)
        defer { Router.unregister(registered.baseURL) }
        try await test {
            try await ask(URLSession(answeredBy: router, unanswered: .goesToNetwork), elsewhere + "/news")
            try await ask(URLSession(answeredBy: other, unanswered: .goesToNetwork), elsewhere + "/news")
            try await ask(.shared, elsewhere + "/registered/news")
        }
        #expect(router.violations.isEmpty)
    }

    @Test func `a request that a router passes through isn't stray`() async throws {
        router.passthrough = Passthrough(to: try #require(URL(string: elsewhere)))
        try await test {
            let url = try api("/news")
            await #expect(throws: (any Error).self) { try await URLSession(answeredBy: router).data(from: url) }
        }
        #expect(router.violations.isEmpty)
    }

    @Test func `a request to another router isn't stray`() async throws {
        let other = Router(elsewhere)
        other.get("/news", with: .status(204))
        let url = try #require(URL(string: elsewhere))
        try await test {
            _ = try await URLSession(answeredBy: other).data(from: url.appendingPathComponent("news"))
            _ = try await Teapot(baseURL: url, configuration: .answered(by: other)).get("news")
            _ = try await MockTeapot(router: other, baseURL: url).get("news")
        }
        #expect(router.violations.isEmpty)
    }

    @Test func `a request that another library's stub answers isn't stray`() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Stub.self]
        let url = try #require(URL(string: elsewhere))
        try await test {
            _ = try await URLSession(configuration: configuration).data(from: url)
            _ = try await Teapot(baseURL: url, configuration: configuration).get("news")
        }
        #expect(router.violations.isEmpty)
    }

    @Test func `a request outside the tasks of the test isn't stray`() async throws {
        try await test {
            await Task.detached { try? await ask(.shared, elsewhere) }.value
        }
        #expect(router.violations.isEmpty)
    }

    @Test func `file and data URLs aren't stray`() async throws {
        let file = URL(fileURLWithPath: #filePath)
        let data = try #require(URL(string: "data:text/plain,tea"))
        try await test {
            _ = try? await URLSession.shared.data(from: file)
            _ = try? await URLSession.shared.data(from: data)
        }
        #expect(router.violations.isEmpty)
    }
}

/// A stub like those of other libraries.
private final class Stub: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: 204, httpVersion: "HTTP/1.1", headerFields: [:])
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}
