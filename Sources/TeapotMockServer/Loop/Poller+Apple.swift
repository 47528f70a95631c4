#if canImport(Darwin) || TEAPOT_KQUEUE
    import Foundation

    #if TEAPOT_KQUEUE
        import TeapotKqueue
    #endif

    /// A type that uses kqueue to wait for descriptors to become ready; inactive descriptors cost nothing.
    struct Poller {
        private let queue: Int32
        private var events: [kevent] = Array(repeating: kevent(), count: 512)

        init() throws(SystemError) {
            queue = kqueue()
            guard queue >= 0 else { throw SystemError("kqueue") }
        }

        /// Watches a descriptor until it's closed.
        func watch(_ descriptor: Int32, for interest: Interest) {
            let input = Self.inputChange(descriptor, isWanted: interest.contains(.input))
            let output = Self.change(descriptor, EVFILT_WRITE, EV_ADD)
            apply(interest.contains(.output) ? [input, output] : [input])
        }

        /// Changes the events to watch for on a descriptor.
        func watch(_ descriptor: Int32, for interest: Interest, insteadOf former: Interest) {
            var changes: [kevent] = []
            if interest.contains(.input) != former.contains(.input) {
                // Delete the filter first, because adding it again might not change whether it's cleared.
                changes.append(Self.change(descriptor, EVFILT_READ, EV_DELETE))
                changes.append(Self.inputChange(descriptor, isWanted: interest.contains(.input)))
            }
            if interest.contains(.output) != former.contains(.output) {
                changes.append(
                    Self.change(descriptor, EVFILT_WRITE, interest.contains(.output) ? EV_ADD : EV_DELETE))
            }
            apply(changes)
        }

        /// Closes a watched descriptor, which ends its events even if the socket is also open elsewhere.
        func close(_ descriptor: Int32) {
            _ = Socket.close(descriptor)
        }

        /// Waits until something is ready or a time in milliseconds has passed; -1 waits indefinitely.
        ///
        /// - Returns: The number of events, which you access with ``subscript(_:)``. A descriptor may have two, one for
        ///   each filter.
        mutating func wait(milliseconds: Int32) -> Int {
            let limit = Int32(events.count)
            guard milliseconds >= 0 else { return max(0, Int(kevent(queue, nil, 0, &events, limit, nil))) }
            var time = timespec(tv_sec: Int(milliseconds) / 1000, tv_nsec: Int(milliseconds) % 1000 * 1_000_000)
            return max(0, Int(kevent(queue, nil, 0, &events, limit, &time)))
        }

        /// Accesses a result of the last wait.
        subscript(index: Int) -> Readiness {
            let event = events[index]
            return Readiness(
                descriptor: Int32(truncatingIfNeeded: event.ident),
                isReadable: Int32(event.filter) == EVFILT_READ && event.udata != Self.unwanted,
                isWritable: Int32(event.filter) == EVFILT_WRITE,
                // The end of the peer's stream is readable. A reset also has an error code.
                isDead: Int32(event.flags) & EV_EOF != 0 && event.fflags != 0
            )
        }

        func close() {
            _ = Socket.close(queue)
        }

        /// Marks a read event that only reports a reset.
        private static var unwanted: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: 1) }

        /// The change that watches for input, or only for a reset.
        ///
        /// kqueue reports nothing for a descriptor without filters, not even a reset, so the input filter is always
        /// set. While input isn't wanted, the filter's event is cleared whenever it's taken, so that waiting input
        /// doesn't wake the loop again, and it's marked, so that it doesn't count as readable.
        private static func inputChange(_ descriptor: Int32, isWanted: Bool) -> kevent {
            var change = change(descriptor, EVFILT_READ, isWanted ? EV_ADD : EV_ADD | EV_CLEAR)
            change.udata = isWanted ? nil : unwanted
            return change
        }

        private static func change(_ descriptor: Int32, _ filter: Int32, _ action: Int32) -> kevent {
            var event = kevent()
            event.ident = UInt(descriptor)
            event.filter = Int16(filter)
            // With a receipt for each change, a rejected change doesn't stop the ones after it.
            event.flags = UInt16(action | EV_RECEIPT)
            return event
        }

        private func apply(_ changes: [kevent]) {
            guard !changes.isEmpty else { return }
            var receipts = changes
            _ = kevent(queue, changes, Int32(changes.count), &receipts, Int32(receipts.count), nil)
        }
    }
#endif
