import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

private struct OrdersClient: Sendable {
    let teapot: any TeapotClient

    func order(_ name: String) async throws { try await teapot.post("orders", parameters: ["name": name]) }
}

@Suite(.inTurn) struct `The samples about expected requests` {
    @Test(.router("https://api.test/v1")) func `An order is sent once`() async throws {
        Router.current.post("/orders", with: .status(201))
        try await OrdersClient(teapot: MockTeapot(router: .current)).order("tea")
        expectRequests(.post, "/orders", times: 1)
        expectRequests(.delete, times: 0)
    }
}
