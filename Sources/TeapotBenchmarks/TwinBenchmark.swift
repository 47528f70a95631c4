import Foundation
import Teapot
import TeapotMock

/// A comparison of a call of the twin with a `URLSession` call that a trivial `URLProtocol` answers with the same
/// bytes.
enum TwinBenchmark {
    static func run(_ measurement: Measurement, isQuick: Bool) async throws {
        let mock = MockTeapot(fixture: .data(Payloads.small, contentType: "application/json"))
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [TrivialProtocol.self]
        let session = URLSession(configuration: configuration)
        let router = Router(journalCapacity: 1_000)
        router.get("/users/:id") { _ in .data(Payloads.small, contentType: "application/json") }
        let intercepted = URLSession(configuration: .ephemeral.answered(by: router))
        guard let url = URL(string: "http://mock.test/users/1") else { return }
        let contenders = [
            Contender("MockTeapot, completion") { count in
                for _ in 0..<count { mock.get("users/1") { _ in } }
                mock.clearRequests()
            },
            Contender("URLProtocol + JSONSerialization, completion") { await ask(session, for: url, times: $0) },
            Contender("a router's URLSession, likewise") { await ask(intercepted, for: url, times: $0) },
        ]
        let costs = try await measurement.run(contenders, count: isQuick ? 500 : 10_000)
        Table.print("A mocked GET of 60 B of JSON", contenders, costs, peer: 1)
        print(
            "  \(Int(1 / costs[0].wall)) calls of the twin a second, \(Int(1 / costs[1].wall)) through the URLProtocol"
        )
    }
}

/// Requests JSON from a session and parses it, a number of times, one after the other.
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

/// A protocol that answers every request at once with the small payload.
private final class TrivialProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: nil)
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Payloads.small)
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}
