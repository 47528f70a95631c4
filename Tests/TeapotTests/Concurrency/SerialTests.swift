@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `Serial work` {
    @Test func `work runs immediately on the same thread if no other work is running`() {
        let list = Serial<[Int]>([])
        let seen = Recorder<[Int]>()
        list.run { $0.append(1) }
        list.run {
            $0.append(2)
            seen($0)
        }
        #expect(seen.values == [[1, 2]])
    }

    @Test func `work added during other work runs after it`() {
        let list = Serial<[String]>([])
        let seen = Recorder<[String]>()
        list.run { value in
            list.run {
                $0.append("inner")
                list.run { seen($0) }
            }
            value.append("outer")
        }
        #expect(seen.values == [["outer", "inner"]])
    }

    @Test func `work from many threads is all done, one piece at a time`() async {
        let count = Serial<Int>(0)
        let seen = Recorder<Int>()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<500 { count.run { $0 += 1 } } } }
        }
        count.run { seen($0) }
        #expect(await seen.recorded() == [4_000])
    }
}
