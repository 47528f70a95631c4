import Teapot
import TeapotMock
import TeapotMockServer

/// The real client before a real server, and the twin, both answering the same.
final class Pair: Sendable {
    let teapot: Teapot
    let mock: MockTeapot
    private let server: Server
    private let asked = Locked<[Request]>([])

    /// - Parameters:
    ///   - responses: What is answered, by path.
    ///   - options: What both clients do for each request.
    /// - Throws: What starting the server threw.
    init(_ responses: [String: Response], options: Teapot.Options = Teapot.Options()) throws {
        let asked = asked
        server = Server { request in
            asked.withLock { $0.append(request) }
            return responses[request.path] ?? Response(status: .notFound)
        }
        let port = try server.start()
        guard let url = URL(string: "http://127.0.0.1:\(port)"), let twin = URL(string: "http://mock.test") else {
            throw URLError(.badURL)
        }
        teapot = Teapot(baseURL: url, defaultDeliveryQueue: .global(), options: options)
        mock = MockTeapot(fixture: .data(Data()), statusCode: .notFound, baseURL: twin, options: options)
        for (path, response) in responses { mock.overrideEndPoint(path, with: response) }
    }

    func stop() async {
        try? await server.stop()
    }

    /// What the server was asked since it was last looked at, and what the twin was.
    func takeRequests() -> (server: [Request], mock: [Request]) {
        defer { mock.clearRequests() }
        let requests = asked.withLock { requests in
            defer { requests = [] }
            return requests
        }
        return (requests.map(\.comparable), mock.requests.map(\.comparable))
    }
}
