import Foundation
import Teapot
import TeapotMock
import TeapotMockServer

/// An example that runs an API client twice: over a real socket, and with the mock.
///
/// It prints a line for each request, such as `GET /teas -> 200, 3 teas`, and exits with 1 if any step fails.
@main
enum Example {
    static func main() async throws {
        var steps = Steps()
        let service = TeaServer()
        let server = Server { try await service.answer($0) }
        let port = try server.start()
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }

        print("The client of Sources/TeapotExample/TeaShop.swift")
        print("\nover a socket, to TeaServer.swift at \(url):")
        await use(TeaShop(teapot: Teapot(baseURL: url, options: .printing)), &steps)
        try await server.stop()

        print("\nwith the mock of MockTeaShop.swift, without a network:")
        let mock = MockTeaShop.make(options: .printing)
        await use(TeaShop(teapot: mock), &steps)
        await assertHeaders(mock, &steps)

        print("\n\(steps.count - steps.failures) of \(steps.count) steps succeeded.")
        exit(steps.failures == 0 ? 0 : 1)
    }

    /// Runs the main steps of the client, with any transport.
    static func use(_ shop: TeaShop, _ steps: inout Steps) async {
        await steps.step("3 teas") {
            let teas = [Tea(id: 1, name: "Assam"), Tea(id: 2, name: "Sencha"), Tea(id: 3, name: "Yunnan")]
            return try await mismatch(shop.teas(), teas)
        }
        await steps.step("Darjeeling added") {
            try await mismatch(shop.add(Tea(id: 4, name: "Darjeeling")), Tea(id: 4, name: "Darjeeling"))
        }
        await steps.step("Sencha renamed to Gyokuro") {
            try await mismatch(shop.rename(2, to: "Gyokuro"), Tea(id: 2, name: "Gyokuro"))
        }
        await steps.step("Assam removed") {
            try await shop.remove(1)
            return nil
        }
        await steps.step("a picture") {
            _ = try await shop.picture(of: 2)
            return nil
        }
        await steps.step("Ada has 12 points") {
            try await mismatch(shop.account(username: "ada", password: "lovelace"), Account(name: "Ada", points: 12))
        }
        await steps.step("a wrong password") {
            try await failing(.invalidResponseStatus, status: 401) {
                _ = try await shop.account(username: "ada", password: "byron")
            }
        }
    }

    /// Runs the steps that only the mock supports: it checks required headers and records the requests.
    static func assertHeaders(_ mock: MockTeapot, _ steps: inout Steps) async {
        mock.setExpectedHeaders(["X-Shop": "teas"])
        await steps.step("the mock expects X-Shop") {
            try await failing(.incorrectHeaders, status: nil) { _ = try await mock.get("stock") }
        }
        await steps.step("sent with X-Shop") {
            mismatch(try await mock.get("stock", headerFields: ["X-Shop": "teas"]).statusCode, 200)
        }
        await steps.step("9 requests recorded") {
            mismatch(
                mock.requests.map { "\($0.method) \($0.path)" },
                [
                    "GET /teas", "POST /teas", "PATCH /teas/2", "DELETE /teas/1", "GET /teas/2/picture", "GET /account",
                    "GET /account", "GET /stock", "GET /stock",
                ]
            )
        }
    }
}
