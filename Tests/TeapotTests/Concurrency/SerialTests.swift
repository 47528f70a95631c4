@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(1))) struct `Serial work` {
    @Test func `work is done at once and here if nothing is under way`() {
        let list = Serial<[Int]>([])
        let seen = Recorder<[Int]>()
        list.run { $0.append(1) }
        list.run {
            $0.append(2)
            seen($0)
        }
        #expect(seen.values == [[1, 2]])
    }

    @Test func `work that is given while other work is done comes behind it`() {
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

    @Test func `work for elsewhere is not done here, and what comes behind it waits for it`() async {
        let list = Serial<[String]>([])
        let seen = Recorder<[String]>()
        let gate = DispatchSemaphore(value: 0)
        list.run(elsewhere: true) { value in
            gate.wait()
            value.append("first")
        }
        list.run { $0.append("second") }
        list.run { seen($0) }
        #expect(seen.values.isEmpty)
        gate.signal()
        #expect(await seen.recorded() == [["first", "second"]])
    }

    @Test func `work for elsewhere is not done by one who is at work here`() async {
        let list = Serial<Int>(0)
        let queue = DispatchQueue(label: "here")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let places = Recorder<Bool>()
        queue.async {
            list.run { _ in list.run(elsewhere: true) { _ in places(DispatchQueue.getSpecific(key: key) == true) } }
        }
        #expect(await places.recorded() == [false])
    }

    @Test func `of many who give work at once all of it is done, one piece at a time`() async {
        let count = Serial<Int>(0)
        let seen = Recorder<Int>()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<8 {
                group.addTask {
                    for step in 0..<500 { count.run(elsewhere: (index + step) % 7 == 0) { $0 += 1 } }
                }
            }
        }
        count.run { seen($0) }
        #expect(await seen.recorded() == [4_000])
    }

    @Test func `work that is for now is done, or refused while other work is done`() {
        let list = Serial<[String]>([])
        let seen = Recorder<[String]>()
        let isDone = list.runNow { value in
            value.append("first")
            list.run { $0.append("behind") }
            #expect(!list.runNow { $0.append("never") })
        }
        #expect(isDone)
        list.run { seen($0) }
        #expect(seen.values == [["first", "behind"]])
    }

    @Test func `of many who do work now one is at work at a time, and none is left waiting`() async {
        let count = Serial<Int>(0)
        let seen = Recorder<Int>()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<8 {
                group.addTask {
                    for step in 0..<500 where !count.runNow({ $0 += 1 }) {
                        count.run(elsewhere: (index + step) % 7 == 0) { $0 += 1 }
                    }
                }
            }
        }
        count.run { seen($0) }
        #expect(await seen.recorded() == [4_000])
    }
}
