import Foundation
import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestTraits
import Testing
import TeapotTestSupport

private enum Kakapo {
    struct Article: Storable, Serializable {
        let id: String
        let text: String

        init(id: String, text: String) {
            self.id = id
            self.text = text
        }

        init(id: String, store: Store) {
            self.init(id: id, text: "Some text")
        }
    }

    struct User: Serializable {
        let userName: String
    }

    struct Cat: JSONAPIEntity {
        let id: String
        let name: String
    }

    struct Owner: JSONAPIEntity {
        let id: String
        let name: String
        let cats: [Cat]
    }
}

/// The samples in the article ComingFromKakapo.
@Suite(.inTurn) struct `The samples about Kakapo` {
    private typealias Article = Kakapo.Article
    private typealias User = Kakapo.User
    private typealias Cat = Kakapo.Cat
    private typealias Owner = Kakapo.Owner

    // swift-format-ignore
    @Test func `the samples about routers`() async throws {
        let registered = {
            let router = Router.register("http://www.test.com")
            router.get("/users/:id") { request in
                return ["id": request.components["id"]!, "name": "Joan"]
            }
            return router
        }()
        defer { Router.unregister("http://www.test.com") }
        let router = Router("http://www.test.com")
        router.get("/users") { request in
            return ["id": 2, "name": "Kakapo"]
        }
        let session = URLSession(configuration: .ephemeral.answered(by: router))
        let url = try #require(URL(string: "http://www.test.com/users"))
        #expect(try await JSON(parsing: session.data(from: url).0) == ["id": 2, "name": "Kakapo"])
        let teapot = MockTeapot(router: router)
        #expect(try await teapot.get("users").json == ["id": 2, "name": "Kakapo"])
        let user = await registered.answer(to: "/users/7")
        #expect(try JSON(parsing: user.body) == ["id": "7", "name": "Joan"])
    }

    // swift-format-ignore
    @Test func `the sample about several routers`() async throws {
        let users = Router.register("shop.test")
        let orders = Router.register("shop.test")
        users.get("/users/:id") { request -> (any Serializable)? in
            guard request.components["id"] != "0" else { return Response(statusCode: 404, body: ["error": "none"]) }
            return User(userName: request.headers["X-Name"] ?? "Joan")
        }
        orders.get("/orders") { request in
            return ["page": request.query["page"]]
        }
        defer { Router.unregister("shop.test") }
        for (url, status, body) in [
            ("https://api.shop.test/orders?page=2", 200, ["page": "2"]),
            ("http://shop.test/users/7", 200, ["userName": "Joan"]),
            ("http://shop.test/users/0", 404, ["error": "none"]),
        ] as [(String, Int, JSON)] {
            let (data, response) = try await URLSession.shared.data(from: try #require(URL(string: url)))
            #expect((response as? HTTPURLResponse)?.statusCode == status)
            #expect(try JSON(parsing: data) == body)
        }
    }

    // swift-format-ignore
    @Test func `the samples about the store`() async throws {
        let router = Router()
        let store = Store()
        store.create(Article.self, number: 20)

        router.get("/articles/:id") { request in
            let articleId = request.components["id"]!
            return store.find(Article.self, id: articleId)
        }

        router.post("/article/:id") { request in
            return store.insert { (id) -> Article in
                return Article(id: id, text: "text from the body")
            }
        }

        router.delete("/article/:id") { request in
            let articleId = request.components["id"]!
            let article = store.find(Article.self, id: articleId)!
            try store.delete(article)

            return ["status": "success"]
        }

        let teapot = MockTeapot(router: router)
        #expect(try await teapot.get("articles/7").json == ["id": "7", "text": "Some text"])
        #expect(try await teapot.post("article/x").json == ["id": "20", "text": "text from the body"])
        #expect(try await teapot.delete("article/7").json == ["status": "success"])
        let error = await #expect(throws: TeapotError.self) { try await teapot.get("articles/7") }
        #expect(error?.statusCode == 404)
    }

    // swift-format-ignore
    @Test func `the samples about serialization`() async throws {
        let user = User(userName: "Alex")
        let serialized = user.serialized()
        //  -> ["userName": "Alex"]
        let snakes = SnakecaseTransformer(user).serialized()
        //  -> ["user_name": "Alex"]
        #expect(serialized as? [String: String] == ["userName": "Alex"])
        #expect(snakes as? [String: String] == ["user_name": "Alex"])
        let router = Router()
        router.get("/users/:id") { request in
            return Response(statusCode: 400, body: user, headerFields: ["access_token": "094850348502"])
        }
        let response = await router.answer(to: "/users/2")
        #expect(response.status == 400)
        #expect(response.headers["access_token"] == "094850348502")
        #expect(try JSON(parsing: response.body) == ["userName": "Alex"])
    }

    // swift-format-ignore
    @Test func `the sample about JSON-API`() async throws {
        let router = Router()
        router.get("/owners/:id") { request in
            let cats = [Cat(id: "33", name: "Joan"), Cat(id: "44", name: "Hez")]
            let owner = Owner(id: "11", name: "Alex", cats: cats)
            return JSONAPISerializer(owner)
        }
        let response = await router.answer(to: "/owners/11")
        let document = try JSON(parsing: response.body).dictionary
        #expect((document?["included"] as? [any Sendable])?.count == 2)
    }
}
