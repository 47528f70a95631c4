import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A store` {
    private let store = Store()

    @Test func `it creates entities with consecutive ids`() {
        let users = store.create(Member.self, number: 20)
        #expect(users.map(\.id) == (0..<20).map(String.init))
        #expect(users.map(\.name) == (0..<20).map { "Member \($0)" })
        #expect(store.create(Member.self).map(\.id) == ["20"])
        #expect(store.findAll(Member.self) == users + [Member(id: "20", name: "Member 20")])
    }

    @Test(arguments: [0, -1, .min])
    func `it creates nothing for a number that isn't positive`(number: Int) {
        #expect(store.create(Member.self, number: number) == [])
        #expect(store.create(Member.self).map(\.id) == ["0"])
    }

    @Test func `it inserts the entities that a closure creates`() {
        let user = store.insert { id in Member(id: id, name: "Ada") }
        #expect(user == Member(id: "0", name: "Ada"))
        #expect(store.find(Member.self, id: "0") == user)
    }

    @Test func `it inserts nothing if the closure throws`() {
        #expect(throws: CancellationError.self) { try store.insert { _ -> Member in throw CancellationError() } }
        #expect(store.findAll(Member.self) == [])
        #expect(store.create(Member.self).map(\.id) == ["1"])
    }

    @Test func `it returns nil or an empty list if nothing matches`() {
        #expect(store.find(Member.self, id: "0") == nil)
        #expect(store.findAll(Member.self) == [])
        #expect(store.filter(Member.self) { _ in true } == [])
        store.create(Member.self)
        #expect(store.find(Member.self, id: "1") == nil)
        #expect(store.find(Member.self, id: "00") == nil)
        #expect(store.find(Member.self, id: "") == nil)
    }

    @Test func `it filters in order`() {
        store.create(Member.self, number: 4)
        #expect(store.filter(Member.self) { $0.id != "1" }.map(\.id) == ["0", "2", "3"])
        #expect(store.filter(Member.self, isIncluded: { $0.name == "Member 1" }).map(\.id) == ["1"])
        #expect(throws: CancellationError.self) { try store.filter(Member.self) { _ in throw CancellationError() } }
    }

    @Test func `an update keeps an entity's position`() throws {
        store.create(Member.self, number: 3)
        try store.update(Member(id: "1", name: "Ada"))
        #expect(store.findAll(Member.self).map(\.name) == ["Member 0", "Ada", "Member 2"])
        #expect(store.find(Member.self, id: "1")?.name == "Ada")
    }

    @Test func `a deletion leaves the others in order`() throws {
        let users = store.create(Member.self, number: 5)
        try store.delete(users[1])
        #expect(try store.delete(Member.self, id: "3") == users[3])
        #expect(store.findAll(Member.self).map(\.id) == ["0", "2", "4"])
        #expect(store.find(Member.self, id: "1") == nil)
        #expect(store.find(Member.self, id: "4") == users[4])
    }

    @Test func `it keeps order through many deletions`() throws {
        store.create(Member.self, number: 1000)
        for id in 0..<1000 where id % 7 != 0 { try store.delete(Member.self, id: String(id)) }
        #expect(store.findAll(Member.self).map(\.id) == stride(from: 0, to: 1000, by: 7).map(String.init))
        store.create(Member.self)
        #expect(store.findAll(Member.self).last?.id == "1000")
        #expect(store.find(Member.self, id: "994")?.name == "Member 994")
    }

    @Test func `an upsert replaces or inserts`() throws {
        store.create(Member.self, number: 2)
        #expect(store.upsert(Member(id: "0", name: "Ada"))?.name == "Member 0")
        #expect(store.upsert(Member(id: "bob", name: "Bob")) == nil)
        #expect(store.findAll(Member.self).map(\.name) == ["Ada", "Member 1", "Bob"])
    }

    @Test func `a reset deletes all`() {
        store.create(Member.self, number: 3)
        store.create(Post.self)
        store.reset()
        #expect(store.findAll(Member.self) == [])
        #expect(store.find(Member.self, id: "0") == nil)
        #expect(store.findAll(Post.self) == [])
        store.reset()
    }

    @Test func `closures and initializers may use the store`() throws {
        let post = store.insert { id in
            let count = store.findAll(Member.self).count
            return Post(id: id, author: Reference(store.insert { Member(id: $0, name: "\(count) before") }))
        }
        #expect(store.find(post.author)?.name == "0 before")
        #expect(store.create(Post.self, number: 2).map(\.author.id) == ["4", "5"])
        #expect(store.filter(Member.self) { store.find(Member.self, id: $0.id) != nil }.count == 3)
        try store.update(Post.self, id: post.id) { $0.author = Reference(store.create(Member.self)[0]) }
        #expect(store.find(Post.self, id: post.id)?.author.id == "6")
    }

    /// A deinitializer that ran with the lock held would deadlock.
    @Test func `an entity may use the store when it's released`() throws {
        final class Witness: Storable {
            let id: String
            let store: Store
            init(id: String, store: Store) { (self.id, self.store) = (id, store) }
            deinit { store.create(Member.self) }
        }
        store.create(Witness.self, number: 5)
        try store.update(Witness(id: "0", store: store))
        store.upsert(Witness(id: "1", store: store))
        try store.update(Witness.self, id: "2") { $0 = Witness(id: "2", store: store) }
        try store.delete(Witness.self, id: "3")
        #expect(throws: StoreError.self) { try store.insert(Witness(id: "4", store: store)) }
        #expect(store.findAll(Member.self).count == 5)
        store.reset()
        #expect(store.findAll(Member.self).count == 4)
    }
}
