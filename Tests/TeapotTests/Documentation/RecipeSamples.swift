import Teapot
import Foundation
import TeapotSequences
import TeapotTestTraits
import Testing

/// An access token and its refresh token.
private struct Token: Codable, Sendable {
    var access: String
    var refresh: String
    var expiry: Date?
}

/// A problem document (RFC 9457).
private struct Problem: Decodable, Sendable {
    var title: String?
    var detail: String?
}

private struct Order: Codable, Sendable {
    var id: Int
}

private struct ShopAPI: Sendable {
    var teapot: any TeapotClient

    static func options(baseURL: URL, login: any TeapotClient, token: Token) -> Teapot.Options {
        let authentication = Teapot.Authentication(
            for: baseURL,
            credential: token,
            authorization: { "Bearer " + $0.access },
            expiry: { $0.expiry },
            refresh: { old in
                try await login.post("token", parameters: ["refresh": old?.refresh ?? ""], as: Token.self)
            }
        )
        var options = Teapot.Options()
        options.adapters = [authentication.adapter, .requestID()]
        options.retriers = [authentication.retrier, .backoff()]
        options.totalTimeout = 120
        options.decoder.dateDecodingStrategy = .iso8601  // for `expiry`
        return options
    }

    func orders() async throws -> [Order] {
        var all: [Order] = []
        for try await page in teapot.pages("orders", as: [Order].self) {
            all += page
        }
        return all
    }

    func place(_ order: Order) async throws -> Order {
        do {
            return try await teapot.post("orders", parameters: .json(order))
        } catch {
            guard let problem = try? error.decode(Problem.self) else { throw error }
            throw ShopError(message: problem.detail ?? problem.title ?? error.localizedDescription, cause: error)
        }
    }
}

private struct ShopError: Error {
    var message: String
    var cause: TeapotError
}

@Suite(.inTurn) struct `The recipe` {
    private let baseURL = URL.make("http://h.test/api")
    private let token = Token(access: "old", refresh: "again", expiry: nil)

    private func api(_ client: ScriptedClient) -> ShopAPI { ShopAPI(teapot: client) }

    @Test func `refreshes once, tries again, and reads each page under one request ID a page`() async throws {
        let login = ScriptedClient(.answer(json: #"{"access": "new", "refresh": "more"}"#))
        var options = ShopAPI.options(baseURL: baseURL, login: login, token: token)
        options.retriers[1] = Teapot.Retrier { $0.error.statusCode == 503 ? .retry(after: 0) : .giveUp }
        let client = ScriptedClient(
            .answer(503),
            .answer(401),
            .answer(200, ["Link": "</api/orders?page=2>; rel=\"next\""], json: #"[{"id": 1}]"#),
            .answer(json: #"[{"id": 2}]"#),
            baseURL: baseURL,
            options: options
        )
        #expect(try await api(client).orders().map(\.id) == [1, 2])
        let sent = client.requests
        #expect(
            sent.map { $0.headers["Authorization"] } == ["Bearer old", "Bearer old", "Bearer new", "Bearer new"])
        let ids = sent.map { $0.headers["X-Request-ID"] }
        #expect(ids[0] != nil && ids[0] == ids[1] && ids[1] == ids[2] && ids[2] != ids[3])
        #expect(login.requests.count == 1)
    }

    @Test func `shows the server's description of a failure`() async throws {
        let problem = #"{"title": "Sold out", "detail": "There is no tea left."}"#
        let client = ScriptedClient(.answer(409, ["Content-Type": "application/problem+json"], json: problem))
        let error = await #expect(throws: ShopError.self) { try await api(client).place(Order(id: 1)) }
        #expect(error?.message == "There is no tea left.")
        #expect(error?.cause.responseStatus == 409)
        let bare = ScriptedClient(.answer(500))
        await #expect(throws: TeapotError.self) { try await api(bare).place(Order(id: 1)) }
    }
}
