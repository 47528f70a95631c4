import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `JSON API documents as responses` {
    struct Created: ResponseFieldsProvider {
        let statusCode = 201
        let headers: [String: String]? = ["Location": "/users/1"]
        let body: any Serializable
    }

    @Test func `a handler returns or throws a document`() async {
        let router = Router("https://api.test")
        router.get("/entity") { _ in JSONAPISerializer(Article.bikeshed) }
        router.get("/error") { _ in JSONAPIError(statusCode: 409) { error in error.title = "Conflict" } }
        router.get("/errors") { _ in [JSONAPIError(statusCode: 409), JSONAPIError(statusCode: 409)] }
        router.get("/no-errors") { _ in [JSONAPIError]() }
        router.get("/empty") { _ in [Int]() }
        router.get("/thrown") { _ -> String in throw JSONAPIError(statusCode: 403) }
        let expected: [(path: String, status: Int, body: String)] = [
            ("error", 409, #"{"errors":[{"status":"409","title":"Conflict"}]}"#),
            ("errors", 409, #"{"errors":[{"status":"409"},{"status":"409"}]}"#),
            ("no-errors", 500, #"{"errors":[]}"#), ("empty", 200, "[]"),
            ("thrown", 403, #"{"errors":[{"status":"403"}]}"#),
        ]
        for (path, status, body) in expected {
            let response = await router.answer(to: request(path))
            #expect(response.statusCode == status, "\(path)")
            #expect(response.text == body, "\(path)")
            let type = path == "empty" ? "application/json" : "application/vnd.api+json"
            #expect(response.headers["Content-Type"] == type, "\(path)")
        }
        let entity = await router.answer(to: request("entity"))
        #expect(entity.headers["Content-Type"] == "application/vnd.api+json")
        #expect(JSONAPIValidator.problems(in: entity.body) == [])
    }

    @Test func `a document in a response keeps its media type`() throws {
        let created = try Response(answering: Created(body: JSONAPISerializer(Person.dan)))
        #expect(created.headers["Content-Type"] == "application/vnd.api+json")
        let document = Response(statusCode: 201, body: JSONAPISerializer(Person.dan))
        #expect(document.headers == ["Content-Type": "application/vnd.api+json"])
        let snake = try Response(answering: SnakecaseTransformer(JSONAPISerializer(Person.dan)))
        #expect(snake.headers == ["Content-Type": "application/vnd.api+json"])
    }

    private func request(_ path: String) -> Request {
        var request = Request(method: "GET", path: "/" + path)
        request.origin = "https://api.test"
        return request
    }
}
