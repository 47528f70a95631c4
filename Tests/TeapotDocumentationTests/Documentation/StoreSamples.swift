import Foundation
import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// The samples in the comments of the store.
@Suite(.inTurn) struct `The samples of the store` {
    struct Article: Storable, Codable {
        let id: String
        var text: String

        init(id: String, text: String) {
            self.id = id
            self.text = text
        }

        init(id: String, store: Store) {
            self.init(id: id, text: "Article \(id)")
        }
    }

    struct Comment: Storable, Codable {
        let id: String
        var article: Reference<Article>
        var tags: [Reference<Tag>] = []

        init(id: String, store: Store) {
            self.id = id
            article = Reference(store.create(Article.self)[0])
        }
    }

    struct Tag: Storable, Codable {
        let id: String

        init(id: String, store: Store) { self.id = id }
    }

    @Test func `entities are created, inserted and found`() {
        let store = Store()
        store.create(Article.self, number: 20)
        let article = store.insert { id in Article(id: id, text: "Hello") }
        let found = store.find(Article.self, id: article.id)
        let helloes = store.filter(Article.self) { $0.text == "Hello" }
        #expect(found?.text == "Hello")
        #expect(helloes.map(\.id) == ["20"])
    }

    @Test func `an entity is changed`() throws {
        let store = Store()
        store.create(Article.self)
        try store.update(Article.self, id: "0") { $0.text += "!" }
        #expect(store.find(Article.self, id: "0")?.text == "Article 0!")
    }

    @Test func `entities refer to others`() throws {
        let store = Store()
        let comment = store.create(Comment.self)[0]
        let article = try #require(store.find(comment.article))
        let tags = store.find(comment.tags)
        let comments = store.filter(Comment.self, where: \.article, is: article)
        #expect(article.id == "1")
        #expect(tags.isEmpty)
        #expect(comments.map(\.id) == ["0"])
    }

    @Test func `a store is saved and loaded`() throws {
        let folder = try TemporaryFolder(["keep": ""])
        let file = folder.url.appendingPathComponent("store.json")
        let store = Store()
        store.create(Article.self, number: 2)
        try store.save(to: file)
        let copy = try Store(contentsOf: file, types: [Article.self, Tag.self])
        #expect(copy.findAll(Article.self).count == 2)
    }
}
