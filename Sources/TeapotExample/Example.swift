import Teapot
import TeapotMock
import TeapotMockServer

/// An example that runs one API client twice: over a real socket, and on the twin.
///
/// It exits with 1 if any step fails.
@main
enum Example {
    static func main() async throws {
        var steps = Steps()
        let service = TeaServer()
        let server = Server { try await service.answer($0) }
        let port = try server.start()
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }

        print("TeaShop on Teapot, over a socket to \(url)")
        await use(TeaShop(teapot: Teapot(baseURL: url)), &steps)
        try await server.stop()

        print("\nTeaShop on MockTeapot, without a network")
        let mock = Twin.make()
        await use(TeaShop(teapot: mock), &steps)
        await assertHeaders(mock, &steps)

        print(
            steps.failures == 0 ? "\nAll is as it should be." : "\n\(steps.failures) steps are not as they should be."
        )
        exit(steps.failures == 0 ? 0 : 1)
    }

    /// Runs the main steps of the client, on any carrier.
    static func use(_ shop: TeaShop, _ steps: inout Steps) async {
        await steps.step("fetch the teas") {
            try await mismatch(shop.teas(), [Tea(id: 1, name: "Assam"), Tea(id: 2, name: "Sencha")])
        }
        await steps.step("create a tea") {
            try await mismatch(shop.add(Tea(id: 3, name: "Yunnan")), Tea(id: 3, name: "Yunnan"))
        }
        await steps.step("update a tea") {
            try await mismatch(shop.rename(2, to: "Gyokuro"), Tea(id: 2, name: "Gyokuro"))
        }
        await steps.step("delete a tea") {
            try await shop.remove(1)
            return nil
        }
        await steps.step("download a picture") {
            let picture = try await shop.picture(of: 2)
            return mismatch(picture.pixels, Size(width: 1, height: 1))
        }
        await steps.step("authenticate with basic credentials") {
            try await mismatch(shop.account(username: "ada", password: "lovelace"), Account(name: "Ada", points: 12))
        }
        await steps.step("be refused with a wrong password: 401") {
            try await failing(.invalidResponseStatus, status: 401) {
                _ = try await shop.account(username: "ada", password: "byron")
            }
        }
    }

    /// Runs the steps that only the twin supports: it checks expected header fields, and shows the requests.
    static func assertHeaders(_ mock: MockTeapot, _ steps: inout Steps) async {
        mock.setExpectedHeaders(["X-Shop": "teas"])
        await steps.step("miss a header that is expected") {
            try await failing(.incorrectHeaders, status: nil) { _ = try await mock.get("stock") }
        }
        await steps.step("send the header that is expected") {
            mismatch(try await mock.get("stock", headerFields: ["X-Shop": "teas"]).statusCode, 200)
        }
        await steps.step("find each request recorded") {
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
