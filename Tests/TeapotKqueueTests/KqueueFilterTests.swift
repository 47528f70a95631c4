import Foundation
import TeapotKqueue
import TeapotMockServer
import TeapotTestSupport
import Testing

/// Tests of filters on sockets and pipes, each based on a sentence of Apple's manual page kqueue(2).
///
/// On an Apple system they run against the system's own kqueue(2): a failure there is a mistake in the stand-in.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `The filters of a kqueue` {
    // "The filter identified in a kevent is executed upon the initial registration of that event in order to detect
    // whether a preexisting condition is present".
    @Test func `a condition that holds before the event is added is reported`() throws {
        let queue = try Queue()
        let connection = try Connection()
        connection.send("abc")
        try queue.change(connection.near, EVFILT_READ, EV_ADD)
        #expect(try queue.event()?.data == 3)
    }

    // "The filter is also run when the user attempts to retrieve the kevent from the kqueue. If the filter indicates
    // that the condition that triggered the event no longer holds, the kevent is removed from the kqueue and is not
    // returned."
    @Test func `an event is reported for as long as its condition holds`() throws {
        let queue = try Queue()
        let connection = try Connection()
        try queue.change(connection.near, EVFILT_READ, EV_ADD)
        connection.send("abc")
        for _ in 0..<3 { #expect(try queue.events(within: 10).map(\.data) == [3]) }
        #expect(connection.receive() == 3)
        #expect(try queue.events().isEmpty)
        connection.send("d")
        #expect(try queue.event()?.data == 1)
    }

    // "Multiple events which trigger the filter do not result in multiple kevents being placed on the kqueue; instead,
    // the filter will aggregate the events into a single struct kevent." "On return, data contains the number of bytes
    // of protocol data available to read."
    @Test func `data that arrives in pieces is one event`() throws {
        let queue = try Queue()
        let connection = try Connection()
        try queue.change(connection.near, EVFILT_READ, EV_ADD)
        for _ in 0..<5 { connection.send("ab") }
        let event = try #require(try queue.event { $0.data == 10 })
        #expect(event.isRead)
        #expect(!event.isEnd)
        #expect(try queue.events().count == 1)
    }

    // "EV_CLEAR: After the event is retrieved by the user, its state is reset. This is useful for filters which report
    // state transitions instead of the current state."
    @Test func `an event with EV_CLEAR is reported once for each change`() throws {
        let queue = try Queue()
        let connection = try Connection()
        try queue.change(connection.near, EVFILT_READ, EV_ADD | EV_CLEAR)
        connection.send("a")
        #expect(try queue.event()?.data == 1)
        #expect(try queue.events().isEmpty)
        connection.send("b")
        #expect(try queue.event()?.data == 2)
        #expect(try queue.events().isEmpty)
        connection.resetFar()
        #expect(try queue.event()?.isEnd == true)
        #expect(try queue.events().isEmpty)
    }

    // "EV_ONESHOT: Causes the event to return only the first occurrence of the filter being triggered. After the user
    // retrieves the event from the kqueue, it is deleted."
    @Test func `an event with EV_ONESHOT is deleted when it's returned`() throws {
        let queue = try Queue()
        let connection = try Connection()
        try queue.change(connection.near, EVFILT_READ, EV_ADD | EV_ONESHOT)
        connection.send("a")
        #expect(try queue.event() != nil)
        #expect(try queue.events().isEmpty)
        let error = #expect(throws: SystemError.self) { try queue.change(connection.near, EVFILT_READ, EV_DELETE) }
        #expect(error?.code == ENOENT)
    }

    // "A kevent is identified by an (ident, filter, and optional udata value) tuple."
    @Test func `the filters of one descriptor are two events`() throws {
        let queue = try Queue()
        let connection = try Connection()
        connection.send("a")
        try queue.change(connection.near, EVFILT_READ, EV_ADD | EV_CLEAR)
        try queue.change(connection.near, EVFILT_WRITE, EV_ADD)
        #expect(try queue.event { $0.isRead } != nil)
        // One is cleared, the other isn't, and each is deleted separately.
        for _ in 0..<3 { #expect(try queue.events(within: 10).map { $0.isRead } == [false]) }
        try queue.change(connection.near, EVFILT_WRITE, EV_DELETE)
        #expect(try queue.events().isEmpty)
        connection.send("b")
        #expect(try queue.event()?.isRead == true)
    }

    // "Sockets which have previously been passed to listen() return when there is an incoming connection pending. data
    // contains the size of the listen backlog."
    @Test func `a listener is readable while a connection waits`() throws {
        let queue = try Queue()
        let listener = try Socket.listening(port: 0, blocking: false)
        defer { _ = Socket.close(listener) }
        try queue.change(listener, EVFILT_READ, EV_ADD)
        #expect(try queue.events().isEmpty)
        let clients = try (0..<3).map { _ in try Socket.connected(to: Socket.localPort(of: listener)) }
        defer { for client in clients { _ = Socket.close(client) } }
        #expect(try queue.event { $0.data == 3 } != nil)
        while let accepted = try Socket.accepted(from: listener, blocking: false) { _ = Socket.close(accepted) }
        #expect(try queue.events().isEmpty)
    }

    // "If the read direction of the socket has shutdown, then the filter also sets EV_EOF in flags, and returns the
    // socket error (if any) in fflags. It is possible for EOF to be returned (indicating the connection is gone) while
    // there is still data pending in the socket buffer."
    @Test func `the end of a stream is reported with the count of bytes left to read`() throws {
        let queue = try Queue()
        let connection = try Connection()
        try queue.change(connection.near, EVFILT_READ, EV_ADD)
        connection.send("abc")
        Socket.endOutput(connection.far)
        let event = try #require(try queue.event { $0.isEnd })
        #expect(event.data == 3)
        #expect(event.fflags == 0)
        #expect(connection.receive() == 3)
        #expect(try queue.event { $0.isEnd }?.data == 0)
    }

    // The same sentence, with an error; and for EVFILT_WRITE: "For sockets, the low water mark and socket error
    // handling is identical to the EVFILT_READ case."
    @Test(arguments: [EVFILT_READ, EVFILT_WRITE])
    func `a reset is an end with an error, and the next read still returns that error`(_ filter: Int32) throws {
        let queue = try Queue()
        let connection = try Connection()
        try queue.change(connection.near, filter, EV_ADD)
        connection.resetFar()
        let event = try #require(try queue.event { $0.isEnd })
        #expect(event.fflags == UInt32(ECONNRESET))
        #expect(Int32(event.filter) == filter)
        #expect(connection.receive() == -1)
        #expect(errno == ECONNRESET)
    }

    // "EVFILT_WRITE: … returns whenever it is possible to write to the descriptor. For sockets, pipes and fifos, data
    // will contain the amount of space remaining in the write buffer."
    @Test func `a descriptor is writable until its buffer is full`() throws {
        let queue = try Queue()
        let connection = try Connection()
        try queue.change(connection.near, EVFILT_WRITE, EV_ADD)
        let room = try #require(try queue.event()).data
        #expect(room > 0)
        let bytes = [UInt8](repeating: 0, count: 1 << 16)
        while write(connection.near, bytes, bytes.count) > 0 {}
        #expect(errno == EAGAIN)
        #expect(try queue.events().isEmpty)
        try Socket.setNonBlocking(connection.far)
        var taken = [UInt8](repeating: 0, count: 1 << 20)
        while try queue.events(within: 0.01).isEmpty { _ = read(connection.far, &taken, taken.count) }
    }

    // EVFILT_WRITE: "The filter will set EV_EOF when the reader disconnects".
    @Test func `a socket that was shut down for writing has ended`() throws {
        let queue = try Queue()
        let connection = try Connection()
        try queue.change(connection.near, EVFILT_WRITE, EV_ADD)
        #expect(try queue.event()?.isEnd == false)
        Socket.endOutput(connection.near)
        let event = try #require(try queue.event { $0.isEnd })
        #expect(event.fflags == 0)
    }

    // "Fifos, Pipes: Returns when there is data to read; data contains the number of bytes available. When the last
    // writer disconnects, the filter will set EV_EOF in flags."
    @Test func `a pipe reports its bytes, and ends with its last writer`() throws {
        let queue = try Queue()
        let pipe = try Connection.byPipe()
        try queue.change(pipe.near, EVFILT_READ, EV_ADD)
        #expect(try queue.events().isEmpty)
        pipe.send("abc")
        let event = try #require(try queue.event())
        #expect(event.data == 3)
        #expect(!event.isEnd)
        pipe.closeFar()
        #expect(try queue.event { $0.isEnd }?.data == 3)
        #expect(pipe.receive() == 3)
        #expect(try queue.event { $0.isEnd }?.fflags == 0)
    }

    // EVFILT_WRITE: "The filter will set EV_EOF when the reader disconnects".
    @Test func `a pipe whose reader is closed has ended`() throws {
        let queue = try Queue()
        let pipe = try Connection.byPipe()
        try queue.change(pipe.far, EVFILT_WRITE, EV_ADD)
        let event = try #require(try queue.event())
        #expect(event.data > 0)
        #expect(!event.isEnd)
        pipe.closeNear()
        #expect(try queue.event { $0.isEnd } != nil)
    }

    // Not from the page: the option that stands for SO_NOSIGPIPE on Linux.
    @Test func `SO_NOSIGPIPE can be set and read`() throws {
        let connection = try Connection()
        var (value, size) = (Int32(1), socklen_t(MemoryLayout<Int32>.size))
        #expect(setsockopt(connection.far, SOL_SOCKET, SO_NOSIGPIPE, &value, size) == 0)
        value = 0
        #expect(getsockopt(connection.far, SOL_SOCKET, SO_NOSIGPIPE, &value, &size) == 0)
        #expect(value != 0)
    }
}
