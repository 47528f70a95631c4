import Foundation
import Teapot
import TeapotTestTraits
import Testing
import TeapotTestSupport

import TeapotMock
@testable import TeapotMockWebSocket

@Suite(.inTurn) struct `A WebSocket response` {
    private let sentence = """
        GET /chat is answered by a WebSocket, which needs a `Server` from TeapotMockServer: without a socket there is \
        no connection to keep open. Serve the router with `Server(router:)`, and connect to its address.
        """

    @Test func `it's an error that names the requirement for a mock client or a session`() async throws {
        let router = Router("https://api.test")
        router.get("/chat", with: .webSocket(echo))
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("chat") }
        #expect(error?.type == .unansweredRequest)
        #expect(error?.description.contains(sentence) == true)
        let url = try #require(URL(string: "https://api.test/chat"))
        await #expect(throws: (any Error).self) { try await URLSession(answeredBy: router).data(from: url) }
        #expect(router.journal.entries.map(\.ending) == [.failed, .failed])
    }

    @Test func `a server gets its service`() async throws {
        let router = Router()
        let chat = Response.webSocket(protocols: ["chat"], maximumMessageBytes: 10, delay: 1, echo)
        router.get("/chat/:room", delay: 2, with: chat)
        let response = await router.resolvedResponse(to: Request(method: "GET", path: "/chat/7"))
        #expect(response.status == 101 && response.delay == 3 && response.body.isEmpty)
        guard case .upgrade(let upgrade) = response.content, let service = upgrade.service as? WebSocket.Service else {
            Issue.record("no WebSocket")
            return
        }
        #expect(service.protocols == ["chat"] && service.maximumMessageBytes == 10)
        #expect(response.content == chat.content)
        #expect(chat != Response.webSocket(protocols: ["chat"], maximumMessageBytes: 10, delay: 1, echo))
    }

    @Test func `a fault takes precedence over it`() async {
        let router = Router()
        router.get("/chat", with: .webSocket(echo).failing(.refused))
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("chat") }
        #expect((error?.underlyingError as? URLError)?.code == .cannotConnectToHost)
    }
}
