import Foundation
import Teapot
import TeapotMockServer

extension HostileServer {
    /// The state that the server's threads retain; when the server itself is released, it ends the threads.
    final class Core: Sendable {
        struct State {
            var requests: [WireMessage] = []
            var errors: [any Error] = []
            var watchers: [(count: Int, gate: Gate)] = []
            var accepted = 0
            var open: [Int: WireStream] = [:]
            var threads: [Int: SystemThread] = [:]
            /// Connections whose threads are about to return, and can be joined.
            var finished: [Int] = []
            var acceptor: SystemThread?
            var isStopping = false
        }

        let port: UInt16
        let state = Locked(State())
        let stopping = Gate()
        private let script: Script
        private let listener: Int32
        /// A pipe that wakes the accepting thread: reading end, writing end.
        private let wake: [Int32]

        init(_ script: @escaping Script) throws {
            self.script = script
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw SystemError("pipe") }
            ends.forEach(Socket.setCloseOnExec)
            wake = ends
            do {
                let listener = try Socket.listening(port: 0, blocking: false)
                self.listener = listener
                port = try Socket.localPort(of: listener)
            } catch {
                ends.forEach { _ = Socket.close($0) }
                throw error
            }
        }

        func start() throws {
            guard let thread = SystemThread({ [self] in acceptAll() }) else { throw SystemError("pthread_create") }
            state.withLock { $0.acceptor = thread }
        }

        func record(_ request: WireMessage) {
            let reached = state.withLock { state in
                state.requests.append(request)
                let count = state.requests.count
                defer { state.watchers.removeAll { $0.count <= count } }
                return state.watchers.filter { $0.count <= count }
            }
            reached.forEach { $0.gate.open() }
        }

        func stop() {
            let (acceptor, watchers) = state.withLock { state in
                state.isStopping = true
                defer {
                    state.acceptor = nil
                    state.watchers = []
                }
                return (state.acceptor, state.watchers)
            }
            watchers.forEach { $0.gate.open() }
            guard let acceptor else { return }
            stopping.open()
            var byte: UInt8 = 0
            _ = write(wake[1], &byte, 1)
            acceptor.join()
            // No more connections are accepted, so these are all.
            let threads = state.withLock { state in
                state.open.values.forEach { $0.interrupt() }
                defer { state.threads = [:] }
                return Array(state.threads.values)
            }
            threads.forEach { $0.join() }
            ([listener] + wake).forEach { _ = Socket.close($0) }
        }

        private func acceptAll() {
            var entries = [listener, wake[0]].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            while true {
                _ = poll(&entries, 2, -1)
                if entries[1].revents != 0 { return }
                while let descriptor = try? Socket.accepted(from: listener, blocking: true) {
                    serve(WireStream(descriptor, timeout: nil))
                }
                joinFinished()
            }
        }

        private func serve(_ stream: WireStream) {
            let number = state.withLock { state in
                defer { state.accepted += 1 }
                state.open[state.accepted] = stream
                return state.accepted
            }
            let thread = SystemThread { [self] in
                let connection = Connection(number: number, stream: stream, core: self)
                do {
                    try script(connection)
                } catch is WireError {
                    // The client has disconnected or the server is stopping, the usual end of a script.
                } catch {
                    state.withLock { $0.errors.append(error) }
                }
                stream.close()
                state.withLock { state in
                    state.open[number] = nil
                    state.finished.append(number)
                }
            }
            guard let thread else {
                stream.close()
                return state.withLock { $0.open[number] = nil }
            }
            state.withLock { $0.threads[number] = thread }
        }

        private func joinFinished() {
            let threads = state.withLock { state in
                defer { state.finished = [] }
                return state.finished.compactMap { state.threads.removeValue(forKey: $0) }
            }
            threads.forEach { $0.join() }
        }
    }
}
