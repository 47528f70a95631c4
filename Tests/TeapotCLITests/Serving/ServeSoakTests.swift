import Foundation
import Teapot
import TeapotMock
import TeapotTestSupport
import Testing

extension ServingSuites {
    /// Clients that reset, leave during delays, upload and stall, under 64 descriptors.
    ///
    /// `TEAPOT_SOAK` is the time in seconds. Without it, the test runs a few rounds.
    @Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"), "there is no /proc"))
    struct `teapot serve under 64 descriptors` {
        private static let limit = "ulimit -n 64"
        private static let files = [
            "teas/success_list.json": #"["Assam"]"#,
            "late/success_86400000ms_list.json": "[]",
            "soon/success_20ms_list.json": "[1]",
            "large/success_list.json": "[\"" + String(repeating: "x", count: 4_000_000) + "\"]",
        ]

        private func port(of teapot: RunningTeapot) throws -> UInt16 {
            try #require(URL(string: teapot.url)?.port.flatMap { UInt16(exactly: $0) })
        }

        private static func get(_ path: String, _ port: UInt16) -> String {
            "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
        }

        @Test func `mocks are read although many clients wait, idle or have left`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let teapot = try await RunningTeapot(["serve", folder.place], prologue: Self.limit)
            let port = try port(of: teapot)
            let statuses = try await onOwnThread {
                let gone = try (0..<48).map { _ in try RawClient(port: port) }
                for client in gone { try client.send(Self.get("/late", port)) }
                for client in gone { client.stream.close() }
                let first = try RawClient(port: port).exchange(Self.get("/teas", port)).status
                let idle = try (0..<60).map { _ in try RawClient(port: port) }
                let served = try (0..<20).map { _ in
                    try RawClient(port: port).exchange(Self.get("/teas", port)).status
                }
                for client in idle { client.stream.close() }
                return [first] + served
            }
            #expect(statuses == Array(repeating: 200, count: 21))
            #expect(try await teapot.end().status == 0)
        }

        @Test func `the soft limit is raised when it starts`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let teapot = try await RunningTeapot(["serve", folder.place], prologue: "ulimit -S -n 64")
            let limits = try String(contentsOfFile: "/proc/\(teapot.id)/limits", encoding: .utf8)
            let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max open files") })
            let words = line.split(separator: " ")
            let (soft, hard) = (try #require(Int(words[3])), Int(words[4]) ?? .max)
            #expect(soft == min(65_536, hard))
            #expect(try await teapot.end().status == 0)
        }

        @Test func `descriptors and memory return to their earlier levels`() async throws {
            let folder = try TemporaryFolder(Self.files)
            let teapot = try await RunningTeapot(["serve", folder.place, "--journal", "8"], prologue: Self.limit)
            let port = try port(of: teapot)
            let seconds = ProcessInfo.processInfo.environment["TEAPOT_SOAK"].flatMap(Double.init)
            // The journal and the page's memory of responses are full after this many requests.
            for _ in 0..<(seconds == nil ? 3 : 40) { try await onOwnThread { try Self.round(port) } }
            let before = try await settled(teapot)
            let end = ContinuousClock.now + .seconds(seconds ?? 0)
            var rounds = 0
            repeat {
                try await onOwnThread { try Self.round(port) }
                rounds += 1
            } while rounds < 3 || ContinuousClock.now < end
            // Each round has five clients of each kind. A few descriptors are opened on demand and kept.
            let most = before.descriptors + 4
            let after = try await settled(teapot, atMost: most)
            #expect(after.descriptors <= most)
            #expect(after.memory < before.memory + (seconds == nil ? 100_000_000 : 30_000_000), "\(rounds) rounds")
            #expect(try await teapot.end().status == 0)
        }

        /// Clients of all kinds, whose requests are all answered correctly.
        private static func round(_ port: UInt16) throws {
            for number in 0..<30 {
                let client = try RawClient(port: port)
                defer { client.stream.close() }
                switch number % 6 {
                case 0:
                    try client.send(get("/large", port))
                    client.stream.reset()
                case 1:
                    try client.send(get("/late", port))
                    client.stream.close()
                case 2:
                    let body = String(repeating: "y", count: 1_000_000)
                    let head = "POST /teas HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: \(body.count)\r\n\r\n"
                    _ = try client.exchange(head + body)
                case 3:
                    try client.send(get("/large", port))
                    _ = try client.stream.readHead()
                case 4:
                    let response = try client.exchange(get("/soon", port))
                    guard response.status == 200 else { throw WireError.malformed("\(response)") }
                default:
                    let response = try client.exchange(get("/teas", port))
                    guard response.status == 200 else { throw WireError.malformed("\(response)") }
                }
            }
        }

        /// The descriptors and the memory of the program, in bytes, after the connections are closed.
        private func settled(
            _ teapot: RunningTeapot, atMost most: Int = 29
        ) async throws -> (descriptors: Int, memory: Int) {
            let path = "/proc/\(teapot.id)"
            func count() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: path + "/fd").count) ?? 0 }
            _ = await eventually(within: .seconds(60)) { count() <= most }
            let text = try String(contentsOfFile: path + "/status", encoding: .utf8)
            let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
            let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
            return (count(), try #require(kilobytes) * 1024)
        }
    }
}
