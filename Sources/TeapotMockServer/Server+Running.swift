import Foundation
import Teapot
import TeapotMock

extension Server {
    /// A running server: its port, its loops, and the loops' threads.
    struct Running: Sendable {
        let port: UInt16
        private let interface: Interface
        private let loops: [EventLoop]
        private let threads: [SystemThread]
        private let phase: Locked<Phase>

        /// The treatment of new connections, with the sockets that keep the port; the loops have duplicates of them.
        private enum Phase {
            case listening([Int32])
            /// Connections are refused. There are no sockets if another program has taken the port.
            case refusing([Int32])
            /// The server was told to stop, so no more sockets are bound.
            case stopped
        }

        /// A function that creates and starts a thread, or `nil` if the system can't create one.
        typealias ThreadMaker = (_ body: @escaping @Sendable () -> Void) -> SystemThread?

        init(
            port: UInt16, interface: Interface, limits: Limits, loopCount: Int, router: Router,
            mount: (any Mount)?, makeThread: ThreadMaker = { SystemThread($0) }
        ) throws(StartError) {
            self.interface = interface
            let bound: [Int32]
            do throws(SystemError) {
                (bound, self.port) = try Self.bind(interface, port: port, listens: true)
            } catch {
                throw StartError(port: port, error)
            }
            var (loops, threads): ([EventLoop], [SystemThread]) = ([], [])
            do throws(SystemError) {
                for _ in 0..<loopCount {
                    let listeners = try Self.copies(of: bound)
                    loops.append(try EventLoop(listeners: listeners, limits: limits, router: router, mount: mount))
                }
                for loop in loops {
                    guard let thread = makeThread({ loop.run() }) else {
                        // This is the only possible error for a thread without attributes. There are too many threads,
                        // or there isn't enough memory.
                        throw SystemError("pthread_create", code: EAGAIN)
                    }
                    threads.append(thread)
                }
            } catch {
                // Close all descriptors, because any one of them would keep the port.
                for loop in loops.dropFirst(threads.count) { loop.close() }
                for loop in loops.prefix(threads.count) { loop.mailbox.post(.stop(within: 0)) }
                for thread in threads { thread.join() }
                Self.close(bound)
                throw StartError(port: port, error)
            }
            (self.loops, self.threads, phase) = (loops, threads, Locked(.listening(bound)))
        }

        /// Stops the loops, and calls `done` on another thread once the loops' threads have ended.
        func stop(within seconds: Double, done: @escaping @Sendable () -> Void) {
            tellToStop(within: seconds)
            let threads = threads
            DispatchQueue.global().async {
                for thread in threads { thread.join() }
                done()
            }
        }

        /// Stops the loops immediately, and waits until their threads have ended.
        func cutOff() {
            tellToStop(within: 0)
            for thread in threads { thread.join() }
        }

        func tellToStop(within seconds: Double) {
            phase.withLock { phase in
                if case .listening(let sockets) = phase { Self.close(sockets) }
                if case .refusing(let sockets) = phase { Self.close(sockets) }
                phase = .stopped
            }
            for loop in loops { loop.mailbox.post(.stop(within: seconds)) }
        }

        /// Refuses connections, but keeps their port reserved.
        func refuse() async throws {
            for loop in loops.dropLast() { try await loop.listen(on: []) }
            // Run this on the last loop's thread, so hardly any connection is reset between its last check and this.
            try await loops.last?.listen(on: []) {
                try phase.withLock { phase in
                    switch phase {
                    case .stopped: throw Server.NotRunning()
                    case .refusing: return
                    case .listening(let sockets): try refuse(sockets, &phase)
                    }
                }
            }
        }

        /// Stops sockets from listening or, where the system can't do that, binds other sockets to the port.
        private func refuse(_ sockets: [Int32], _ phase: inout Phase) throws(StartError) {
            phase = .refusing(sockets)
            if sockets.allSatisfy(Socket.endListening) { return }
            phase = .refusing([])
            Self.close(sockets)
            phase = .refusing(try bindAgain())
        }

        /// Starts listening again.
        func accept() async throws {
            let copies = try phase.withLock { phase throws(StartError) -> [[Int32]] in
                guard case .refusing(var sockets) = phase else { return [] }
                if sockets.isEmpty { sockets = try bindAgain() }
                phase = .listening(sockets)
                var copies: [[Int32]] = []
                do throws(SystemError) {
                    for descriptor in sockets { try Self.listen(on: descriptor, again: true) }
                    for _ in loops { copies.append(try Self.copies(of: sockets)) }
                    return copies
                } catch {
                    copies.forEach(Self.close)
                    try refuse(sockets, &phase)
                    throw StartError(port: port, error)
                }
            }
            for (loop, listeners) in zip(loops, copies) { try await loop.listen(on: listeners) }
        }

        private func bindAgain() throws(StartError) -> [Int32] {
            do throws(SystemError) {
                return try Self.bind(interface, port: port, listens: false).descriptors
            } catch {
                throw StartError(port: port, error)
            }
        }
    }
}

extension Server.Running {
    /// Returns sockets on all addresses of an interface, with the same port; unavailable addresses are omitted.
    private static func bind(
        _ interface: Server.Interface, port: UInt16, listens: Bool
    ) throws(SystemError) -> (descriptors: [Int32], port: UInt16) {
        try Socket.onFreePort(port) { () throws(SystemError) in
            var (descriptors, actual): ([Int32], UInt16) = ([], port)
            do throws(SystemError) {
                for address in interface.addresses {
                    do throws(SystemError) {
                        let descriptor = try Socket.bound(to: address, port: actual, again: port != 0)
                        descriptors.append(descriptor)
                        actual = try Socket.localPort(of: descriptor)
                    } catch  where error.isLackOfAddress && !descriptors.isEmpty {
                        continue
                    }
                }
                if listens { for descriptor in descriptors { try listen(on: descriptor) } }
                return (descriptors, actual)
            } catch {
                close(descriptors)
                throw error
            }
        }
    }

    private static func close(_ descriptors: [Int32]) {
        for descriptor in descriptors { _ = Socket.close(descriptor) }
    }

    private static func listen(on descriptor: Int32, again isAgain: Bool = false) throws(SystemError) {
        try Socket.listen(on: descriptor, again: isAgain)
        try Socket.setNonBlocking(descriptor)
    }

    /// Returns duplicated descriptors of sockets, for a loop to own.
    private static func copies(of descriptors: [Int32]) throws(SystemError) -> [Int32] {
        var copies: [Int32] = []
        for descriptor in descriptors {
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else {
                let error = SystemError("fcntl")
                close(copies)
                throw error
            }
            copies.append(copy)
        }
        return copies
    }
}

extension EventLoop {
    /// Listens on other sockets, then does the work on the loop's thread and returns.
    fileprivate func listen(
        on listeners: [Int32], then work: @escaping @Sendable () throws -> Void = {}
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            mailbox.post(.listen(listeners, done: { continuation.resume(with: Result(catching: work)) }))
        }
    }
}

extension SystemError {
    /// Whether the machine doesn't have the address, for example because it has no IPv6.
    fileprivate var isLackOfAddress: Bool { [EADDRNOTAVAIL, EAFNOSUPPORT].contains(code) }
}
