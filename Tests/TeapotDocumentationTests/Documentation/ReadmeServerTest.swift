import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import Testing

// Also add the product `TeapotMockServer`, and import it, `Foundation` and `Teapot`.
@Test func serverAnswers() async throws {
    let router = Router()
    router.get("/users/:id", with: ["id": 1, "name": "Ada"])
    let server = Server(router: router)
    try server.start()  // or start(port: 8080)
    defer { server.stop() }
    let api = UserAPI(teapot: Teapot(baseURL: try #require(server.baseURL)))
    #expect(try await api.user(1).name == "Ada")
}
