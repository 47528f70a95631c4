import Foundation
import Teapot
import TeapotMock

/// A comparison of a `MockTeapot` call, and of a call through a router's session, with a `URLSession` call that a
/// trivial `URLProtocol` answers with the same status, headers and bytes.
enum MockBenchmark {
    static func run(_ measurement: Measurement, isQuick: Bool) async throws {
        let mock = MockTeapot(fixture: .data(Payloads.small, contentType: "application/json"))
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [TrivialProtocol.self]
        let session = URLSession(configuration: configuration)
        let router = Router(journalCapacity: 1_000)
        router.get("/users/:id", with: .data(Payloads.small, contentType: "application/json"))
        router.get("/made/:id") { _ in .data(Payloads.small, contentType: "application/json") }
        let intercepted = URLSession(configuration: .ephemeral.answered(by: router))
        guard let url = URL(string: "http://mock.test/users/1"), let made = URL(string: "http://mock.test/made/1")
        else { return }
        let contenders = [
            Contender("MockTeapot, completion") { count in
                for _ in 0..<count { mock.get("users/1") { _ in } }
                mock.clearRequests()
            },
            Contender("MockTeapot, typed") { count in
                for _ in 0..<count { let _: Person = try await mock.get("users/1") }
                mock.clearRequests()
            },
            Contender("URLProtocol + JSONSerialization, completion") { await ask(session, for: url, times: $0) },
            Contender("a router's URLSession, likewise") { await ask(intercepted, for: url, times: $0) },
            Contender("the same, response made in a handler") { await ask(intercepted, for: made, times: $0) },
        ]
        let costs = try await measurement.run(contenders, count: isQuick ? 500 : 10_000)
        Table.print("A mocked GET of 60 B of JSON", contenders, costs, peer: 2)
        let peer = costs[2].cpu
        Bars.check("the URLProtocol: CPU to a MockTeapot call, completion", peer / costs[0].cpu, .atLeast(40))
        Bars.check("the URLProtocol: CPU to a MockTeapot call, typed", peer / costs[1].cpu, .atLeast(30))
        Bars.check("a router's URLSession: CPU to the URLProtocol", costs[3].cpu / peer, .atMost(1.05))
        Bars.check("the same, response made in a handler", costs[4].cpu / peer, .atMost(1.05))
    }
}

/// Requests JSON from a session and parses it, a number of times, one after another.
private func ask(_ session: URLSession, for url: URL, times count: Int) async {
    for _ in 0..<count {
        await withCheckedContinuation { continuation in
            session.dataTask(with: url) { data, _, _ in
                _ = try? JSONSerialization.jsonObject(with: data ?? Data())
                continuation.resume()
            }.resume()
        }
    }
}

/// A protocol that immediately answers every request with the small payload and the headers that a router adds.
private final class TrivialProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    private static let fields = ["Content-Type": "application/json", "Content-Length": "\(Payloads.small.count)"]

    override func startLoading() {
        guard let url = request.url,
            let response = HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: Self.fields)
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Payloads.small)
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}
