#if canImport(XCTest)
    import Teapot
    import TeapotMock
    import TeapotMockTesting
    import XCTest

    // XCTest finds and runs these, in the separate process that `swift test` starts for it.
    final class UserTestCase: XCTestCase {
        func testUserIsRemoved() async throws {
            let router = makeRouter("https://api.test")
            router.delete("/users/:id", with: .status(204))
            let teapot = MockTeapot(router: router)

            try await teapot.delete("users/7")
        }
    }

    final class UsersTestCase: XCTestCase {
        func testUserIsFoundByNumber() async throws {
            let router = makeRouter("https://api.test")
            router.get("/users/7", with: .json(["id": 7, "name": "Ada"]))
            let name = try await Users(teapot: MockTeapot(router: router)).name(of: 7)
            XCTAssertEqual(name, "Ada")
        }
    }
#endif
