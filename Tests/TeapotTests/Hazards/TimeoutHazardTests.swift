import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// HAZARDS rows 5 and 7: timeouts, and calls that are held.
@Suite(.inTurn) struct `Time-outs and suspension over a socket` {
    @Test(arguments: [0.2, 0.5, 1.3])
    func `a fraction of a second holds`(interval: Double) async throws {
        let gate = Gate()
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            try connection.wait(for: gate)
        }
        defer {
            gate.open()
            stop(server)
        }
        let start = ContinuousClock.now
        let teapot = Teapot(baseURL: server.url)
        let error = await failure { () throws(TeapotError) in try await teapot.get("x", timeoutInterval: interval) }
        #expect(error?.type == .noResponse)
        #expect((error?.underlyingError as? URLError)?.code == .timedOut)
        // Never early; the lateness depends on the machine, but a whole second more would be Foundation's own timeout.
        #expect(ContinuousClock.now - start >= .seconds(interval))
    }

    @Test(arguments: [0, -1, Double.nan])
    func `what is no time is refused`(interval: Double) async throws {
        let server = try HostileServer.responding("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url)
        #expect(
            await failure { () throws(TeapotError) in try await teapot.get("x", timeoutInterval: interval) }?.type
                == .invalidTimeout
        )
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [Double.infinity, 1e17, 1e300])
    func `for ever is no crash`(interval: Double) async throws {
        let server = try HostileServer.responding("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        defer { stop(server) }
        #expect(try await Teapot(baseURL: server.url).get("x", timeoutInterval: interval).statusCode == 200)
    }

    @Test func `waiting for a connection is not waiting for an answer`() async throws {
        // Six at a time, half a second each: the last of 30 waits for 2 s before it is sent, longer than its timeout.
        let server = try HostileServer { connection in
            while true {
                _ = try connection.readRequest()
                try connection.pause(0.5)
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url)
        let failures = await withTaskGroup(of: TeapotError?.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    await failure { () throws(TeapotError) in try await teapot.get("x", timeoutInterval: 1.9) }
                }
            }
            return await group.reduce(into: []) { if let error = $1 { $0.append(error) } }
        }
        #expect(failures.isEmpty)
    }

    @Test func `a silence in the middle of a body times out as incomplete`() async throws {
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
        let error = await failure { () throws(TeapotError) in try await teapot.get("x", timeoutInterval: 1) }
        #expect(error?.type == .incompleteResponse)
        #expect(error?.response?.data == Data("abc".utf8))
        #expect((error?.underlyingError as? URLError)?.code == .timedOut)
    }

    @Test func `what keeps coming does not time out`() async throws {
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n")
            for byte in "abcdef" {
                try connection.pause(0.3)
                try connection.send(String(byte))
            }
        }
        defer { stop(server) }
        let response = try await Teapot(baseURL: server.url).get("x", timeoutInterval: 1.5)
        #expect(response.data == Data("abcdef".utf8))
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
            if case .success(_, let response) = result { delivered.withLock { $0.append(response.data) } }
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

    @Test func `a suspended call does not time out, and is delivered when resumed`() async throws {
        let (arrived, answer) = (Gate(), Gate())
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            arrived.open()
            try connection.wait(for: answer)
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        defer { stop(server) }
        let statuses = Locked<[Int]>([])
        let done = Gate()
        let teapot = Teapot(baseURL: server.url, defaultDeliveryQueue: .global())
        let task = teapot.get("x", timeoutInterval: 1) { result in
            switch result {
            case .success(_, let response), .failure(_, let response, _):
                statuses.withLock { $0.append(response.status) }
            }
            done.open()
        }
        task?.suspend()
        #expect(task?.state == .suspended)
        await arrived.wait()
        try await Task.sleep(for: .seconds(1.5))  // the time that would have run out, were it running
        answer.open()
        #expect(statuses.withLock { $0 }.isEmpty)
        task?.resume()
        await done.wait()
        #expect(statuses.withLock { $0 } == [200])
        #expect(task?.state == .completed)
    }
}
