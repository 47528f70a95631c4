import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestSupport
import TeapotTestTraits
import Testing

private enum Kept {
    struct Article: Storable, Codable {
        let id: String

        init(id: String, store: Store) { self.id = id }
    }
}

@Suite(.inTurn) struct `The samples about resources` {
    private typealias Article = Kept.Article

    @Test func `the sample of registering one`() async {
        let router = Router()
        let store = Store()
        store.create(Article.self, number: 20)
        router.resource(Article.self, in: store)
        #expect(await router.answer(to: "/articles/7").status == 200)
    }

    @Test func `the sample of the resources of a file`() async throws {
        let router = Router()
        let folder = try TemporaryFolder(["data.json": #"{"posts": [{"id": 1}]}"#])
        let file = folder.path("data.json")
        try router.resources(contentsOf: file)
        #expect(await router.answer(to: "/posts/1").status == 200)
    }
}
