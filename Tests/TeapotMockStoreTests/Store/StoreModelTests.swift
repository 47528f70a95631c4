import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of random calls, compared one by one with a slow and simple model: a list.
@Suite(.inTurn) struct `A store and its model` {
    private struct Model {
        var people: [Member] = []
        var next = 0

        func place(of id: String) -> Int? { people.firstIndex { $0.id == id } }

        mutating func append(_ person: Member) {
            people.append(person)
            next = max(next, Int(person.id).map { $0 + 1 } ?? 0)
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `they agree after each of many random calls`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let store = Store()
        var model = Model()
        for step in 0..<500 {
            // Half of the ids are those of existing people; every other seed deletes more than it inserts.
            let known = model.people.randomElement(using: &random)?.id ?? "0"
            let id = Bool.random(using: &random) ? known : String(Int.random(in: 0...model.next + 3, using: &random))
            let person = Member(id: id, name: "step \(step)")
            let place = model.place(of: id)
            let old = place.map { model.people[$0] }
            switch Int.random(in: 0..<(seed % 2 == 0 ? 9 : 12), using: &random) {
            case 0:
                let number = Int.random(in: 0...9, using: &random)
                let made = (model.next..<model.next + number).map { Member(id: "\($0)", name: "Member \($0)") }
                made.forEach { model.append($0) }
                #expect(store.create(Member.self, number: number) == made)
            case 1:
                let made = Member(id: "\(model.next)", name: "step \(step)")
                model.append(made)
                #expect(store.insert { Member(id: $0, name: "step \(step)") } == made)
            case 2:
                if place == nil { model.append(person) }
                #expect(((try? store.insert(person)) != nil) == (place == nil))
            case 3:
                model.next += 1
                if place == nil { model.append(person) }
                #expect(store.insert { _ in person } == old ?? person)
            case 4:
                if let place { model.people[place] = person }
                #expect(((try? store.update(person)) != nil) == (place != nil))
            case 5:
                if let place { model.people[place].name += "!" }
                #expect(((try? store.update(Member.self, id: id) { $0.name += "!" }) != nil) == (place != nil))
            case 6:
                if let place { model.people[place] = person } else { model.append(person) }
                #expect(store.upsert(person) == old)
            case 7:
                guard Int.random(in: 0..<50, using: &random) == 0 else { continue }
                model.people = []
                store.reset()
            default:
                if let place { model.people.remove(at: place) }
                #expect((try? store.delete(Member.self, id: id)) == old)
            }
            #expect(store.findAll(Member.self) == model.people)
            #expect(store.find(Member.self, id: id) == model.place(of: id).map { model.people[$0] })
        }
    }
}
