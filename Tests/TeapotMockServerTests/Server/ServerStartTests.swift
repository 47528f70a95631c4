import Foundation
import Teapot
import TeapotMock
import TeapotTestSupport
import Testing

@testable import TeapotMockServer

extension SocketSuites {
    /// Tests of servers that start or stop only partly.
    @Suite struct `A server that fails to start or stop` {
        @Test(arguments: 0...2) func `releases everything if a thread can't be created`(count: Int) async throws {
            let (probe, router) = (try Server().start(), Router())
            let descriptors = openDescriptorCount()
            for _ in 0..<20 {
                let made = Locked(0)
                let error = #expect(throws: Server.StartError.self) {
                    try Server.Running(
                        port: 0, interface: .loopback, limits: Server.Limits(), loopCount: 3, router: router, mount: nil
                    ) { body in
                        let isLast = made.withLock { made in
                            made += 1
                            return made > count
                        }
                        // The system returns thread creation errors. This one is from another call.
                        errno = EADDRINUSE
                        return isLast ? nil : SystemThread(body)
                    }
                }
                #expect(error?.reason == .system)
                #expect(error?.description.contains("pthread_create") == true)
            }
            #expect(probe > 0)
            #expect(await eventually(within: .seconds(60)) { openDescriptorCount() <= descriptors + 20 })
        }

        @Test func `frees its port if it refuses connections and stops at once`() async throws {
            let server = Server()
            for _ in 0..<100 {
                let port = try server.start()
                async let refused: Void? = try? await server.refuseConnections()
                async let stopped: Void? = try? await server.stop()
                _ = await (refused, stopped)
                // A concurrent test may get the free port and keep it for a while.
                try #require(
                    await eventually(within: .seconds(60)) {
                        guard let descriptor = try? Socket.bound(to: .loopback4, port: port, again: true) else {
                            return false
                        }
                        return Socket.close(descriptor) == 0
                    })
            }
            #expect(server.port == nil)
        }

        /// Expects that a port is no longer in use.
        private func expectFree(_ port: UInt16, at place: SourceLocation = #_sourceLocation) async {
            let isFree = await eventually(within: .seconds(60)) {
                guard let descriptor = try? Socket.bound(to: .loopback4, port: port, again: true) else { return false }
                return Socket.close(descriptor) == 0
            }
            #expect(isFree, sourceLocation: place)
        }

        @Test func `doesn't take its port again after it stopped`() async throws {
            let running = try Server.Running(
                port: 0, interface: .loopback, limits: Server.Limits(), loopCount: 2, router: Router(), mount: nil)
            running.cutOff()
            await #expect(throws: Server.NotRunning.self) { try await running.refuse() }
            try await running.accept()
            await #expect(throws: Server.NotRunning.self) { try await running.refuse() }
            await expectFree(running.port)
        }

        @Test func `closes listeners that arrive at a loop that has ended`() async throws {
            let mailbox = try Mailbox()
            mailbox.close()
            let listener = try Socket.listening(port: 0, blocking: false)
            let port = try Socket.localPort(of: listener)
            await withCheckedContinuation { continuation in
                mailbox.post(.listen([listener], done: { continuation.resume() }))
            }
            await expectFree(port)
        }

        @Test func `closes listeners that arrive at a loop that is stopping`() async throws {
            let router = Router()
            router.get("/late", delay: 3600, with: .status(200))
            let first = try Socket.listening(port: 0, blocking: false)
            let port = try Socket.localPort(of: first)
            let loop = try EventLoop(listeners: [first], limits: Server.Limits(), router: router, mount: nil)
            let thread = try #require(SystemThread { loop.run() })
            let client = try RawClient(port: port)
            try client.send("GET /late HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try await router.journal.waitForRequest(timeout: 60)
            loop.mailbox.post(.stop(within: 60))
            let second = try Socket.listening(port: 0, blocking: false)
            let other = try Socket.localPort(of: second)
            await withCheckedContinuation { continuation in
                loop.mailbox.post(.listen([second], done: { continuation.resume() }))
            }
            await expectFree(other)
            // A client that leaves during the delay is the last one.
            client.stream.close()
            thread.join()
        }
    }
}
