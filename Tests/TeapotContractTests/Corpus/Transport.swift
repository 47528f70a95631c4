import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestResources

/// A way for a request to reach a router, and for the response to return.
enum Transport: String, CaseIterable, Sendable {
    /// `MockTeapot`, in this process.
    case mock
    /// The real client with the real server, over a socket.
    case socket
    /// The real client on a `URLSession` that the router responds to.
    case interception

    /// Sends the requests of a case, one after the other, to a separate router.
    ///
    /// - Parameter contractCase: The case.
    /// - Returns: The outcome of each request.
    /// - Throws: Any error from registering the routes or starting the server.
    func run(_ contractCase: ContractCase) async throws -> [CaseOutcome] {
        let router = try contractCase.makeRouter()
        switch self {
        case .mock:
            let mock = MockTeapot(router: router, baseURL: contractCase.inProcessURL)
            return try await outcomes(of: contractCase.requests, on: mock)
        case .socket:
            let server = Server(router: router)
            try server.start()
            // The paths of the cases contain that of the router's base URL.
            let url = URL(string: "/", relativeTo: server.baseURL)?.absoluteURL ?? contractCase.inProcessURL
            let outcomes = try await outcomes(of: contractCase.requests, on: Teapot(baseURL: url))
            try await server.stop()
            return outcomes
        case .interception:
            let configuration = URLSessionConfiguration.teapot.answered(by: router)
            let client = Teapot(baseURL: contractCase.inProcessURL, configuration: configuration)
            return try await outcomes(of: contractCase.requests, on: client)
        }
    }

    private func outcomes(of requests: [CaseRequest], on client: some TeapotClient) async throws -> [CaseOutcome] {
        var outcomes: [CaseOutcome] = []
        for request in requests {
            let parameters = try request.parameters()
            do throws(TeapotError) {
                let response = try await client.request(
                    request.method, request.path, parameters: parameters, headerFields: request.headers)
                outcomes.append(CaseOutcome(response))
            } catch {
                outcomes.append(error.response.map { CaseOutcome($0) } ?? CaseOutcome(error))
            }
        }
        return outcomes
    }
}
