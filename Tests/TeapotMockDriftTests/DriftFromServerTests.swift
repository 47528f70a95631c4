import Foundation
import Teapot
import TeapotMock
import TeapotMockDrift
import TeapotMockFolders
import TeapotMockServer
import TeapotTestResources
import TeapotTestTraits
import Testing

/// Tests of mocks compared with the responses of a server, over a socket.
@Suite(.inTurn) struct `Drift from a server at a URL` {
    @Test func `mocks are compared with the responses of a server at a URL`() async throws {
        let router = Router()
        router.get(
            "/v1/staging/products/:id", when: .headers(["Authorization": "Bearer abc"]),
            with: .json(["id": 7, "name": "Tea", "price": 1.5]))
        let server = Server(router: router)
        try server.start()
        let url = try #require(server.baseURL).appendingPathComponent("v1")
        let mocks = MockFolder(Fixtures.driftDirectory.appendingPathComponent("Shop/Mocks"))
        let report = await mocks.validate(
            against: url, values: ["id": "7"], headers: ["Authorization": "Bearer abc"])
        try await server.stop(within: 0)
        let drifts = report.drifts.filter { $0.file.hasPrefix("products/{id}/") }
        #expect(
            drifts.map(\.description) == [
                "products/{id}/success_prise.json: expected a member “price”, a number, found none, but “prise”",
                "products/{id}/success_prise.json /prise: expected no member of this name, found the number 4.2",
            ])
        // An unanswered request isn't a success.
        let others = report.drifts.filter { !$0.file.hasPrefix("products/{id}/") && !$0.file.contains("search") }
        #expect(Set(others.map(\.kind)) == [.status])
    }
}
