import Foundation
import TeapotKqueue
import TeapotMockServer
import Testing

/// Tests of queues, changes and waiting, each based on a sentence of Apple's manual page kqueue(2).
///
/// On an Apple system they run against the system's own kqueue(2): a failure there is a mistake in the stand-in.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `A kqueue` {
    // "The kqueue() system call creates a new kernel event queue and returns a descriptor."
    @Test func `each queue has its own events`() throws {
        let (one, other) = (try Queue(), try Queue())
        let connection = try Connection()
        try one.change(connection.near, EVFILT_READ, EV_ADD)
        connection.send("a")
        #expect(try one.event()?.ident == UInt(connection.near))
        #expect(try other.events().isEmpty)
    }

    // "If timeout is a non-NULL pointer, it specifies a maximum interval to wait for an event";
    // "If the time limit expires, then kevent() … return 0."
    @Test func `a call returns without events after its timeout, not before`() throws {
        let queue = try Queue()
        var events: [kevent]?
        let time = try ContinuousClock().measure { events = try queue.events(within: 0.03) }
        #expect(events?.isEmpty == true)
        #expect(time >= .milliseconds(30))
    }

    // "To effect a poll, … the timeout argument should be non-NULL, pointing to a zero-valued timespec structure."
    @Test func `a timeout of zero doesn't wait`() throws {
        let queue = try Queue()
        let connection = try Connection()
        try queue.change(connection.near, EVFILT_READ, EV_ADD)
        #expect(try queue.events(within: 0).isEmpty)
    }

    // "If timeout is a NULL pointer, both kevent() and kevent64() wait indefinitely."
    @Test func `a call without a timeout waits for an event`() throws {
        let queue = try Queue()
        let connection = try Connection()
        try queue.change(connection.near, EVFILT_READ, EV_ADD)
        let far = connection.far
        let writer = SystemThread {
            usleep(20_000)
            _ = "a".withCString { write(far, $0, 1) }
        }
        defer { writer?.join() }
        #expect(try queue.events(within: nil).map(\.data) == [1])
    }

    // "EINVAL: The specified time limit or filter is invalid."
    @Test func `a negative timeout and an unknown filter are refused`() throws {
        let queue = try Queue()
        var time = timespec(tv_sec: -1, tv_nsec: 0)
        var event = kevent()
        #expect(kevent(queue.descriptor, nil, 0, &event, 1, &time) == -1)
        #expect(errno == EINVAL)
        let error = #expect(throws: SystemError.self) { try queue.change(0, 77, EV_ADD) }
        #expect(error?.code == EINVAL)
    }

    // "EBADF: The specified descriptor is invalid."
    @Test func `a closed descriptor is refused, as a queue and in a change`() throws {
        let queue = try Queue()
        let error = #expect(throws: SystemError.self) { try queue.change(1_000_000, EVFILT_READ, EV_ADD) }
        #expect(error?.code == EBADF)
        var event = kevent()
        #expect(kevent(1_000_000, nil, 0, &event, 1, nil) == -1)
        #expect(errno == EBADF)
    }

    // "The kevent() … system calls return the number of events placed in the eventlist, up to the value given by
    // nevents."
    @Test func `no more events are returned than fit, and none is lost`() throws {
        let queue = try Queue()
        let connections = try (0..<5).map { _ in try Connection() }
        for connection in connections {
            try queue.change(connection.near, EVFILT_READ, EV_ADD)
            try queue.change(connection.near, EVFILT_WRITE, EV_ADD)
            connection.send("a")
        }
        var seen: Set<[Int]> = []
        while seen.count < 10 {
            let events = try queue.events(within: 10, most: 3)
            try #require((1...3).contains(events.count))
            for event in events { seen.insert([Int(event.ident), Int(event.filter)]) }
        }
    }

    // "All changes contained in the changelist are applied before any pending events are read from the queue."
    @Test func `changes come before events`() throws {
        let queue = try Queue()
        let (one, other) = (try Connection(), try Connection())
        try queue.change(one.near, EVFILT_READ, EV_ADD)
        one.send("a")
        other.send("b")
        _ = try queue.event()
        let changes = [kevent(one.near, EVFILT_READ, EV_DELETE), kevent(other.near, EVFILT_READ, EV_ADD)]
        #expect(try queue.events(changes, within: 10).map(\.ident) == [UInt(other.near)])
    }

    // "An (ident, filter, and optional udata value) tuple can only appear once in a given kqueue. Subsequent attempts
    // to register the same tuple … will result in the replacement of the conditions being watched, not an addition."
    // "udata: Opaque user-defined value passed through the kernel unchanged."
    @Test func `adding an event again replaces it`() throws {
        let queue = try Queue()
        let connection = try Connection()
        try queue.change(connection.near, EVFILT_READ, EV_ADD, udata: 1)
        try queue.change(connection.near, EVFILT_READ, EV_ADD, udata: 2)
        connection.send("a")
        #expect(try queue.events(within: 10).map { Int(bitPattern: $0.udata) } == [2])
    }

    // "EV_ADD: … Adding an event automatically enables it, unless overridden by the EV_DISABLE flag."
    // "EV_ENABLE: Permit kevent() … to return the event if it is triggered."
    @Test func `a disabled event isn't returned until it's enabled`() throws {
        let queue = try Queue()
        let connection = try Connection()
        connection.send("a")
        try queue.change(connection.near, EVFILT_READ, EV_ADD | EV_DISABLE)
        #expect(try queue.events().isEmpty)
        try queue.change(connection.near, EVFILT_READ, EV_ENABLE)
        #expect(try queue.events(within: 10).count == 1)
        try queue.change(connection.near, EVFILT_READ, EV_DISABLE)
        #expect(try queue.events().isEmpty)
        try queue.change(connection.near, EVFILT_READ, EV_ADD)
        #expect(try queue.events(within: 10).count == 1)
    }

    // "EV_DELETE: Removes the event from the kqueue."
    // "ENOENT: The event could not be found to be modified or deleted."
    @Test(arguments: [EV_DELETE, EV_ENABLE, EV_DISABLE])
    func `a deleted event can't be deleted or modified`(_ flag: Int32) throws {
        let queue = try Queue()
        let connection = try Connection()
        try queue.change(connection.near, EVFILT_READ, EV_ADD)
        connection.send("a")
        try queue.change(connection.near, EVFILT_READ, EV_DELETE)
        #expect(try queue.events().isEmpty)
        let error = #expect(throws: SystemError.self) { try queue.change(connection.near, EVFILT_READ, flag) }
        #expect(error?.code == ENOENT)
    }

    // "Calling close() on a file descriptor will remove any kevents that reference the descriptor."
    @Test(arguments: [false, true])
    func `closing a descriptor removes its events, even if another has the same socket`(_ isShared: Bool) throws {
        let queue = try Queue()
        let connection = try Connection()
        try queue.change(connection.near, EVFILT_READ, EV_ADD)
        let copy = isShared ? dup(connection.near) : -1
        defer { if copy >= 0 { _ = Socket.close(copy) } }
        connection.send("a")
        #expect(try queue.event() != nil)
        let closed = connection.near
        connection.closeNear()
        #expect(try queue.events().isEmpty)
        // The next descriptor with the same number has none of its events.
        let next = try Connection()
        if next.near == closed { next.send("b") }
        #expect(try queue.events().isEmpty)
        try queue.change(next.near, EVFILT_READ, EV_ADD)
        next.send("b")
        #expect(try queue.event()?.ident == UInt(next.near))
    }

    // "EV_RECEIPT: This flag is useful for making bulk changes to a kqueue without draining any pending events. When
    // passed as input, it forces EV_ERROR to always be returned. When a filter is successfully added, the data field
    // will be zero."
    @Test func `a receipt is returned for each change that asks for one, and no event`() throws {
        let queue = try Queue()
        let connection = try Connection()
        connection.send("a")
        let changes = [
            kevent(connection.near, EVFILT_READ, EV_ADD | EV_RECEIPT),
            kevent(connection.near, EVFILT_WRITE, EV_DELETE | EV_RECEIPT),
            kevent(connection.near, EVFILT_WRITE, EV_ADD | EV_RECEIPT),
        ]
        let receipts = try queue.events(changes, within: 10)
        #expect(receipts.map { $0.has(EV_ERROR) } == [true, true, true])
        #expect(receipts.map(\.data) == [0, Int(ENOENT), 0])
        #expect(Set(try queue.events(within: 10).map { Int32($0.filter) }) == [EVFILT_READ, EVFILT_WRITE])
    }

    // "If an error occurs while processing an element of the changelist and there is enough room in the eventlist, then
    // the event will be placed in the eventlist with EV_ERROR set in flags and the system error in data. Otherwise, -1
    // will be returned, and errno will be set to indicate the error condition."
    @Test func `an error is an event if there's room for it, and otherwise fails the call`() throws {
        let queue = try Queue()
        let connection = try Connection()
        let changes = [
            kevent(connection.near, EVFILT_READ, EV_DELETE), kevent(connection.near, EVFILT_READ, EV_ADD),
        ]
        connection.send("a")
        let errors = try queue.events(changes, within: 10)
        #expect(errors.map(\.data) == [Int(ENOENT)])
        #expect(errors.first?.has(EV_ERROR) == true)
        #expect(errors.first?.ident == UInt(connection.near))
        // The change after it was made.
        #expect(try queue.event() != nil)
        let error = #expect(throws: SystemError.self) { try queue.change(connection.near, EVFILT_WRITE, EV_DELETE) }
        #expect(error?.code == ENOENT)
    }

    // "The same array may be used for the changelist and eventlist."
    @Test func `changes and events may be in one array`() throws {
        let queue = try Queue()
        let connection = try Connection()
        var list = [
            kevent(connection.near, EVFILT_READ, EV_ADD | EV_RECEIPT, udata: 1),
            kevent(connection.near, EVFILT_READ, EV_DELETE, udata: 2),
            kevent(connection.near, EVFILT_WRITE, EV_ADD | EV_RECEIPT, udata: 3),
        ]
        let count = list.withUnsafeMutableBufferPointer {
            kevent(queue.descriptor, $0.baseAddress, 3, $0.baseAddress, 3, nil)
        }
        #expect(count == 2)
        #expect(list[..<2].map { Int(bitPattern: $0.udata) } == [1, 3])
    }
}
