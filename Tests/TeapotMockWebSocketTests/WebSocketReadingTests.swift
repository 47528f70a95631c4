import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockWebSocket

@Suite(.inTurn) struct `Reading from a WebSocket` {
    @Test func `a cancelled task stops waiting, and the next one gets the message`() async throws {
        let connection = FakeConnection(echo)
        let messages = connection.socket.messages
        let task = Task { try await messages.makeAsyncIterator().next() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        connection.receive(.text("a"))
        #expect(try await messages.makeAsyncIterator().next() == .text("a"))
    }

    @Test func `a cancelled service closes it with 1001`() async {
        let connection = FakeConnection(echo)
        connection.run()
        connection.receive(.text("a"))
        #expect(await eventually(within: .seconds(120)) { connection.frames.count == 1 })
        connection.cancel()
        await connection.finished()
        #expect(connection.frames == ["text a", "close 1001 "])
    }

    @Test func `each message goes to one waiting task`() async throws {
        let connection = FakeConnection(echo)
        let messages = connection.socket.messages
        let tasks = (0..<20).map { _ in Task { try await messages.makeAsyncIterator().next() } }
        for number in 0..<20 { connection.receive(.text("\(number)")) }
        var numbers: [String] = []
        for task in tasks { if case .text(let text) = try await task.value { numbers.append(text) } }
        #expect(Set(numbers) == Set((0..<20).map(String.init)))
        connection.receive(.close(1000))
        #expect(try await messages.makeAsyncIterator().next() == nil)
    }

    @Test(.timeLimit(.minutes(5))) func `no message is lost to a cancelled task`() async throws {
        for _ in 0..<20 {
            let connection = FakeConnection(echo)
            let messages = connection.socket.messages
            let tasks = (0..<40).map { _ in Task { try await messages.makeAsyncIterator().next() } }
            await Task.yield()
            for task in tasks[20...] { task.cancel() }
            for number in 0..<40 { connection.receive(.text("\(number)")) }
            var received: [WebSocket.Message?] = []
            for task in tasks { if case .success(let message) = await task.result { received.append(message) } }
            #expect(received.count >= 20)
            connection.receive(.close(1000))
            while let message = try await messages.makeAsyncIterator().next() { received.append(message) }
            #expect(received.count == 40)
            #expect(Set(received.map { "\($0 as Any)" }).count == 40)
        }
    }

    @Test func `waiting tasks are notified of the end`() async throws {
        let connection = FakeConnection(echo)
        let messages = connection.socket.messages
        let tasks = (0..<3).map { _ in Task { try await messages.makeAsyncIterator().next() } }
        connection.receive(.close(1008))
        for task in tasks {
            let error = await #expect(throws: WebSocketError.self) { try await task.value }
            #expect(error?.code == .policyViolation)
        }
    }

    @Test func `many pending messages are read in order`() async throws {
        let connection = FakeConnection(echo)
        let messages = connection.socket.messages.makeAsyncIterator()
        for number in 0..<4000 { connection.receive(.text("\(number)")) }
        for number in 0..<3000 { #expect(try await messages.next() == .text("\(number)")) }
        for number in 4000..<4100 { connection.receive(.text("\(number)")) }
        connection.receive(.close(1000))
        for number in 3000..<4100 { #expect(try await messages.next() == .text("\(number)")) }
        #expect(try await messages.next() == nil)
    }

    @Test func `reading pauses while messages aren't consumed`() async throws {
        let connection = FakeConnection(limit: 500, echo)
        var count = 0
        while !connection.receive(.text("a")).pauses, count < 100 { count += 1 }
        #expect((1..<100).contains(count))
        let messages = connection.socket.messages.makeAsyncIterator()
        #expect(try await messages.next() == .text("a"))
        #expect(!connection.resumed.isOpen)
        for _ in 0..<count { #expect(try await messages.next() == .text("a")) }
        #expect(connection.resumed.isOpen)
        #expect(!connection.receive(.text("b")).pauses)
    }

    @Test func `closing lets reading continue`() async throws {
        let connection = FakeConnection(limit: 10, echo)
        #expect(connection.receive(.text("0123456789")).pauses)
        try await connection.socket.close()
        #expect(connection.resumed.isOpen)
        #expect(connection.receive(.close(1000)) == .init(ends: true))
    }
}
