import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The ids of a store` {
    private let store = Store()

    @Test func `they are counted across all types`() {
        #expect(store.create(Member.self, number: 2).map(\.id) == ["0", "1"])
        #expect(store.create(Box<Int>.self).map(\.id) == ["2"])
        #expect(store.insert { id in Member(id: id, name: "") }.id == "3")
    }

    @Test func `they aren't reused after a deletion or a reset`() throws {
        try store.delete(store.create(Member.self)[0])
        #expect(store.create(Member.self)[0].id == "1")
        store.reset()
        #expect(store.create(Member.self)[0].id == "2")
    }

    @Test(arguments: [
        ("7", "8"), ("9223372036854775806", "9223372036854775807"), ("9223372036854775807", "9223372036854775808"),
        ("18446744073709551615", "0"), ("99999999999999999999999", "0"), ("-5", "0"), ("ada", "0"), ("", "0"),
        ("1.5", "0"), (" 3", "0"),
    ])
    func `an id that an entity provides isn't issued`(own: String, next: String) throws {
        try store.insert(Member(id: own, name: "own"))
        #expect(store.create(Member.self)[0].id == next)
        #expect(store.create(Box<Int>.self, number: 3).count == 3)
        #expect(store.find(Member.self, id: own)?.name == "own")
    }

    @Test func `an id that an upsert or a closure provides isn't issued`() {
        store.upsert(Member(id: "3", name: ""))
        #expect(store.create(Member.self)[0].id == "4")
        store.insert { _ in Member(id: "6", name: "") }
        #expect(store.create(Member.self)[0].id == "7")
    }

    @Test func `an id that a closure doesn't use is skipped, and its entity keeps its own`() {
        let user = store.insert { _ in Member(id: "ada", name: "Ada") }
        #expect(user.id == "ada")
        #expect(store.find(Member.self, id: "ada") == user)
        #expect(store.find(Member.self, id: "0") == nil)
        #expect(store.create(Member.self)[0].id == "1")
    }

    @Test func `an id in use stays with its entity`() {
        let first = store.insert { _ in Member(id: "ada", name: "first") }
        #expect(store.insert { _ in Member(id: "ada", name: "second") } == first)
        #expect(store.findAll(Member.self) == [first])
        // The id is taken between its assignment and the insertion.
        let taken = store.insert { id in
            store.upsert(Member(id: id, name: "quicker"))
            return Member(id: id, name: "slower")
        }
        #expect(taken.name == "quicker")
        #expect(store.findAll(Member.self) == [first, taken])
    }

    @Test func `two types may have the same id`() throws {
        try store.insert(Member(id: "a", name: ""))
        try store.insert(Post(id: "a", author: Reference(id: "a")))
        try store.delete(Member.self, id: "a")
        #expect(store.find(Post.self, id: "a") != nil)
    }
}

@Suite(.inTurn) struct `The types of a store` {
    private let store = Store()

    @Test func `those with the same name are separate`() throws {
        struct Member: Storable {
            let id: String
            init(id: String, store: Store) { self.id = id }
        }
        store.create(Member.self)
        store.create(Other.Member.self, number: 2)
        #expect(store.findAll(Member.self).map(\.id) == ["0"])
        #expect(store.findAll(Other.Member.self).map(\.id) == ["1", "2"])
        #expect(store.findAll(TeapotMockStoreTests.Member.self).isEmpty)
        #expect(store.find(Member.self, id: "1") == nil)
        #expect(throws: StoreError.self) { try store.delete(Member.self, id: "1") }
    }

    @Test func `those of a generic type are separate`() {
        store.create(Box<Int>.self)
        store.create(Box<String>.self, number: 2)
        #expect(store.findAll(Box<Int>.self).map(\.id) == ["0"])
        #expect(store.findAll(Box<String>.self).map(\.id) == ["1", "2"])
    }

    @Test func `a subclass is separate from its superclass`() {
        store.create(Animal.self)
        store.create(Cat.self)
        store.insert { id -> Animal in Cat(id: id, store: store) }
        #expect(store.findAll(Animal.self).map(\.id) == ["0", "2"])
        #expect(store.findAll(Cat.self).map(\.id) == ["1"])
    }

    @Test func `a subclass used as its superclass doesn't mix them`() {
        store.create(Cat.self)
        let type: Animal.Type = Cat.self
        store.create(type)
        #expect(store.findAll(type).map(\.id) == ["1"])
        #expect(store.find(type, id: "0") == nil)
        #expect(throws: StoreError.self) { try store.delete(type, id: "0") }
        #expect(store.findAll(Cat.self).map(\.id) == ["0"])
    }

    @Test func `a type can be chosen at run time`() {
        for type in [Member.self, Post.self] as [any Storable.Type] { _ = store.create(type) }
        #expect(store.findAll(Post.self).count == 1)
        #expect(store.findAll(Member.self).count == 2)
    }
}

private class Animal: Storable, @unchecked Sendable {  // no state that changes, so no lock
    let id: String
    required init(id: String, store: Store) { self.id = id }
}

private final class Cat: Animal, @unchecked Sendable {}
