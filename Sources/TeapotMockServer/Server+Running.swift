import Teapot
import TeapotMock

extension Server {
    /// A server that is listening: its port, its loops, and their threads.
    struct Running: Sendable {
        let port: UInt16
        private let interface: Interface
        private let loops: [EventLoop]
        private let threads: [SystemThread]
        /// The sockets that keep the port while connections are refused.
        private let placeholders = Locked<[Int32]>([])

        init(
            port: UInt16, interface: Interface, limits: Limits, loopCount: Int, router: Router,
            mount: (any Mount)?
        ) throws(StartError) {
            self.interface = interface
            let bound: [Int32]
            do throws(SystemError) {
                (bound, self.port) = try Self.bind(interface, port: port)
            } catch {
                throw StartError(port: port, error)
            }
            do throws(SystemError) {
                for descriptor in bound { try Self.listen(on: descriptor) }
                var loops: [EventLoop] = []
                for _ in 0..<loopCount {
                    let listeners = try Self.copies(of: bound)
                    loops.append(
                        try EventLoop(listeners: listeners, limits: limits, router: router, mount: mount))
                }
                threads = try loops.map { loop throws(SystemError) in
                    guard let thread = SystemThread({ loop.run() }) else { throw SystemError("pthread_create") }
                    return thread
                }
                self.loops = loops
                for descriptor in bound { _ = Socket.close(descriptor) }
            } catch {
                for descriptor in bound { _ = Socket.close(descriptor) }
                throw StartError(port: port, error)
            }
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
            for descriptor in takePlaceholders() { _ = Socket.close(descriptor) }
            for loop in loops { loop.mailbox.post(.stop(within: seconds)) }
        }

        private func takePlaceholders() -> [Int32] {
            placeholders.withLock { placeholders in
                defer { placeholders = [] }
                return placeholders
            }
        }

        /// Closes the listeners, and keeps their port reserved.
        func refuse() async throws {
            guard placeholders.withLock({ $0.isEmpty }) else { return }
            for loop in loops { await loop.listen(on: []) }
            do throws(SystemError) {
                let bound = try Self.bind(interface, port: port).descriptors
                placeholders.withLock { $0 = bound }
            } catch {
                throw StartError(port: port, error)
            }
        }

        /// Listens again.
        func accept() async throws {
            let bound = takePlaceholders()
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
        try descriptors.map { descriptor throws(SystemError) in
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else { throw SystemError("fcntl") }
            return copy
        }
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
