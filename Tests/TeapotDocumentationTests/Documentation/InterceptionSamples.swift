import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

/// The samples in the comments of `Sources/TeapotMock/Interception`.
@Suite(.inTurn) struct `The samples about interception` {
    @Test func `a session that is answered by a router`() async throws {
        let router = Router("https://api.test")
        router.get("/users/:id") { request in ["id": request["id"]] }
        let session = URLSession(configuration: .ephemeral.answered(by: router))

        let url = try #require(URL(string: "https://api.test/users/1"))
        #expect(String(decoding: try await session.data(from: url).0, as: UTF8.self) == #"{"id":"1"}"#)
    }

    @Test func `a session with the class of the registered routers`() async throws {
        Router.register("http://sample.test").get("/tea", with: .data(Data("green".utf8)))
        defer { Router.unregister("http://sample.test") }

        let configuration = URLSessionConfiguration.default
        configuration.protocolClasses = [Router.interceptor]
        let session = URLSession(configuration: configuration)

        let url = try #require(URL(string: "http://sample.test/tea"))
        #expect(try await session.data(from: url).0 == Data("green".utf8))
    }
}
