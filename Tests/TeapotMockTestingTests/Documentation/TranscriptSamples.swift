import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

extension Users {
    func rename(_ id: Int, to name: String) async throws(TeapotError) {
        try await teapot.patch("users/\(segment: id)", parameters: ["name": name])
    }
}

@Suite(.inTurn) struct `The samples about transcripts` {
    @Test(.router("https://api.test")) func `A user is renamed`() async throws {
        Router.current.patch("/users/7", with: .status(204))
        try await Users(teapot: MockTeapot(router: .current)).rename(7, to: "Ada")
        expectTranscript(named: "rename")
    }

    @Test(.router) func `a transcript is compared with a literal`() async throws {
        let router = Router.current
        router.post("/carts", with: .status(201))
        let body = Data(#"{"product":7,"count":2}"#.utf8)
        let headers = ["Accept": "*/*", "Authorization": "Bearer 1", "Content-Type": "application/json"]
        try await MockTeapot(router: router).post("carts", parameters: body, headerFields: headers)
        #expect(
            router.journal.transcript == """
                POST /carts
                Authorization: REDACTED
                Content-Type: application/json

                {
                  "count": 2,
                  "product": 7
                }
                """)
    }
}
