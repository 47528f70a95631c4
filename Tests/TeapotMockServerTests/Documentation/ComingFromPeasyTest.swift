import Teapot
import TeapotMock
import TeapotMockServer
import XCTest

/// The quick start in the article ComingFromPeasy.
final class MyUITest: XCTestCase {
    let server = Server()

    override func setUp() async throws {
        try server.start()
        let ok = Response(status: .ok)
        server.router.register(ok, when: .path(matches: "/"))
    }

    override func tearDown() async throws {
        try await server.stop()
    }

    func testSomeStuff() async throws {
        // Run your tests that cause the app to call this URL:
        let url = try XCTUnwrap(server.baseURL)
        let response = try await Teapot(baseURL: url).get("/")
        XCTAssertEqual(response.statusCode, 200)
    }
}
