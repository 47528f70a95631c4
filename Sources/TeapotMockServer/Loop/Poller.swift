import Teapot

/// Waits for descriptors to become ready; the one place that knows how the system is asked.
///
/// This one asks with `poll`, which every platform has. Its cost grows with the descriptors watched.
struct Poller {
    /// What a descriptor is watched for.
    ///
    /// That the peer is gone is always told.
    struct Interest: OptionSet {
        let rawValue: UInt8
        static let input = Interest(rawValue: 1)
        static let output = Interest(rawValue: 2)
    }

    /// What became of a descriptor.
    struct Event {
        var descriptor: Int32
        var isReadable: Bool
        var isWritable: Bool
        /// The connection is reset, or ended in both directions: nobody can be answered any more.
        var isDead: Bool
    }

    private var entries: [pollfd] = []
    private var positions: [Int32: Int] = [:]

    /// Watches a descriptor, or changes what it is watched for.
    mutating func watch(_ descriptor: Int32, for interest: Interest) {
        var events: Int32 = 0
        if interest.contains(.input) { events |= Int32(POLLIN) }
        if interest.contains(.output) { events |= Int32(POLLOUT) }
        if let position = positions[descriptor] {
            entries[position].events = Int16(events)
        } else {
            positions[descriptor] = entries.count
            entries.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
        }
    }

    /// Stops watching a descriptor; do so before closing it.
    mutating func forget(_ descriptor: Int32) {
        guard let position = positions.removeValue(forKey: descriptor) else { return }
        let last = entries.removeLast()
        guard last.fd != descriptor else { return }
        entries[position] = last
        positions[last.fd] = position
    }

    /// Waits until something is ready or a time has passed, in milliseconds; -1 waits for ever.
    mutating func wait(milliseconds: Int32) -> [Event] {
        let ready = poll(&entries, nfds_t(entries.count), milliseconds)
        guard ready > 0 else { return [] }
        var events: [Event] = []
        events.reserveCapacity(Int(ready))
        for entry in entries where entry.revents != 0 {
            let flags = Int32(entry.revents)
            events.append(
                Event(
                    descriptor: entry.fd,
                    isReadable: flags & Int32(POLLIN) != 0,
                    isWritable: flags & Int32(POLLOUT) != 0,
                    isDead: flags & Int32(POLLERR | POLLHUP | POLLNVAL) != 0
                )
            )
        }
        return events
    }
}
