import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of timeouts, which Foundation on Linux truncates to whole seconds or ignores, and of suspended calls.
@Suite(.inTurn) struct `Timeouts and suspension over a socket` {
    @Test(arguments: [0.05, 0.2, 1.1])
    func `a fraction of a second is respected`(interval: Double) async throws {
        let gate = Gate()
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            _ = try connection.readRequest()
            try connection.wait(for: gate)
        }
        defer {
            gate.open()
            stop(server)
        }
        let teapot = Teapot(baseURL: server.url)
        // On Linux, waiting for the first response on a connection keeps a core busy.
        _ = try await teapot.get("first")
        let start = ContinuousClock.now
        let error = await failure { () throws(TeapotError) in try await teapot.get("x", timeout: interval) }
        #expect(error?.type == .timeout)
        #expect((error?.underlyingError as? URLError)?.code == .timedOut)
        // Never early. The lateness depends on the machine, but a whole second more would be Foundation's own timeout.
        #expect(ContinuousClock.now - start >= .seconds(interval))
    }

    @Test(arguments: [0, -1, Double.nan])
    func `an invalid time is refused`(interval: Double) async throws {
        let server = try HostileServer.responding("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url)
        #expect(
            await failure { () throws(TeapotError) in try await teapot.get("x", timeout: interval) }?.type
                == .invalidTimeout
        )
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [Double.infinity, 1e17, 1e300])
    func `an infinite delay doesn't crash`(interval: Double) async throws {
        let server = try HostileServer.responding("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        defer { stop(server) }
        #expect(try await Teapot(baseURL: server.url).get("x", timeout: interval).statusCode == 200)
    }

    @Test func `waiting for a connection doesn't count as waiting for a response`() async throws {
        // Six at a time: while six wait for their responses, none of the others is sent.
        let gate = Gate()
        let server = try HostileServer { connection in
            while true {
                _ = try connection.readRequest()
                try connection.wait(for: gate)
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
        defer {
            gate.open()
            stop(server)
        }
        let teapot = Teapot(baseURL: server.url, defaultDeliveryQueue: .global())
        for _ in 0..<6 { teapot.get("sent", timeout: .infinity) { _ in } }
        await server.requests(atLeast: 6)
        let (ended, done) = (Locked(0), Gate())
        for _ in 0..<6 {
            teapot.get("waiting", timeout: 0.1) { _ in
                let count = ended.withLock { count in
                    count += 1
                    return count
                }
                if count == 6 { done.open() }
            }
        }
        // Another client's clock of the same kind that runs three times as long.
        let other = Teapot(baseURL: server.url)
        let late = await failure { () throws(TeapotError) in try await other.get("other", timeout: 0.3) }
        #expect((late?.underlyingError as? URLError)?.code == .timedOut)
        #expect(ended.withLock { $0 } == 0)
        gate.open()
        await done.wait()
    }

    @Test func `silence in the middle of a body times out as incomplete`() async throws {
        let gate = Gate()
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
            try connection.wait(for: gate)
        }
        defer {
            gate.open()
            stop(server)
        }
        let teapot = Teapot(baseURL: server.url)
        var error: TeapotError?
        // If the machine is so busy that not even the head arrives in time, a longer timeout shows the same.
        for interval in [0.3, 3, 30] where error?.type != .incompleteResponse {
            error = await failure { () throws(TeapotError) in try await teapot.get("x", timeout: interval) }
        }
        #expect(error?.type == .timeout)
        #expect(error?.response?.body == Data("abc".utf8))
        #expect((error?.underlyingError as? URLError)?.code == .timedOut)
    }

    @Test func `a response that keeps arriving doesn't time out`() async throws {
        var body: Data?
        // If the machine is so busy that a piece is late, a longer timeout shows the same.
        for interval in [0.4, 4, 40] where body == nil {
            let server = try HostileServer { connection in
                // On Linux, waiting for the first response on a connection keeps a core busy.
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n")
                for byte in "abcdef" {
                    try connection.pause(interval / 4)
                    try connection.send(String(byte))
                }
            }
            defer { stop(server) }
            let teapot = Teapot(baseURL: server.url)
            _ = try await teapot.get("first")
            body = try? await teapot.get("x", timeout: interval).body
        }
        #expect(body == Data("abcdef".utf8))
    }

    @Test func `a suspended and resumed request is sent once and read once`() async throws {
        let (arrived, answer) = (Gate(), Gate())
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            arrived.open()
            try connection.wait(for: answer)
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        defer { stop(server) }
        let delivered = Locked<[Data]>([])
        let done = Gate()
        let task = Teapot(baseURL: server.url, defaultDeliveryQueue: .global()).post("x", parameters: ["a": 1]) {
            result in
            if case .success(_, let response) = result { delivered.withLock { $0.append(response.body) } }
            done.open()
        }
        await arrived.wait()
        for _ in 0..<50 {
            task?.suspend()
            task?.resume()
        }
        task?.suspend()
        answer.open()
        task?.resume()
        await done.wait()
        #expect(delivered.withLock { $0 } == [Data("ok".utf8)])
        #expect(server.requests.count == 1)
    }

    @Test func `a suspended call doesn't time out, and is delivered when resumed`() async throws {
        let gate = Gate()
        let silent = try HostileServer { connection in
            _ = try connection.readRequest()
            try connection.wait(for: gate)
        }
        defer {
            gate.open()
            stop(silent)
        }
        var statuses: [Int] = []
        // If the machine is so busy that the call times out before it is suspended, or after it is resumed, a longer
        // timeout shows the same.
        for interval in [0.3, 3, 30] where statuses != [200] {
            statuses = try await statusesOfSuspendedCall(interval, beside: silent)
        }
        #expect(statuses == [200])
    }

    /// Suspends a call for longer than its timeout of `interval` seconds, and returns the statuses that it delivers
    /// when it is resumed; none if it delivers something while it is suspended.
    ///
    /// `silent` never responds: the clock of a client that waits for it shows that the time is over.
    private func statusesOfSuspendedCall(_ interval: Double, beside silent: HostileServer) async throws -> [Int] {
        let (arrived, answer) = (Gate(), Gate())
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            arrived.open()
            try connection.wait(for: answer)
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        defer {
            answer.open()
            stop(server)
        }
        let statuses = Locked<[Int]>([])
        let done = Gate()
        let teapot = Teapot(baseURL: server.url, defaultDeliveryQueue: .global())
        let task = teapot.get("x", timeout: interval) { result in
            switch result {
            case .success(_, let response), .failure(_, let response, _):
                statuses.withLock { $0.append(response.status) }
            }
            done.open()
        }
        task?.suspend()
        await arrived.wait()
        let clock = Teapot(baseURL: silent.url)
        let late = await failure { () throws(TeapotError) in try await clock.get("x", timeout: interval * 1.5) }
        #expect((late?.underlyingError as? URLError)?.code == .timedOut)
        guard statuses.withLock({ $0 }).isEmpty else { return [] }
        #expect(task?.state == .suspended)
        answer.open()
        task?.resume()
        await done.wait()
        #expect(task?.state == .completed)
        return statuses.withLock { $0 }
    }
}
