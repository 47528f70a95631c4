#if os(Linux)
    import Teapot
    import TeapotEpoll

    /// Waits for descriptors to become ready, by epoll, which costs nothing for those that are not.
    struct Poller {
        private let epoll: Int32
        private var events = [epoll_event](repeating: epoll_event(), count: 512)

        init() throws(SystemError) {
            epoll = teapot_epoll_create()
            guard epoll >= 0 else { throw SystemError("epoll_create1") }
        }

        /// Begins to watch a descriptor, until it is closed or forgotten.
        func watch(_ descriptor: Int32, for interest: Interest) {
            _ = teapot_epoll_set(epoll, EPOLL_CTL_ADD, descriptor, Self.flags(of: interest))
        }

        /// Changes what a descriptor is watched for.
        func watch(_ descriptor: Int32, for interest: Interest, insteadOf _: Interest) {
            _ = teapot_epoll_set(epoll, EPOLL_CTL_MOD, descriptor, Self.flags(of: interest))
        }

        /// Stops watching a descriptor; do so before closing one that others hold open too.
        func forget(_ descriptor: Int32) {
            _ = teapot_epoll_set(epoll, EPOLL_CTL_DEL, descriptor, 0)
        }

        /// Waits until something is ready or a time has passed, in milliseconds; -1 waits for ever.
        ///
        /// - Returns: How many descriptors there is something to say of, by ``subscript(_:)``.
        mutating func wait(milliseconds: Int32) -> Int {
            max(0, Int(epoll_wait(epoll, &events, Int32(events.count), milliseconds)))
        }

        /// What the last waiting found.
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
