import Teapot
import TeapotMock

/// The mock of the service, with a response for each endpoint that the client uses.
enum MockTeaShop {
    static func make(options: Teapot.Options) -> MockTeapot {
        let mock = MockTeapot(fixture: .json(["teas": 3]), options: options)
        mock.overrideEndpoint("teas", method: .get, with: .json([tea(1, "Assam"), tea(2, "Sencha"), tea(3, "Yunnan")]))
        mock.overrideEndpoint("teas", method: .post, with: .json(.dictionary(tea(4, "Darjeeling")), status: .created))
        mock.overrideEndpoint("teas/:id", method: .patch, with: .json(.dictionary(tea(2, "Gyokuro"))))
        mock.overrideEndpoint("teas/:id", method: .delete, with: .status(.noContent))
        mock.overrideEndpoint("teas/:id/picture", with: .data(Samples.picture, contentType: "image/png"))
        // The password is correct the first time and incorrect the second time.
        mock.overrideEndpoint("account", with: .json(["name": "Ada", "points": 12]), .status(.unauthorized))
        return mock
    }

    private static func tea(_ id: Int, _ name: String) -> [String: any Sendable] {
        ["id": id, "name": name]
    }
}
