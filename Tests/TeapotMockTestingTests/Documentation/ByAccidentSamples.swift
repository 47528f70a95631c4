import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockTesting
import TeapotTestTraits
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// Nothing listens at this port, so a request that no router answers fails at once.
private let url = URL(string: "http://127.0.0.1:1/orders") ?? URL(fileURLWithPath: "/")

/// Sends orders with a session, by default the shared one.
private struct Orders {
    let url: URL
    var session: URLSession = .shared

    func send(_ name: String, for customer: Int) async throws {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(name.utf8)
        request.setValue("\(customer)", forHTTPHeaderField: "X-Customer")
        let response = try await session.data(for: request).1 as? HTTPURLResponse
        guard response?.statusCode == 201 else { throw URLError(.badServerResponse) }
    }
}

/// A basket whose items stay in it until they are ordered.
private struct Basket {
    private(set) var items: [String]

    init(_ items: [String]) { self.items = items }

    mutating func send(to orders: Orders) async {
        while let item = items.first, (try? await orders.send(item, for: 7)) != nil { items.removeFirst() }
    }
}

/// Pays orders.
///
/// Somebody removed the line that confirms them.
private struct Checkout {
    let teapot: any TeapotClient

    func pay(_ order: Int) async throws { try await teapot.post("orders/\(order)/payment") }
}

/// A stub of sessions as it is often written.
private final class StubProtocol: URLProtocol {
    private static let current = Locked<@Sendable (URLRequest) -> Int>({ _ in 200 })

    static var handler: @Sendable (URLRequest) -> Int {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        let status = Self.handler(request)
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: [:])
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data())
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}

private let stubbed: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [StubProtocol.self]
    return URLSession(configuration: configuration)
}()

@Suite(.inTurn) struct `The samples about accidents` {
    @Test func `a stub's handler isn't part of a test`() async throws {
        StubProtocol.handler = { request in
            #expect(request.value(forHTTPHeaderField: "X-Customer") == "7")
            return 201
        }
        try await Orders(url: url, session: stubbed).send("tea", for: 7)
    }

    @Test(.router) func `An order names its customer`() async throws {
        Router.current.post("/orders") { request in
            #expect(request.headers["X-Customer"] == "7")
            return .status(201)
        }
        let session = URLSession(answeredBy: .current)
        try await Orders(url: url, session: session).send("tea", for: 7)
    }

    @Test func `a forgotten endpoint isn't a failure without a router`() async throws {
        let mock = MockTeapot(fixture: .json([:]))
        mock.overrideEndpoint("orders/7/confirmation", method: .put, with: .status(204))
        try await Checkout(teapot: mock).pay(7)
    }

    @Test(
        .failing(
            """
            The route PUT /**/orders/7/confirmation was never used: no request matched it. The nearest was:
            1. POST /orders/7/payment – by
            """, below: 8), .router)
    func `a forgotten endpoint is a failure with a router`() async throws {
        let mock = MockTeapot(fixture: .json([:]))
        mock.overrideEndpoint("orders/7/confirmation", method: .put, with: .status(204))
        try await Checkout(teapot: mock).pay(7)
    }

    @Suite(
        .failing(
            """
            No request reached this test's router: the code under test sent its requests elsewhere, sent none, or \
            cancelled its calls before they were sent.
            This test used `URLSession.shared`, or another session without a router, for http://127.0.0.1:1/orders. To let \
            the router answer, give the code under test `URLSession(answeredBy: .current)` or `MockTeapot(router: \
            .current)`, or call `Router.register(.current)`. If a server of the test answers there, create it with \
            `Server(router: .current)`.
            If this is intended, write `.router(isOptional: true)`.
            """, below: 0))
    struct `A client that talks to something else` {
        @Test(.router) func `A basket keeps an order that fails`() async {
            var basket = Basket(["tea"])
            await basket.send(to: Orders(url: url))
            #expect(basket.items == ["tea"])
        }
    }

    @Test(.router) func `A basket keeps an order that is refused`() async {
        Router.current.post("/orders", with: .status(503))
        var basket = Basket(["tea"])
        await basket.send(to: Orders(url: url, session: URLSession(answeredBy: .current)))
        #expect(basket.items == ["tea"])
    }

    @Test(.router) func `intended exceptions are allowed explicitly`() async throws {
        let mock = MockTeapot(fixture: .json([:]))
        let switchboard = Switchboard()
        switchboard.add(Scenario("checkout", steps: [.init(folder: "checkout", responseFileName: "success")]))
        Router.current.switchboard = switchboard
        Router.current.get("/news", with: .json([]), .status(304)).allowsEarlyEnd()
        mock.overrideEndpoint("avatar", with: .status(404)).optional()
        mock.setExpectedHeaders(["Authorization": "Bearer 1"], isOptional: true)
        try switchboard.activate("checkout", allowsEarlyEnd: true)
        _ = try await MockTeapot(router: .current).get("news")
    }
}
