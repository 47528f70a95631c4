import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of many concurrent requests, and of cancelling them at any time.
@Suite(.inTurn, .serialized) struct `Concurrency and cancellation over a socket` {
    static let answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":1}"

    @Test func `2,000 concurrent requests are each answered once, and all memory is released`() async throws {
        let server = try HostileServer.responding(Self.answer)
        let (descriptors, threads) = (openDescriptorCount(), threadCount())
        do {
            let teapot = Teapot(baseURL: server.url, defaultDeliveryQueue: .global())
            let (count, good, done) = (Locked([Int](repeating: 0, count: 2_000)), Locked(0), Gate())
            let left = Locked(2_000)
            for index in 0..<2_000 {
                teapot.get("x/\(index)") { result in
                    count.withLock { $0[index] += 1 }
                    if case .success(let json, _) = result, json?.dictionary?["a"] as? Int == 1 {
                        good.withLock { $0 += 1 }
                    }
                    if left.withLock({
                        $0 -= 1; return $0
                    }) == 0 {
                        done.open()
                    }
                }
            }
            await done.wait()
            #expect(count.withLock { $0.allSatisfy { $0 == 1 } })
            #expect(good.withLock { $0 } == 2_000)
            #expect(Set(server.requests.map(\.target)).count == 2_000)
        }
        stop(server)
        // Other suites run meanwhile and keep some descriptors and threads. A leak here would be a leak of 2,000.
        #expect(await eventually(within: .seconds(60)) { openDescriptorCount() <= descriptors + 100 })
        #expect(await eventually(within: .seconds(60)) { threadCount() <= threads + 100 })
    }

    @Test(arguments: ["before resume", "in flight", "mid-body", "after completion", "at random"])
    func `a cancelled call doesn't hang, crash or complete`(stage: String) async throws {
        let server = try HostileServer { connection in
            while true {
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc")
                if stage == "mid-body" || stage == "at random" { try connection.pause(0.002) }
                try connection.send("def")
            }
        }
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url, defaultDeliveryQueue: .global())
        let count = Size.of(full: 300, usual: 100)
        let completions = Locked([Int](repeating: 0, count: count))
        var held: [Int] = []
        var generator = SystemRandomNumberGenerator()
        for index in 0..<count {
            let done = Gate()
            let task = teapot.get("x") { _ in
                completions.withLock { $0[index] += 1 }
                done.open()
            }
            switch stage {
            case "before resume":
                task?.suspend()
                // On loopback a response may have been delivered even before that.
                if task?.state == .suspended { held.append(index) }
            case "in flight": await Task.yield()
            case "mid-body": try await Task.sleep(for: .microseconds(1_500))
            case "after completion": await done.wait()
            default: try await Task.sleep(for: .microseconds(Int.random(in: 0...5_000, using: &generator)))
            }
            let before = completions.withLock { $0[index] }
            task?.cancel()
            task?.resume()
            task?.cancel()
            if stage == "after completion" { #expect(before == 1) }
        }
        // A request after all of them shows that the client still works.
        #expect(try await teapot.get("last").body == Data("abcdef".utf8))
        #expect(completions.withLock { $0.allSatisfy { $0 <= 1 } })
        if stage == "before resume" { #expect(!held.isEmpty) }
        #expect(completions.withLock { counts in held.allSatisfy { counts[$0] == 0 } })
    }

    @Test func `cancelling a task cancels its call, which throws`() async throws {
        let server = try HostileServer { connection in
            while true {
                _ = try connection.readRequest()
                try connection.pause(0.001)
                try connection.send(Self.answer)
            }
        }
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url)
        let outcomes = await withTaskGroup(of: TeapotError.ErrorType?.self) { group in
            for index in 0..<500 {
                let task = Task { await failure { () throws(TeapotError) in try await teapot.get("x") }?.type }
                group.addTask {
                    if index.isMultiple(of: 3) { await Task.yield() }
                    if index.isMultiple(of: 2) { task.cancel() }
                    return await task.value
                }
            }
            return await group.reduce(into: [TeapotError.ErrorType?]()) { $0.append($1) }
        }
        #expect(outcomes.count == 500)
        #expect(outcomes.allSatisfy { $0 == nil || $0 == .cancelled })
    }

    @Test func `an already cancelled task sends nothing`() async throws {
        let server = try HostileServer.responding(Self.answer)
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url)
        let gate = Gate()
        let task = Task {
            await gate.wait()
            return await failure { () throws(TeapotError) in try await teapot.get("x") }?.type
        }
        task.cancel()
        gate.open()
        #expect(await task.value == .cancelled)
        #expect(try await teapot.get("y").statusCode == 200)
        #expect(server.requests.map(\.target) == ["/y"])
    }

    @Test func `rapid suspending, resuming and cancelling doesn't crash`() async throws {
        let server = try HostileServer.responding(Self.answer)
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url, defaultDeliveryQueue: .global())
        let completions = Locked([Int](repeating: 0, count: 200))
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                let task = teapot.get("x/\(index)") { _ in completions.withLock { $0[index] += 1 } }
                for move in 0..<3 {
                    group.addTask {
                        for _ in 0..<20 {
                            switch move {
                            case 0: task?.suspend()
                            case 1: task?.resume()
                            default: await Task.yield()
                            }
                        }
                        if move == 2 { task?.cancel() }
                    }
                }
            }
        }
        #expect(try await teapot.get("last").statusCode == 200)
        #expect(completions.withLock { $0.allSatisfy { $0 <= 1 } })
    }
}
