import Foundation
import Teapot
import TeapotMock
import TeapotMockServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A way to send a request to a router from outside the task of its test.
enum Transport: CaseIterable, Sendable {
    /// A mock client, on a thread without a task.
    case mock
    /// A mock client, in a detached task.
    case detachedMock
    /// A plain `URLSession` that the router answers.
    case session
    /// A client over a session that the router answers.
    case client
    /// A server.
    case server

    /// Sends a request for a path, and waits for the end of the response.
    ///
    /// - Parameters:
    ///   - path: The path, without a slash at its beginning.
    ///   - router: A router for any URL.
    ///   - options: The options of the client, where it has options.
    /// - Throws: Any error of the client.
    func get(_ path: String, from router: Router, _ options: Teapot.Options = Teapot.Options()) async throws {
        switch self {
        case .mock:
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    MockTeapot(router: router, options: options).get("/\(path)") { _ in continuation.resume() }
                }
            }
        case .detachedMock:
            try await Task.detached { _ = try await MockTeapot(router: router, options: options).get(path) }.value
        case .session:
            let session = URLSession(answeredBy: router)
            defer { session.finishTasksAndInvalidate() }
            _ = try await session.data(from: url("https://api.test", path))
        case .client:
            let configuration = URLSessionConfiguration.ephemeral.answered(by: router)
            let base = try url("https://api.test")
            _ = try await Teapot(baseURL: base, configuration: configuration, options: options).get(path)
        case .server:
            let server = Server(router: router)
            let port = try server.start()
            let session = URLSession(configuration: .ephemeral)
            defer { session.finishTasksAndInvalidate() }
            _ = try await session.data(from: url("http://127.0.0.1:\(port)", path))
            try await server.stop()
        }
    }

    private func url(_ base: String, _ path: String = "") throws -> URL {
        guard let url = URL(string: "\(base)/\(path)") else { throw URLError(.badURL) }
        return url
    }
}
