import Foundation
import TeapotKqueue
import TeapotMockServer
import TeapotTestSupport

/// A queue that is closed when its last reference is released.
final class Queue {
    let descriptor: Int32

    init() throws(SystemError) {
        descriptor = kqueue()
        guard descriptor >= 0 else { throw SystemError("kqueue") }
    }

    deinit {
        _ = Socket.close(descriptor)
    }

    /// Makes a single change without asking for events.
    func change(_ ident: Int32, _ filter: Int32, _ flags: Int32, udata: Int = 0) throws(SystemError) {
        var change = kevent(ident, filter, flags, udata: udata)
        guard kevent(descriptor, &change, 1, nil, 0, nil) == 0 else { throw SystemError("kevent") }
    }

    /// Makes changes, and returns the events within a time in seconds; `nil` waits forever.
    func events(
        _ changes: [kevent] = [],
        within seconds: Double? = 0,
        most: Int = 16
    ) throws(SystemError) -> [kevent] {
        var events: [kevent] = Array(repeating: kevent(), count: most)
        let count: Int32
        if let seconds {
            var time = timespec(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
            count = kevent(descriptor, changes, Int32(changes.count), &events, Int32(most), &time)
        } else {
            count = kevent(descriptor, changes, Int32(changes.count), &events, Int32(most), nil)
        }
        guard count >= 0 else { throw SystemError("kevent") }
        return Array(events[..<Int(count)])
    }

    /// Takes events until one meets a condition, for at most ten seconds.
    func event(where isAwaited: (kevent) -> Bool = { _ in true }) throws(SystemError) -> kevent? {
        let end = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < end {
            if let found = try events(within: 10).first(where: isAwaited) { return found }
        }
        return nil
    }
}

extension kevent {
    init(_ ident: Int32, _ filter: Int32, _ flags: Int32, udata: Int = 0) {
        self.init()
        (self.ident, self.filter) = (UInt(bitPattern: Int(ident)), Int16(filter))
        (self.flags, self.udata) = (UInt16(flags), UnsafeMutableRawPointer(bitPattern: udata))
    }

    func has(_ flag: Int32) -> Bool { Int32(flags) & flag != 0 }
    var isEnd: Bool { has(EV_EOF) }
    var isRead: Bool { Int32(filter) == EVFILT_READ }
}

/// Two connected descriptors, closed when the last reference is released unless they were closed before.
final class Connection {
    private(set) var near: Int32
    private(set) var far: Int32

    /// Two ends of a TCP connection on 127.0.0.1.
    init() throws(SystemError) {
        let listener = try Socket.listening(port: 0, blocking: true)
        defer { _ = Socket.close(listener) }
        far = try Socket.connected(to: Socket.localPort(of: listener))
        near = try Socket.accepted(from: listener, blocking: false) ?? -1
    }

    private init(near: Int32, far: Int32) {
        (self.near, self.far) = (near, far)
    }

    deinit {
        closeNear()
        closeFar()
    }

    /// A pipe: its reading end is `near`, its writing end is `far`.
    static func byPipe() throws(SystemError) -> Connection {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError("pipe") }
        return Connection(near: ends[0], far: ends[1])
    }

    func send(_ text: String) {
        _ = Data(text.utf8).withUnsafeBytes { write(far, $0.baseAddress, $0.count) }
    }

    /// Reads the available bytes, and returns their number.
    @discardableResult
    func receive() -> Int {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        return read(near, &bytes, bytes.count)
    }

    func closeNear() {
        if near >= 0 { _ = Socket.close(near) }
        near = -1
    }

    func closeFar() {
        if far >= 0 { _ = Socket.close(far) }
        far = -1
    }

    func resetFar() {
        Socket.resetOnClose(far)
        closeFar()
    }
}
