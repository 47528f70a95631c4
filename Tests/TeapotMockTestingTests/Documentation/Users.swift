import Teapot

struct Users: Sendable {
    var teapot: any TeapotClient

    func name(of id: Int) async throws(TeapotError) -> String? {
        try await teapot.get("users/\(segment: id)").json?["name"] as? String
    }
}
