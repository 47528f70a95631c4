import Foundation
import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A store in concurrent use` {
    private static let threads = 8
    private static let rounds = 100

    /// Runs a closure concurrently on more threads than there are processors.
    ///
    /// Failures are thrown, because an expectation on such a thread doesn't know its test.
    private func perform(_ body: @escaping @Sendable (_ thread: Int) throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<Self.threads {
                group.addTask {
                    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                        Thread.detachNewThread { continuation.resume(with: Result { try body(thread) }) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private struct Wrong: Error {
        let line: Int
    }

    private static func check(_ isRight: Bool, line: Int = #line) throws {
        if !isRight { throw Wrong(line: line) }
    }

    @Test func `ids are unique and nothing is lost`() async throws {
        let store = Store()
        let ids = Locked<[String]>([])
        try await perform { thread in
            for round in 0..<Self.rounds {
                var mine = store.create(Member.self, number: 3)
                mine.append(store.insert { Member(id: $0, name: "\(thread)/\(round)") })
                let author = store.find(store.create(Post.self)[0].author)
                ids.withLock { $0 += mine.map(\.id) + [author?.id ?? "none"] }
                mine[0].name = "updated"
                try store.update(mine[0])
                try store.delete(mine[1])
                try Self.check(store.find(Member.self, id: mine[0].id)?.name == "updated")
                try Self.check(store.find(Member.self, id: mine[1].id) == nil)
                try Self.check(store.find(Member.self, id: mine[3].id)?.name == "\(thread)/\(round)")
            }
        }
        let all = ids.withLock { $0 }
        let each = Self.threads * Self.rounds
        #expect(all.count == 5 * each)
        #expect(Set(all).count == all.count)
        #expect(store.findAll(Member.self).count == 4 * each)
        #expect(store.filter(Member.self) { $0.name == "updated" }.count == each)
        #expect(store.findAll(Post.self).count == each)
    }

    @Test func `no change of one entity is lost`() async throws {
        let store = Store()
        try store.insert(Member(id: "counter", name: ""))
        try await perform { thread in
            for _ in 0..<Self.rounds {
                try store.update(Member.self, id: "counter") { counter in
                    sched_yield()  // lets another thread come between
                    counter.name += "\(thread)"
                }
            }
        }
        let name = try #require(store.find(Member.self, id: "counter")?.name)
        #expect(name.count == Self.threads * Self.rounds)
        for thread in 0..<Self.threads {
            #expect(name.filter { "\($0)" == "\(thread)" }.count == Self.rounds)
        }
    }

    @Test func `only one of many concurrent calls inserts or deletes the same entity`() async throws {
        let store = Store()
        let done = Locked((inserted: 0, deleted: 0))
        try await perform { _ in
            for round in 0..<Self.rounds {
                if (try? store.insert(Member(id: "u\(round)", name: ""))) != nil { done.withLock { $0.inserted += 1 } }
            }
        }
        try await perform { _ in
            for round in 0..<Self.rounds {
                if (try? store.delete(Member.self, id: "u\(round)")) != nil { done.withLock { $0.deleted += 1 } }
            }
        }
        #expect(done.withLock { $0 } == (Self.rounds, Self.rounds))
        #expect(store.findAll(Member.self) == [])
    }

    @Test func `readers see all effects of a call or none`() async throws {
        let store = Store()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString).json")
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) } }
        try await perform { thread in
            for round in 0..<Self.rounds {
                switch thread % 4 {
                case 0, 1:
                    store.create(Member.self, number: 100)
                    if round % 4 == 3 { store.reset() }
                case 2 where round % 50 == 0:
                    try store.save(to: file)
                    let copy = try Store(contentsOf: file, types: [Member.self])
                    try Self.check(copy.findAll(Member.self).count % 100 == 0)
                default:
                    // Reported together, because thousands of failures would hide everything else.
                    let counts = (0..<5).map { _ in store.findAll(Member.self).count }
                    try Self.check(counts.allSatisfy { $0 % 100 == 0 })
                }
            }
        }
        #expect(store.findAll(Member.self).count % 100 == 0)
    }
}
