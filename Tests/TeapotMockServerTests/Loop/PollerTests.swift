import Foundation
import TeapotTestSupport
import Testing

@testable import TeapotMockServer

extension SocketSuites {
    /// Tests of a poller's reports about descriptors, which are the same on every system.
    @Suite struct `A poller` {
        /// A connection with a poller for its near end; `body` may close the far end.
        private func withPoller(_ body: (_ poller: inout Poller, _ near: Int32, _ far: Int32) throws -> Void) throws {
            let listener = try Socket.listening(port: 0, blocking: true)
            defer { _ = Socket.close(listener) }
            let far = try Socket.connected(to: Socket.localPort(of: listener))
            let near = try #require(try Socket.accepted(from: listener, blocking: false))
            var poller = try Poller()
            defer {
                _ = Socket.close(near)
                poller.close()
            }
            try body(&poller, near, far)
        }

        /// The report of one call about a descriptor, in one or several events.
        private func wait(_ poller: inout Poller, for descriptor: Int32, milliseconds: Int32 = 10_000) -> Readiness {
            var whole = Readiness(descriptor: descriptor, isReadable: false, isWritable: false, isDead: false)
            for index in 0..<poller.wait(milliseconds: milliseconds) {
                let event = poller[index]
                #expect(event.descriptor == descriptor)
                whole.isReadable = whole.isReadable || event.isReadable
                whole.isWritable = whole.isWritable || event.isWritable
                whole.isDead = whole.isDead || event.isDead
            }
            return whole
        }

        private func send(_ text: String, to descriptor: Int32) {
            var text = text
            _ = text.withUTF8 { Socket.write(descriptor, UnsafeRawBufferPointer($0)) }
        }

        private func read(_ descriptor: Int32) -> Socket.Transfer {
            var bytes = [UInt8](repeating: 0, count: 1000)
            return bytes.withUnsafeMutableBytes { Socket.read(descriptor, into: $0) }
        }

        @Test func `input is reported until it is read`() throws {
            try withPoller { poller, near, far in
                defer { _ = Socket.close(far) }
                poller.watch(near, for: .input)
                #expect(poller.wait(milliseconds: 0) == 0)
                send("ab", to: far)
                for _ in 0..<3 {
                    let event = wait(&poller, for: near)
                    #expect(event.isReadable && !event.isWritable && !event.isDead)
                }
                #expect(read(near) == .bytes(2))
                #expect(poller.wait(milliseconds: 0) == 0)
            }
        }

        @Test func `input and room for output are reported together`() throws {
            try withPoller { poller, near, far in
                defer { _ = Socket.close(far) }
                send("a", to: far)
                poller.watch(near, for: [.input, .output])
                let event = wait(&poller, for: near)
                #expect(event.isReadable && event.isWritable && !event.isDead)
                poller.watch(near, for: .output, insteadOf: [.input, .output])
                let output = wait(&poller, for: near)
                #expect(!output.isReadable && output.isWritable && !output.isDead)
                poller.watch(near, for: .input, insteadOf: .output)
                let input = wait(&poller, for: near)
                #expect(input.isReadable && !input.isWritable && !input.isDead)
            }
        }

        @Test func `unwanted input isn't reported, and doesn't wake the loop again`() throws {
            try withPoller { poller, near, far in
                defer { _ = Socket.close(far) }
                poller.watch(near, for: .input)
                send("a", to: far)
                #expect(wait(&poller, for: near).isReadable)
                poller.watch(near, for: [], insteadOf: .input)
                for text in ["b", "c"] {
                    send(text, to: far)
                    let event = wait(&poller, for: near, milliseconds: 20)
                    #expect(!event.isReadable && !event.isWritable && !event.isDead)
                    #expect(poller.wait(milliseconds: 0) == 0)
                }
                Socket.endOutput(far)
                #expect(!wait(&poller, for: near, milliseconds: 20).isDead)
                poller.watch(near, for: .input, insteadOf: [])
                #expect(wait(&poller, for: near).isReadable)
                #expect(read(near) == .bytes(3))
                #expect(wait(&poller, for: near).isReadable)
                #expect(read(near) == .bytes(0))
            }
        }

        @Test(arguments: [0, 1, 2, 3] as [UInt8])
        func `a reset is reported whichever events are watched`(_ interest: UInt8) throws {
            try withPoller { poller, near, far in
                poller.watch(near, for: .input)
                poller.watch(near, for: Interest(rawValue: interest), insteadOf: .input)
                send("a", to: far)
                Socket.resetOnClose(far)
                _ = Socket.close(far)
                let isDead = (0..<1_000).contains { _ in
                    if wait(&poller, for: near, milliseconds: 1_000).isDead { return true }
                    // A socket that can be written to is reported at once, perhaps before the reset arrives.
                    Thread.sleep(forTimeInterval: 0.001)
                    return false
                }
                #expect(isDead)
            }
        }

        @Test func `the end of the peer's output is reported as input, and the connection stays alive`() throws {
            try withPoller { poller, near, far in
                defer { _ = Socket.close(far) }
                poller.watch(near, for: .input)
                Socket.endOutput(far)
                let event = wait(&poller, for: near)
                #expect(event.isReadable && !event.isDead)
                #expect(read(near) == .bytes(0))
            }
        }

        @Test func `a closed descriptor is no longer watched, even if another one has the same socket`() throws {
            try withPoller { poller, near, far in
                defer { _ = Socket.close(far) }
                let copy = fcntl(near, F_DUPFD_CLOEXEC, 0)
                poller.watch(copy, for: [.input, .output])
                #expect(wait(&poller, for: copy).isWritable)
                poller.close(copy)
                send("a", to: far)
                #expect(poller.wait(milliseconds: 0) == 0)
                poller.watch(near, for: .input)
                #expect(wait(&poller, for: near).isReadable)
            }
        }

        @Test func `a listener is readable only while connections are wanted`() throws {
            let listener = try Socket.listening(port: 0, blocking: false)
            var poller = try Poller()
            defer {
                poller.close()
                _ = Socket.close(listener)
            }
            poller.watch(listener, for: .input)
            poller.watch(listener, for: [], insteadOf: .input)
            let client = try Socket.connected(to: Socket.localPort(of: listener))
            defer { _ = Socket.close(client) }
            let event = wait(&poller, for: listener, milliseconds: 20)
            #expect(!event.isReadable && !event.isDead)
            poller.watch(listener, for: .input, insteadOf: [])
            #expect(wait(&poller, for: listener).isReadable)
            let accepted = try #require(try Socket.accepted(from: listener, blocking: false))
            _ = Socket.close(accepted)
        }

        @Test func `waiting ends when its time is over or an event arrives`() throws {
            try withPoller { poller, near, far in
                defer { _ = Socket.close(far) }
                poller.watch(near, for: .input)
                let time = ContinuousClock().measure { #expect(poller.wait(milliseconds: 30) == 0) }
                #expect(time >= .milliseconds(30))
                let writer = SystemThread {
                    usleep(20_000)
                    _ = "a".withCString { Socket.write(far, UnsafeRawBufferPointer(start: $0, count: 1)) }
                }
                defer { writer?.join() }
                #expect(wait(&poller, for: near, milliseconds: -1).isReadable)
            }
        }
    }
}
