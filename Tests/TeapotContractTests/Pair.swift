import Foundation
import Teapot
import TeapotMock
import TeapotMockServer

/// The real client with a real server, and the mock client, with the same responses.
final class Pair: Sendable {
    let teapot: Teapot
    let mock: MockTeapot
    private let server: Server
    private let asked = Locked<[Request]>([])

    /// Creates a pair.
    ///
    /// - Parameters:
    ///   - responses: The responses by path.
    ///   - options: The options of both clients.
    /// - Throws: Any error from starting the server.
    init(_ responses: [String: Response], options: Teapot.Options = Teapot.Options()) throws {
        let asked = asked
        server = Server { request in
            asked.withLock { $0.append(request) }
            return responses[request.path] ?? Response(status: .notFound)
        }
        let port = try server.start()
        guard let url = URL(string: "http://127.0.0.1:\(port)"), let mockURL = URL(string: "http://mock.test") else {
            throw URLError(.badURL)
        }
        teapot = Teapot(baseURL: url, defaultDeliveryQueue: .global(), options: options)
        mock = MockTeapot(fixture: .data(Data()), statusCode: .notFound, baseURL: mockURL, options: options)
        for (path, response) in responses { mock.overrideEndpoint(path, with: response) }
    }

    func stop() async {
        try? await server.stop()
    }

    /// Returns the requests of the server and of the mock client since the last call.
    func takeRequests() -> (server: [Request], mock: [Request]) {
        defer { mock.clearRequests() }
        let requests = asked.withLock { requests in
            defer { requests = [] }
            return requests
        }
        return (requests.map(\.comparable), mock.requests.map(\.comparable))
    }
}
