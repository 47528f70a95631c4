#if (os(Linux) || os(Android)) && !TEAPOT_KQUEUE
    import Foundation
    import TeapotEpoll

    /// A type that uses epoll to wait for descriptors to become ready; inactive descriptors cost nothing.
    struct Poller {
        private let epoll: Int32
        private var events = [epoll_event](repeating: epoll_event(), count: 512)

        init() throws(SystemError) {
            epoll = teapot_epoll_create()
            guard epoll >= 0 else { throw SystemError("epoll_create1") }
        }

        /// Watches a descriptor until ``close(_:)`` closes it.
        func watch(_ descriptor: Int32, for interest: Interest) {
            _ = teapot_epoll_set(epoll, EPOLL_CTL_ADD, descriptor, Self.flags(of: interest))
        }

        /// Changes the events to watch for on a descriptor.
        func watch(_ descriptor: Int32, for interest: Interest, insteadOf _: Interest) {
            _ = teapot_epoll_set(epoll, EPOLL_CTL_MOD, descriptor, Self.flags(of: interest))
        }

        /// Closes a watched descriptor.
        ///
        /// Otherwise, its events would continue if the socket is also open elsewhere, as in a child process that hasn't
        /// executed its program yet. They would then be attributed to the next socket with the same number.
        func close(_ descriptor: Int32) {
            _ = teapot_epoll_set(epoll, EPOLL_CTL_DEL, descriptor, 0)
            _ = Socket.close(descriptor)
        }

        /// Waits until a descriptor is ready or a time in milliseconds has passed; -1 waits indefinitely.
        ///
        /// - Returns: The number of ready descriptors, which you access with ``subscript(_:)``.
        mutating func wait(milliseconds: Int32) -> Int {
            max(0, Int(epoll_wait(epoll, &events, Int32(events.count), milliseconds)))
        }

        /// Accesses a result of the last wait.
        subscript(index: Int) -> Readiness {
            let flags = events[index].events
            return Readiness(
                descriptor: events[index].data.fd,
                isReadable: flags & UInt32(TEAPOT_READABLE) != 0,
                isWritable: flags & UInt32(TEAPOT_WRITABLE) != 0,
                isDead: flags & UInt32(TEAPOT_DEAD) != 0
            )
        }

        func close() {
            _ = Socket.close(epoll)
        }

        private static func flags(of interest: Interest) -> UInt32 {
            var flags: UInt32 = 0
            if interest.contains(.input) { flags |= UInt32(TEAPOT_READABLE) }
            if interest.contains(.output) { flags |= UInt32(TEAPOT_WRITABLE) }
            return flags
        }
    }
#endif
