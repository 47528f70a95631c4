#if canImport(Darwin)
    import Teapot

    /// A poller that waits for descriptors to become ready, by kqueue; inactive descriptors cost nothing.
    struct Poller {
        private let queue: Int32
        private var events = [kevent](repeating: kevent(), count: 512)

        init() throws(SystemError) {
            queue = kqueue()
            guard queue >= 0 else { throw SystemError("kqueue") }
        }

        /// Begins to watch a descriptor, until it is closed or forgotten.
        func watch(_ descriptor: Int32, for interest: Interest) {
            watch(descriptor, for: interest, insteadOf: [])
        }

        /// Changes the events that a descriptor is watched for.
        func watch(_ descriptor: Int32, for interest: Interest, insteadOf former: Interest) {
            for (one, filter) in [(Interest.input, EVFILT_READ), (.output, EVFILT_WRITE)] {
                guard interest.contains(one) != former.contains(one) else { continue }
                change(descriptor, filter, interest.contains(one) ? EV_ADD : EV_DELETE)
            }
        }

        /// Stops watching a descriptor; required before closing one that is open elsewhere too.
        func forget(_ descriptor: Int32) {
            change(descriptor, EVFILT_READ, EV_DELETE)
            change(descriptor, EVFILT_WRITE, EV_DELETE)
        }

        /// Waits until a descriptor is ready or a time has passed, in milliseconds; -1 waits indefinitely.
        ///
        /// - Returns: The number of ready descriptors, which ``subscript(_:)`` accesses.
        mutating func wait(milliseconds: Int32) -> Int {
            var time = timespec(tv_sec: Int(milliseconds) / 1000, tv_nsec: Int(milliseconds) % 1000 * 1_000_000)
            let limit = Int32(events.count)
            return max(0, Int(kevent(queue, nil, 0, &events, limit, milliseconds < 0 ? nil : &time)))
        }

        /// Accesses a result of the last wait.
        subscript(index: Int) -> Readiness {
            let event = events[index]
            return Readiness(
                descriptor: Int32(event.ident),
                isReadable: Int32(event.filter) == EVFILT_READ,
                isWritable: Int32(event.filter) == EVFILT_WRITE,
                // The end of the peer's stream is readable; a reset also has an error.
                isDead: Int32(event.flags) & EV_EOF != 0 && event.fflags != 0
            )
        }

        func close() {
            _ = Socket.close(queue)
        }

        private func change(_ descriptor: Int32, _ filter: Int32, _ action: Int32) {
            var event = kevent()
            event.ident = UInt(descriptor)
            event.filter = Int16(filter)
            event.flags = UInt16(action)
            _ = kevent(queue, &event, 1, nil, 0, nil)
        }
    }
#endif
