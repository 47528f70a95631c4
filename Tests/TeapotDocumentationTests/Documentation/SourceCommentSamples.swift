import Foundation
import Teapot
import TeapotMock
import TeapotTestResources
import TeapotTestTraits
import Testing

/// The samples in the sources' own comments, except the server's.
@Suite(.inTurn) struct `The samples in documentation comments` {
    @Test func `the sample of Teapot`() throws {
        let baseURL = try #require(URL(string: "http://127.0.0.1:1"))
        let teapot = Teapot(baseURL: baseURL)
        teapot.get("users/1") { result in
            if case .success(let json, _) = result { print(json?["name"] ?? "nobody") }
        }
        #expect(teapot.logger.level == .none)
    }

    @Test func `the sample of MockTeapot`() {
        let teapot = MockTeapot(bundle: Bundle(for: MockTests.self), mockFilename: "get")
        teapot.get("/get") { result in
            // `.success` with the contents of `get.json`
        }
        #expect(teapot.requests.count == 1)
    }

    @Test func `the sample of overriding an endpoint`() async throws {
        let teapot = MockTeapot(fixture: .json(["id": 0, "name": "nobody"]))
        teapot.overrideEndpoint("users/:id", method: .get, with: [.status(503), .error(.timedOut), .file("user")])
        let error = await #expect(throws: TeapotError.self) { try await teapot.get("users/1") }
        #expect(error?.statusCode == 503)
    }
}

/// The sample of `TeapotClient`, which is in the README in full.
private enum Held {
    struct UserAPI {
        var teapot: any TeapotClient
    }
}
