import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock

@Suite(.inTurn) struct `Task-local values of a test` {
    @TaskLocal static var number = 0
    @TaskLocal static var object: Releasing?

    /// Returns the task-local values while ``number`` has a value.
    private func values(_ number: Int) -> TaskValues {
        let values = TaskValues { _ in false }
        Self.$number.withValue(number) { values.capture() }
        return values
    }

    @Test func `a closure on a thread without a task has them and stays on its thread`() async throws {
        let values = values(5)
        let test = try #require(Test.current?.id)
        try await onOwnThread {
            let thread = pthread_self()
            #expect(Self.number == 0)
            let found = values.run {
                #expect(pthread_equal(pthread_self(), thread) != 0)
                #expect(Test.current?.id == test)
                return Self.number
            }
            #expect(found == 5)
            withUnsafeCurrentTask { #expect($0 == nil) }
        }
    }

    @Test func `a task that the closure starts has them`() async throws {
        let values = values(5)
        let task = try await onOwnThread {
            values.run { Task { (Self.number, Test.current?.id) } }
        }
        let (number, test) = await task.value
        #expect(number == 5)
        #expect(test == Test.current?.id)
    }

    @Test func `a task gets its own values back after a closure`() async {
        let (values, others) = (values(5), values(6))
        await Self.$number.withValue(7) {
            let found = values.run {
                [Self.number, others.run { Self.number }, values.run { Self.number }, Self.number]
            }
            #expect(found == [5, 6, 5, 5])
            #expect(Self.number == 7)
            await Task.yield()
            #expect(Self.number == 7)
        }
    }

    @Test func `a closure on the main actor stays on it`() async {
        let values = values(5)
        await MainActor.run {
            #expect(values.run { MainActor.assumeIsolated { Self.number } } == 5)
        }
    }

    @Test func `two threads can have them at once`() async throws {
        let values = values(5)
        let (inside, both) = (Gate(), Gate())
        async let first = onOwnThread {
            values.run {
                inside.open()
                both.block()
                return Self.number
            }
        }
        await inside.wait()
        #expect(try await onOwnThread { values.run { Self.number } } == 5)
        both.open()
        #expect(try await first == 5)
    }

    @Test func `many threads never mix them up, while others replace them`() async throws {
        let (values, others) = (values(5), values(6))
        try await withThrowingTaskGroup(of: Set<Int>.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await onOwnThread {
                        Set((0..<2000).map { _ in values.run { others.run { Self.number } * 10 + Self.number } })
                    }
                }
            }
            group.addTask {
                for _ in 0..<500 { Self.$number.withValue(5) { values.capture() } }
                return [65]
            }
            for try await found in group { #expect(found == [65]) }
        }
    }

    @Test func `they are replaced by later ones`() {
        let values = values(5)
        Self.$number.withValue(6) { values.capture() }
        #expect(values.run { Self.number } == 6)
        Self.$number.withValue(7) { values.capture() }
        #expect(values.run { Self.number } == 7)
    }

    @Test func `a closure runs even without values, or after their end`() {
        let none = TaskValues { _ in false }
        let ended = values(5)
        ended.end()
        Self.$number.withValue(7) {
            ended.capture()
            #expect(none.run { Self.number } == 7)
            #expect(ended.run { Self.number } == 7)
        }
    }

    @Test func `a closure is just called if they are already in effect`() {
        let values = TaskValues { _ in Self.number == 5 }
        Self.$number.withValue(6) { values.capture() }
        #expect(Self.$number.withValue(5) { values.run { Self.number } } == 5)
        #expect(Self.$number.withValue(4) { values.run { Self.number } } == 6)
    }

    @Test(arguments: [false, true]) func `they are released, and may read values at that time`(isEnded: Bool) {
        let isReleased = Locked(false)
        let values = TaskValues { _ in false }
        weak var kept: Releasing?
        do {
            let object = Releasing { [weak values] in
                values?.run { isReleased.withLock { $0 = true } }
                isReleased.withLock { $0 = true }
            }
            kept = object
            Self.$object.withValue(object) { values.capture() }
            values.run { #expect(Self.object != nil) }
        }
        #expect(kept != nil)
        if isEnded { values.end() } else { values.capture() }
        #expect(kept == nil)
        #expect(isReleased.withLock { $0 })
    }

    @Test func `they are released with their owner`() {
        weak var kept: Releasing?
        do {
            let object = Releasing {}
            kept = object
            let values = TaskValues { _ in false }
            Self.$object.withValue(object) { values.capture() }
            #expect(values.run { Self.object } === object)
        }
        #expect(kept == nil)
    }
}

/// An object that calls a closure when it is released.
final class Releasing: Sendable {
    private let released: @Sendable () -> Void

    init(released: @escaping @Sendable () -> Void) { self.released = released }

    deinit { released() }
}
