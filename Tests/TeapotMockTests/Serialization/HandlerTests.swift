import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Results of handlers` {
    struct User: Serializable {
        let id: String
        var name = "Alex"
    }
    struct Coded: Codable { var name = "Joan" }
    struct Both: Serializable, Codable { var name = "Hez" }

    @Test func `each kind of value reaches the response`() async {
        let router = Router("https://api.test")
        router.get("/serializable/:id") { request in User(id: request.components["id"] ?? "") }
        router.get("/encodable") { _ in Coded() }
        router.get("/both") { _ in Both() }
        router.get("/list") { _ in [User(id: "1")] }
        router.get("/nothing") { _ in User?.none }
        router.get("/encodable/nothing") { _ in Coded?.none }
        router.get("/literal") { request in ["id": request.components["id"] ?? "0", "name": "Joan"] }
        router.get("/mixed") { _ in ["id": 2, "user": User(id: "3"), "none": nil] }
        router.get("/any") { _ in ["id": 2, "name": "Kakapo"] as [String: Any] }
        router.get("/snake") { _ in SnakecaseTransformer(["userName": "Alex"]) }
        router.get("/response") { _ in Response(statusCode: 400, body: User(id: "1"), headerFields: ["a": "b"]) }
        router.get("/unspeakable") { _ in ["users": [Double.nan]] }
        let expected: [(path: String, status: Int, body: String)] = [
            ("serializable/7", 200, #"{"id":"7","name":"Alex"}"#), ("encodable", 200, #"{"name":"Joan"}"#),
            ("both", 200, #"{"name":"Hez"}"#), ("list", 200, #"[{"id":"1","name":"Alex"}]"#), ("nothing", 404, ""),
            ("encodable/nothing", 404, ""), ("literal", 200, #"{"id":"0","name":"Joan"}"#),
            ("mixed", 200, #"{"id":2,"none":null,"user":{"id":"3","name":"Alex"}}"#),
            ("any", 200, #"{"id":2,"name":"Kakapo"}"#), ("snake", 200, #"{"user_name":"Alex"}"#),
            ("response", 400, #"{"id":"1","name":"Alex"}"#),
        ]
        for (path, status, body) in expected {
            let response = await router.serverAnswer(to: request(path))
            #expect(response.statusCode == status, "\(path)")
            #expect(response.text == body, "\(path)")
        }
        let failed = await router.serverAnswer(to: request("unspeakable"))
        #expect(failed.status == 500)
        #expect(failed.text.contains("users[0]: NaN can't be written as JSON"))
    }

    private func request(_ path: String) -> Request {
        var request = Request(method: "GET", path: "/" + path)
        request.origin = "https://api.test"
        return request
    }
}
