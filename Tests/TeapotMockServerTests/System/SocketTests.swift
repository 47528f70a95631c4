import Foundation
import TeapotTestSupport
import Testing

@testable import TeapotMockServer

extension SocketSuites {
    /// Tests of sockets where systems differ: who may have a port, and the effect of a dead peer.
    @Suite struct `A socket` {
        @Test func `a port can be bound again while an old connection is open`() throws {
            let listener = try Socket.listening(port: 0, blocking: true)
            let port = try Socket.localPort(of: listener)
            let client = try Socket.connected(to: port)
            let connection = try #require(try Socket.accepted(from: listener, blocking: true))
            _ = Socket.close(listener)
            let again = try Socket.listening(port: port, blocking: true)
            #expect(try Socket.localPort(of: again) == port)
            for descriptor in [client, connection, again] { _ = Socket.close(descriptor) }
        }

        @Test(arguments: [
            (Socket.Address.loopback4, Socket.Address.loopback4), (.loopback4, .every4), (.every4, .loopback4),
            (.every4, .every4),
        ])
        func `a port with a listener is in use`(_ first: Socket.Address, _ second: Socket.Address) throws {
            let listener = try Socket.bound(to: first, port: 0)
            defer { _ = Socket.close(listener) }
            try Socket.listen(on: listener)
            let port = try Socket.localPort(of: listener)
            let error = #expect(throws: SystemError.self) {
                _ = Socket.close(try Socket.bound(to: second, port: port, again: true))
            }
            #expect(error?.code == EADDRINUSE)
        }

        @Test(arguments: [(0, 3), (8080, 1)] as [(UInt16, Int)])
        func `another port is tried only for port 0`(port: UInt16, tries: Int) throws {
            var count = 0
            let listen = { () throws(SystemError) -> Int in
                count += 1
                guard count == 3 else { throw .inUse }
                return count
            }
            if port == 0 {
                #expect(try Socket.onFreePort(port, listen) == tries)
            } else {
                #expect(throws: SystemError.self) { try Socket.onFreePort(port, listen) }
            }
            #expect(count == tries)
        }

        /// Binds like BSD and Apple's systems, which Linux can't do.
        private struct BSD {
            /// The listening addresses.
            var listeners: [Socket.Address] = []
            /// The addresses of old connections on the port.
            var connections: [Socket.Address] = []

            func bind(_ address: Socket.Address, _ isReused: Bool) throws(SystemError) -> Int32 {
                let covered: [Socket.Address] =
                    switch address {
                    case .loopback4, .every4: [.loopback4, .every4]
                    case .loopback6, .every6: [.loopback6, .every6]
                    }
                let others = isReused ? listeners.filter { $0 == address } : listeners + connections
                if others.contains(where: covered.contains) { throw SystemError.inUse }
                return -1
            }
        }

        @Test(arguments: [
            (Socket.Address.loopback4, Socket.Address.every4), (.every4, .loopback4), (.loopback6, .every6),
            (.every6, .loopback6), (.every4, .every4),
        ])
        func `if SO_REUSEADDR compares only addresses, a second listener is refused`(
            _ address: Socket.Address,
            _ listener: Socket.Address
        ) throws {
            let system = BSD(listeners: [listener], connections: [.loopback4, .loopback6])
            let error = #expect(throws: SystemError.self) {
                try Socket.claim(address, again: true, bind: system.bind)
            }
            #expect(error == .inUse)
        }

        @Test func `if SO_REUSEADDR compares only addresses, old connections don't block a port`() throws {
            let system = BSD(connections: [.loopback4])
            #expect(throws: Never.self) { try Socket.claim(.loopback4, again: true, bind: system.bind) }
            #expect(throws: Never.self) { try Socket.claim(.every4, again: true, bind: system.bind) }
            #expect(throws: SystemError.inUse) { try Socket.claim(.loopback4, again: false, bind: system.bind) }
        }

        @Test func `writing to a disconnected peer is an error, not a signal`() throws {
            let listener = try Socket.listening(port: 0, blocking: true)
            defer { _ = Socket.close(listener) }
            let client = try Socket.connected(to: Socket.localPort(of: listener))
            defer { _ = Socket.close(client) }
            let connection = try #require(try Socket.accepted(from: listener, blocking: true))
            Socket.resetOnClose(connection)
            _ = Socket.close(connection)
            let bytes = [UInt8](repeating: 0, count: 100)
            var failures = 0
            // The first write may succeed or report the reset; later ones fail with a broken pipe.
            for _ in 0..<3 {
                let transfer = bytes.withUnsafeBytes { Socket.write(client, $0) }
                if case .failed = transfer { failures += 1 }
            }
            #expect(failures >= 2)
        }

        #if canImport(Darwin) || TEAPOT_KQUEUE
            @Test func `a connection that is dead before it's prepared is closed, and the next one is accepted`()
                throws
            {
                let listener = try Socket.listening(port: 0, blocking: false)
                defer { _ = Socket.close(listener) }
                let port = try Socket.localPort(of: listener)
                let clients = try (0..<3).map { _ in try RawClient(port: port) }
                var count = 0
                let accepted = try Socket.accepted(from: listener) { descriptor throws(SystemError) in
                    count += 1
                    if count < 3 { throw SystemError.refused }
                    try Socket.prepare(descriptor)
                }
                #expect(count == 3)
                for client in clients.prefix(2) { #expect(try client.stream.readToEnd().isEmpty) }
                let descriptor = try #require(accepted)
                _ = "hi".withCString { Socket.write(descriptor, UnsafeRawBufferPointer(start: $0, count: 2)) }
                _ = Socket.close(descriptor)
                #expect(try clients[2].stream.readToEnd() == Data("hi".utf8))
                #expect(try Socket.accepted(from: listener, blocking: false) == nil)
            }

            @Test func `a connection that can't be prepared for another reason is closed, with the reason`() throws {
                let listener = try Socket.listening(port: 0, blocking: false)
                defer { _ = Socket.close(listener) }
                let client = try RawClient(port: Socket.localPort(of: listener))
                #expect(throws: SystemError.inUse) {
                    try Socket.accepted(from: listener) { _ throws(SystemError) in throw SystemError.inUse }
                }
                #expect(try client.stream.readToEnd().isEmpty)
            }
        #endif
    }
}

extension SystemError {
    /// The error of `bind` for a port in use.
    fileprivate static var inUse: SystemError { made("bind", EADDRINUSE) }
    /// The error of an option on a reset connection.
    fileprivate static var refused: SystemError { made("setsockopt", EINVAL) }

    private static func made(_ call: String, _ code: Int32) -> SystemError {
        var error = SystemError(call)
        error.code = code
        return error
    }
}
