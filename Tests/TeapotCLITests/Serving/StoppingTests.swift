import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension ServingSuites {
    @Suite struct `teapot stops` {
        @Test(arguments: [SIGINT, SIGTERM])
        func `even if its output is never read, and serves its page until then`(signal: Int32) async throws {
            let teapot = try await RunningTeapot(["serve"])
            let port = try #require(URL(string: teapot.url)?.port.flatMap { UInt16(exactly: $0) })
            // More than the log's pipe can hold, in lines of more than 170 bytes.
            let path = "/" + String(repeating: "x", count: 150)
            try await RawClient.talking(to: port) { client in
                for number in 0..<500 {
                    _ = try client.exchange("GET \(path)\(number) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
                }
            }
            let target = teapot.inspector.dropFirst(teapot.url.count)
            let page = try await RawClient.talking(to: port) { client in
                try client.exchange("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n").status
            }
            #expect(page == 200)
            let (status, errors) = try await teapot.end(signal)
            #expect(status == 0)
            // The pipe contains whole lines, and the missing lines are counted.
            let lines = errors.split(separator: "\n").map(String.init)
            #expect(lines.first == "Stopped after 500 requests, 500 unanswered.")
            let lost = lines.last.flatMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } } ?? 0
            #expect(lines == [lines[0], "… \(lost) lines not shown"])
            var read = 0
            while case let line = try await teapot.nextLine(), !line.isEmpty {
                #expect(line.hasPrefix("GET /xxx") && line.contains("  has no mock in “"), "\(line)")
                read += 1
            }
            #expect(read > 0)
            #expect(read + lost == 500)
        }

        @Test func `after the lines of all requests`() async throws {
            for count in 1...10 {
                let teapot = try await RunningTeapot(["serve"])
                let port = try #require(URL(string: teapot.url)?.port.flatMap { UInt16(exactly: $0) })
                try await RawClient.talking(to: port) { client in
                    for number in 0..<count {
                        _ = try client.exchange("GET /\(number) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
                    }
                }
                let (_, errors) = try await teapot.end(SIGINT)
                let requests = String(counting: count, "request")
                #expect(errors == "Stopped after \(requests), \(count) unanswered.\n")
                for number in 0..<count { #expect(try await teapot.nextLine().hasPrefix("GET /\(number) 404 ")) }
            }
        }

        @Test func `but not on a hang-up under nohup`() async throws {
            let teapot = try await RunningTeapot(["serve"], prologue: "trap '' HUP")
            teapot.send(SIGHUP)
            let client = Teapot(baseURL: try #require(URL(string: teapot.url)), defaultDeliveryQueue: nil)
            #expect(try await client.get("products").status == 200)
            #expect(try await teapot.end().status == 0)
        }

        @Test func `on a hang-up otherwise`() async throws {
            #expect(try await RunningTeapot(["serve"]).end(SIGHUP).status == 0)
        }

        @Test func `whenever the signal arrives`() async throws {
            for delay in stride(from: 0, to: 60_000, by: 3_000) {
                // The shell prints its process identifier, which stays the same when it becomes the program.
                let program = try Program(
                    "/bin/sh",
                    ["-c", #"echo $$; exec "$@" 2>/dev/null"#, "sh", "env", "XDG_CACHE_HOME=/dev/null"]
                        + [try #require(Built.teapot), "serve", "-p", "0"])
                let status = try await onOwnThread {
                    let id = pid_t(try program.readLine()) ?? 0
                    usleep(useconds_t(delay))
                    if id > 0 { kill(id, SIGTERM) }
                    _ = program.output.readDataToEndOfFile()
                    return program.wait()
                }
                #expect([0, 128 + SIGTERM].contains(status))
            }
        }

        @Test func `on a second Ctrl-C with a complete recording`() async throws {
            let live = Server { request in
                if request.path == "/stuck" { await Gate().wait() }
                return .json(["from": "live"])
            }
            let port = try live.start()
            let folder = try TemporaryFolder()
            let file = folder.path("shop.har")
            let teapot = try await RunningTeapot(["record", "http://127.0.0.1:\(port)", "--har", file.path])
            let client = Teapot(baseURL: try #require(URL(string: teapot.url)), defaultDeliveryQueue: nil)
            #expect(try await client.get("answered").status == 200)
            // It delays the program by half a second.
            let task = Task { try await client.get("stuck") }
            _ = try await live.router.journal.waitForRequest(matching: .path("/stuck"), timeout: 60)
            teapot.send(SIGINT)
            let (status, errors) = try await teapot.end(SIGINT)
            #expect([0, 1].contains(status))
            #expect(errors.hasSuffix("Stopped after 2 requests.\n") || status == 1)
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(text.contains("/answered"))
            #expect(JSON.isValid(text))
            await #expect(throws: TeapotError.self) { try await task.value }
            try await live.stop(within: 0)
        }
    }
}

extension JSON {
    fileprivate static func isValid(_ text: String) -> Bool { (try? JSON(parsing: Data(text.utf8))) != nil }
}
