import Teapot

/// An API client like one in an app: a type that knows the paths and works with any Teapot client.
struct TeaShop {
    var teapot: any TeapotClient

    func teas() async throws(TeapotError) -> [Tea] {
        try await teapot.get("teas")
    }

    func add(_ tea: Tea) async throws(TeapotError) -> Tea {
        try await teapot.post("teas", parameters: .json(tea))
    }

    func rename(_ id: Int, to name: String) async throws(TeapotError) -> Tea {
        try await teapot.patch("teas/\(segment: id)", parameters: ["name": name])
    }

    func remove(_ id: Int) async throws(TeapotError) {
        _ = try await teapot.delete("teas/\(segment: id)")
    }

    func picture(of id: Int) async throws(TeapotError) -> Teapot.Image {
        try await teapot.downloadImage("teas/\(segment: id)/picture")
    }

    func account(username: String, password: String) async throws(TeapotError) -> Account {
        let header = try teapot.basicAuthenticationHeader(username: username, password: password)
        return try await teapot.get("account", headerFields: header)
    }
}

struct Tea: Codable, Equatable {
    var id: Int
    var name: String
}

struct Account: Codable, Equatable {
    var name: String
    var points: Int
}
