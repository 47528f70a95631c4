import Foundation
import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A change in a store` {
    private let store = Store()

    @Test func `it receives the entity and returns it changed`() throws {
        store.create(Member.self, number: 2)
        let user = try store.update(Member.self, id: "0") { $0.name += "!" }
        #expect(user.name == "Member 0!")
        #expect(store.findAll(Member.self).map(\.name) == ["Member 0!", "Member 1"])
    }

    @Test func `it's tried again if the entity was updated meanwhile`() throws {
        let user = store.create(Member.self)[0]
        var seen: [String] = []
        try store.update(Member.self, id: user.id) { user in
            seen.append(user.name)
            if seen.count == 1 { try store.update(Member(id: user.id, name: "meanwhile")) }
            user.name += ", changed"
        }
        #expect(seen == ["Member 0", "meanwhile"])
        #expect(store.find(Member.self, id: user.id)?.name == "meanwhile, changed")
    }

    @Test func `it's tried again if the same entity was deleted and inserted meanwhile`() throws {
        let user = store.create(Member.self)[0]
        var calls = 0
        try store.update(Member.self, id: user.id) { _ in
            calls += 1
            guard calls == 1 else { return }
            store.reset()
            try store.insert(user)
        }
        #expect(calls == 2)
    }

    @Test func `it isn't tried again if another entity was written`() throws {
        store.create(Member.self, number: 2)
        var calls = 0
        try store.update(Member.self, id: "0") { _ in
            calls += 1
            try store.update(Member.self, id: "1") { $0.name = "other" }
            store.create(Member.self)
        }
        #expect(calls == 1)
    }

    @Test func `it fails if the entity was deleted`() throws {
        let user = store.create(Member.self)[0]
        let error = #expect(throws: StoreError.self) {
            try store.update(Member.self, id: user.id) { try store.delete($0) }
        }
        #expect(error?.reason == .notFound)
        #expect(store.findAll(Member.self) == [])
    }

    @Test func `it changes nothing if its closure throws`() {
        store.create(Member.self)
        #expect(throws: CancellationError.self) {
            try store.update(Member.self, id: "0") { user in
                user.name = "half"
                throw CancellationError()
            }
        }
        #expect(store.find(Member.self, id: "0")?.name == "Member 0")
    }

    @Test func `it can't change the id`() {
        store.create(Member.self, number: 2)
        let error = #expect(throws: StoreError.self) {
            try store.update(Member.self, id: "0") { $0 = Member(id: "1", name: "Ada") }
        }
        #expect(error?.reason == .changedID)
        #expect(
            error?.description == """
                The closure changed the id of Member “0” to “1”. Ids can't change: delete this entity and insert a \
                new one.
                """
        )
        #expect(store.findAll(Member.self).map(\.name) == ["Member 0", "Member 1"])
    }

    @Test func `it gives up if its closure writes the entity each time`() {
        store.create(Member.self)
        let error = #expect(throws: StoreError.self) {
            try store.update(Member.self, id: "0") { store.upsert($0) }
        }
        #expect(error?.reason == .contention)
        #expect(
            error?.description == """
                Member “0” couldn't be updated, because it changed during each of 10000 attempts. \
                The closure must change only its argument, and not write to the store.
                """
        )
    }
}

@Suite(.inTurn) struct `An error of a store` {
    private let store = Store()

    private func message(_ body: () throws -> Void) -> String? {
        #expect(throws: StoreError.self, performing: body)?.description
    }

    @Test func `it lists the existing entities if one is missing`() {
        let advice = "Check with find(_:id:) first, or use upsert(_:)."
        #expect(
            message { try store.delete(Member.self, id: "7") }
                == "There is no Member with the id “7”; the store has none at all. \(advice)"
        )
        store.create(Member.self, number: 2)
        store.create(Box<Int>.self)
        #expect(
            message { try store.update(Member(id: "2", name: "")) }
                == "There is no Member with the id “2”; the store has 2: “0”, “1”. “2” is the id of Box<Int>. \(advice)"
        )
        store.create(Member.self, number: 5)
        #expect(
            message { try store.update(Member.self, id: "x") { _ in } } == """
                There is no Member with the id “x”; the store has 7: “0”, “1”, “3”, “4”, “5” and 2 more. \(advice)
                """
        )
        #expect(message { try store.delete(Member(id: "y", name: "")) }?.contains("“y”") == true)
    }

    @Test func `it names the ids in use`() throws {
        try store.insert(Member(id: "ada", name: "first"))
        let error = #expect(throws: StoreError.self) { try store.insert(Member(id: "ada", name: "second")) }
        #expect(error?.reason == .conflict)
        #expect(
            error?.localizedDescription == """
                Member “ada” already exists. \
                Change it with update(_:) or upsert(_:), or let insert(_:) give your closure a new id.
                """
        )
        #expect(store.findAll(Member.self).map(\.name) == ["first"])
    }
}
