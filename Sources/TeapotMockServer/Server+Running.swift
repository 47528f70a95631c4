import Foundation
import Teapot
import TeapotMock

extension Server {
    /// A server that is listening: its port, its loops, and their threads.
    struct Running: Sendable {
        let port: UInt16
        private let interface: Interface
        private let loops: [EventLoop]
        private let threads: [SystemThread]
        private let refusal = Locked(Refusal.none)

        /// Whether connections are refused.
        private enum Refusal {
            case none
            /// Connections are refused, and these sockets keep the port.
            case refusing([Int32])
            /// The server was told to stop, so no more sockets are bound.
            case stopped
        }

        /// A function that creates and starts a thread; `nil` if the system can't create one.
        typealias ThreadMaker = (_ body: @escaping @Sendable () -> Void) -> SystemThread?

        init(
            port: UInt16, interface: Interface, limits: Limits, loopCount: Int, router: Router,
            mount: (any Mount)?, makeThread: ThreadMaker = { SystemThread($0) }
        ) throws(StartError) {
            self.interface = interface
            let bound: [Int32]
            do throws(SystemError) {
                (bound, self.port) = try Self.bind(interface, port: port)
            } catch {
                throw StartError(port: port, error)
            }
            defer { for descriptor in bound { _ = Socket.close(descriptor) } }
            var (loops, threads): ([EventLoop], [SystemThread]) = ([], [])
            do throws(SystemError) {
                for descriptor in bound { try Self.listen(on: descriptor) }
                for _ in 0..<loopCount {
                    let listeners = try Self.copies(of: bound)
                    loops.append(
                        try EventLoop(listeners: listeners, limits: limits, router: router, mount: mount))
                }
                for loop in loops {
                    guard let thread = makeThread({ loop.run() }) else {
                        // The only error of a thread without attributes: too many threads, or too little memory.
                        throw SystemError("pthread_create", code: EAGAIN)
                    }
                    threads.append(thread)
                }
            } catch {
                // No descriptor may remain: it would keep the port.
                for loop in loops.dropFirst(threads.count) { loop.close() }
                for loop in loops.prefix(threads.count) { loop.mailbox.post(.stop(within: 0)) }
                for thread in threads { thread.join() }
                throw StartError(port: port, error)
            }
            (self.loops, self.threads) = (loops, threads)
        }

        /// Stops the loops, and calls `done` on another thread after their threads have ended.
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

        private func tellToStop(within seconds: Double) {
            for descriptor in changeRefusal(to: .stopped) { _ = Socket.close(descriptor) }
            for loop in loops { loop.mailbox.post(.stop(within: seconds)) }
        }

        /// Ends a refusal.
        ///
        /// - Returns: The sockets that kept the port until now.
        private func changeRefusal(to new: Refusal) -> [Int32] {
            refusal.withLock { refusal in
                switch refusal {
                case .stopped: return []
                case .none:
                    refusal = new
                    return []
                case .refusing(let sockets):
                    refusal = new
                    return sockets
                }
            }
        }

        /// Closes the listeners, and keeps their port reserved.
        func refuse() async throws {
            for loop in loops { await loop.listen(on: []) }
            // The sockets are bound under the lock: those of a server that is told to stop at the same time would keep
            // the port for ever.
            try refusal.withLock { refusal in
                switch refusal {
                case .stopped: throw Server.NotRunning()
                case .refusing: return
                case .none:
                    do throws(SystemError) {
                        refusal = .refusing(try Self.bind(interface, port: port).descriptors)
                    } catch {
                        throw StartError(port: port, error)
                    }
                }
            }
        }

        /// Listens again.
        func accept() async throws {
            let bound = changeRefusal(to: .none)
            guard !bound.isEmpty else { return }
            defer { for descriptor in bound { _ = Socket.close(descriptor) } }
            do throws(SystemError) {
                for descriptor in bound { try Self.listen(on: descriptor) }
                for loop in loops { await loop.listen(on: try Self.copies(of: bound)) }
            } catch {
                throw StartError(port: port, error)
            }
        }
    }
}

extension Server.Running {
    /// The number of times that another free port is tried if the one assigned for IPv4 is taken for IPv6.
    private static let attempts = 16

    /// Returns sockets on every address of an interface, all with the same port; unavailable addresses are left out.
    private static func bind(
        _ interface: Server.Interface,
        port: UInt16
    ) throws(SystemError) -> (descriptors: [Int32], port: UInt16) {
        var attempt = 0
        while true {
            attempt += 1
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
                return (descriptors, actual)
            } catch {
                for descriptor in descriptors { _ = Socket.close(descriptor) }
                guard port == 0, error.code == EADDRINUSE, attempt < attempts else { throw error }
            }
        }
    }

    private static func listen(on descriptor: Int32) throws(SystemError) {
        try Socket.listen(on: descriptor)
        try Socket.setNonBlocking(descriptor)
    }

    /// Returns duplicated descriptors of sockets, for a loop to own.
    private static func copies(of descriptors: [Int32]) throws(SystemError) -> [Int32] {
        var copies: [Int32] = []
        for descriptor in descriptors {
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else {
                let error = SystemError("fcntl")
                for copy in copies { _ = Socket.close(copy) }
                throw error
            }
            copies.append(copy)
        }
        return copies
    }
}

extension EventLoop {
    /// Listens on other sockets, and returns after the change is made.
    fileprivate func listen(on listeners: [Int32]) async {
        await withCheckedContinuation { continuation in
            mailbox.post(.listen(listeners, done: { continuation.resume() }))
        }
    }
}

extension SystemError {
    /// A Boolean value that indicates whether the machine lacks the address, as without IPv6.
    fileprivate var isLackOfAddress: Bool { [EADDRNOTAVAIL, EAFNOSUPPORT].contains(code) }
}
