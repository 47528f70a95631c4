import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The samples of On Linux` {
    @Test func `a tool gets its results on its own queue`() throws {
        let baseURL = try #require(URL(string: "https://api.test"))
        let teapot = Teapot(baseURL: baseURL, defaultDeliveryQueue: DispatchQueue(label: "api"))
        #expect(teapot.defaultDeliveryQueue?.label == "api")
    }

    @Test func `a length limits the bytes that are read`() async throws {
        var options = Teapot.Options()
        options.maximumBodyLength = 10 * 1024 * 1024
        let mock = MockTeapot(fixture: .data(Data(count: 11 * 1024 * 1024)), options: options)
        let error = await #expect(throws: TeapotError.self) { try await mock.get("bomb") }
        #expect(error?.type == .incompleteResponse)
    }

    @Test func `a compressed body can be declined`() async throws {
        let router = Router()
        router.get("/export") { .text($0.headers["Accept-Encoding"] ?? "") }
        let teapot = MockTeapot(router: router)
        let text = try await teapot.get("export", headerFields: ["Accept-Encoding": "identity"], as: String.self)
        #expect(text == "identity")
    }

    @Test func `cookies are kept when a configuration says so`() throws {
        let baseURL = try #require(URL(string: "https://api.test"))
        let configuration = URLSessionConfiguration.teapot
        configuration.httpCookieStorage = URLSessionConfiguration.ephemeral.httpCookieStorage
        let teapot = Teapot(baseURL: baseURL, configuration: configuration)
        #expect(teapot.baseURL == baseURL)
    }
}
