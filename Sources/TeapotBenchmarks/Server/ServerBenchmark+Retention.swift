import Foundation
import Teapot
import TeapotMock
import TeapotMockServer

extension ServerBenchmark {
    /// Measures the memory that a server keeps: bodies in its journal, and a large response that clients don't read.
    ///
    /// - Throws: An error if a process doesn't start, or its result is invalid.
    func retention() async throws {
        print("\nWhat a server keeps, resident")
        print(RateTable.row("", ["before", "with it", "added"]))
        try await journal()
        try await unreadResponses()
    }

    /// Sends three times as much as a journal keeps.
    private func journal() async throws {
        let server = try OwnServer.start(on: toolbox)
        defer { server.stop() }
        let load = Load(path: "/users/1", connections: 1, seconds: 1, count: 1_000)
        _ = try await toolbox.run(load, on: server.port)
        let capacity = Server().router.journal.bodyCapacity ?? 0
        let count = 3 * capacity / 100_000
        let posts = Load(path: "/upload", bodyBytes: 100_000, connections: 4, seconds: 1, count: count)
        let name = "a journal of \(capacity / 1_000_000) MB of bodies"
        let added = try await added(name, server) { _ = try await toolbox.run(posts, on: server.port) }
        check("memory of a journal at its budget, to the budget", added, of: capacity)
    }

    /// Lets clients request a large body without reading anything.
    private func unreadResponses() async throws {
        let server = try OwnServer.start(on: toolbox)
        defer { server.stop() }
        var holders: [ConnectionHolder] = []
        defer { for holder in holders { holder.stop() } }
        let name = "10 clients that don't read \(OwnServer.hugeSize / 1_000_000) MB"
        let added = try await added(name, server) {
            holders.append(try ConnectionHolder(10, to: server.port, .unread, on: toolbox))
            // The server's next step is immediate: it fills the buffers of the sockets.
            try await Task.sleep(nanoseconds: 1_000_000_000)
        }
        check("memory for 10 clients that don't read a large response, to one copy", added, of: OwnServer.hugeSize)
    }

    /// Compares memory with the amount that must be kept; less than that means that it wasn't measured.
    private func check(_ name: String, _ added: Int?, of size: Int) {
        let share = added.map { Double($0) / Double(size) }
        Bars.check(name, share.flatMap { $0 >= 0.9 ? $0 : nil }, .atMost(1.1))
    }

    /// Prints the memory of a server before and after work, and returns the difference in bytes.
    private func added(_ name: String, _ server: ServerProcess, _ work: () async throws -> Void) async throws -> Int? {
        let before = server.figures
        try await work()
        guard let before, let after = server.figures else { return nil }
        let added = after.residentBytes - before.residentBytes
        print(RateTable.row(name, [before.residentBytes, after.residentBytes, added].map(megabytes)))
        return added
    }
}
