import Foundation
import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A reference` {
    private let store = Store()
    private let ada: Member
    private let bob: Member

    init() {
        ada = store.insert { Member(id: $0, name: "Ada") }
        bob = store.insert { Member(id: $0, name: "Bob") }
    }

    private func post(editor: Member? = nil, likes: [Member] = []) -> Post {
        store.insert { id in
            Post(
                id: id,
                author: Reference(ada),
                editor: editor.map { Reference($0) },
                likes: likes.map { Reference($0) }
            )
        }
    }

    @Test func `it finds the current version of its entity`() throws {
        let post = post(editor: bob)
        try store.update(Member.self, id: ada.id) { $0.name = "Ada Lovelace" }
        #expect(store.find(post.author)?.name == "Ada Lovelace")
        #expect(post.editor.flatMap { store.find($0) } == bob)
    }

    @Test func `it finds nothing after its entity is deleted`() throws {
        let post = post(likes: [ada, bob])
        try store.delete(ada)
        #expect(store.find(post.author) == nil)
        #expect(store.find(post.likes) == [bob])
    }

    @Test func `several references find their entities in order`() {
        let references = [Reference(bob), Reference(ada), Reference<Member>(id: "none"), Reference(bob)]
        #expect(store.find(references) == [bob, ada, bob])
        #expect(store.find(Set(references)).count == 2)
    }

    @Test func `it can be followed in reverse`() {
        let posts = [post(editor: bob, likes: [ada]), post(likes: [bob, ada]), post(editor: ada)]
        #expect(store.filter(Post.self, where: \.author, is: ada) == posts)
        #expect(store.filter(Post.self, where: \.author, is: bob) == [])
        #expect(store.filter(Post.self, where: \.editor, is: bob) == [posts[0]])
        #expect(store.filter(Post.self, where: \.editor, is: nil) == [posts[1]])
        #expect(store.filter(Post.self, where: \.likes, contains: ada) == [posts[0], posts[1]])
        #expect(store.filter(Post.self, where: \.likes, contains: bob) == [posts[1]])
    }

    @Test func `it is its id in JSON`() throws {
        let data = try JSONEncoder().encode([Reference(bob)])
        #expect(String(decoding: data, as: UTF8.self) == #"["1"]"#)
        #expect(try JSONDecoder().decode([Reference<Member>].self, from: data) == [Reference(bob)])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Reference<Member>].self, from: Data("[1]".utf8))
        }
    }
}
