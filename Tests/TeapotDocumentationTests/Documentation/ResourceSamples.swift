import Teapot
import TeapotMock
import TeapotMockStore
import Testing

private enum Kept {
    struct Article: Storable, Codable {
        let id: String

        init(id: String, store: Store) { self.id = id }
    }
}

@Suite struct `The samples about resources` {
    private typealias Article = Kept.Article

    @Test func `that of registering one`() async {
        let router = Router()
        let store = Store()
        store.create(Article.self, number: 20)
        router.resource(Article.self, in: store)
        #expect(await router.respond(to: Request(method: "GET", path: "/articles/7")).status == 200)
    }
}
