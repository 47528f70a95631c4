import Teapot
import TeapotMock
import TeapotTestSupport
import Testing

@testable import TeapotMockServer

extension SocketSuites {
    /// Tests of servers that start or stop only in part.
    @Suite struct `A server that starts or stops badly` {
        @Test(arguments: 0...2) func `leaves nothing behind when a thread can't be created`(count: Int) async throws {
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
                        return isLast ? nil : SystemThread(body)
                    }
                }
                #expect(error?.reason == .system)
                #expect(error?.description.contains("pthread_create") == true)
            }
            #expect(probe > 0)
            #expect(await eventually(within: .seconds(60)) { openDescriptorCount() <= descriptors + 20 })
        }

        @Test func `frees its port when connections are refused and it stops at once`() async throws {
            let server = Server()
            for _ in 0..<100 {
                let port = try server.start()
                async let refused: Void? = try? await server.refuseConnections()
                async let stopped: Void? = try? await server.stop()
                _ = await (refused, stopped)
                // A test beside this one may be given the port that is free again, and have it for a while.
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
    }
}
