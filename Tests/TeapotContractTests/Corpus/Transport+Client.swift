import Foundation
import Teapot
import TeapotMock
import TeapotMockServer

extension Transport {
    /// Runs code with a client that sends its requests to a router this way.
    ///
    /// - Parameters:
    ///   - router: A router for every host.
    ///   - body: The code.
    /// - Returns: The result of the code.
    /// - Throws: Its error, or any error from starting the server.
    func withClient<Result>(of router: Router, _ body: (any TeapotClient) async throws -> Result) async throws -> Result
    {
        switch self {
        case .mock: return try await body(MockTeapot(router: router))
        case .interception:
            guard let url = URL(string: "http://api.test") else { throw URLError(.badURL) }
            return try await body(Teapot(baseURL: url, configuration: .teapot.answered(by: router)))
        case .socket:
            let server = Server(router: router)
            try server.start()
            guard let url = server.baseURL else { throw URLError(.badURL) }
            let result: Swift.Result<Result, any Error>
            do { result = .success(try await body(Teapot(baseURL: url))) } catch { result = .failure(error) }
            try await server.stop(within: 0)
            return try result.get()
        }
    }
}
