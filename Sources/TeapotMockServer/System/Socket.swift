import Foundation

/// The socket calls shared by the server and the tests' servers; their errors name the failed call.
package enum Socket {
    /// The result of a read or a write on a socket.
    package enum Transfer: Equatable {
        /// The number of transferred bytes; for a read, zero means the end of the peer's stream.
        case bytes(Int)
        /// No transfer is possible now.
        case wouldBlock
        /// The connection has failed, because it was reset or closed locally.
        case failed(SystemError)
    }

    /// Returns a TCP socket that is neither bound nor connected.
    private static func made(_ family: Int32) throws(SystemError) -> Int32 {
        let descriptor = socket(family, creationKind, 0)
        guard descriptor >= 0 else { throw SystemError("socket") }
        return descriptor
    }

    /// Calls a function up to 16 times if it asks for any free port but the assigned port is taken, for IPv6 or by
    /// another process before the socket listens.
    package static func onFreePort<Result>(
        _ port: UInt16, _ listen: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        for _ in 1..<16 {
            do throws(SystemError) { return try listen() } catch {
                guard port == 0, error.code == EADDRINUSE else { throw error }
            }
        }
        return try listen()
    }

    /// An address of this machine.
    package enum Address: Sendable {
        /// The IPv4 loopback address, 127.0.0.1.
        case loopback4
        /// The IPv6 loopback address, ::1.
        case loopback6
        /// The address 0.0.0.0, for every IPv4 address.
        case every4
        /// The address ::, for every IPv6 address but no IPv4 address.
        case every6

        fileprivate var family: Int32 {
            switch self {
            case .loopback4, .every4: AF_INET
            case .loopback6, .every6: AF_INET6
            }
        }
    }

    /// Creates a TCP socket bound to a port, so no other socket gets the port and connections are refused.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - port: The port, or 0 for any free port.
    ///   - isAgain: Whether the port may have been bound before and may still have old connections.
    /// - Returns: The descriptor.
    /// - Throws: The system's error.
    package static func bound(to address: Address, port: UInt16, again isAgain: Bool = false) throws(SystemError)
        -> Int32
    {
        let descriptor = try claim(address, again: isAgain) { address, isReused throws(SystemError) in
            try bound(to: address, port: port, reused: isReused)
        }
        return port == 0 ? try keepingPort(of: descriptor, at: address) : descriptor
    }

    static func bound(to address: Address, port: UInt16, reused isReused: Bool) throws(SystemError) -> Int32 {
        let descriptor = try made(address.family)
        if isReused { setOption(descriptor, SOL_SOCKET, SO_REUSEADDR) }
        // Accepted connections inherit these options. Small writes are sent immediately.
        setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
        if address.family == AF_INET6 { setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
        setCloseOnExec(descriptor)
        guard withName(of: address, port: port, { systemBind(descriptor, $0, $1) }) == 0 else {
            let error = SystemError("bind")
            _ = close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Begins to listen on a bound socket.
    ///
    /// If the socket has listened before, it can listen again despite its old connections.
    package static func listen(on descriptor: Int32, again isAgain: Bool = false) throws(SystemError) {
        if isAgain { setOption(descriptor, SOL_SOCKET, SO_REUSEADDR) }
        guard systemListen(descriptor, backlog: 1024) == 0 else { throw SystemError("listen") }
        // From now on, no other socket can share the port, but the port can be bound again despite its connections.
        setOption(descriptor, SOL_SOCKET, SO_REUSEADDR)
    }

    private static func withName(
        of address: Address, port: UInt16, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        switch address {
        case .loopback4, .every4:
            var name = loopback(port: port)
            if case .every4 = address { name.sin_addr.s_addr = 0 }
            return withName(&name, call)
        case .loopback6, .every6:
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_port = port.bigEndian
            // The last of the sixteen bytes of ::1.
            if case .loopback6 = address { withUnsafeMutableBytes(of: &name.sin6_addr) { $0[15] = 1 } }
            return withName(&name, call)
        }
    }

    private static func withName<Name>(
        _ name: inout Name,
        _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<Name>.size))
            }
        }
    }

    /// Returns the port that a socket is bound to.
    package static func localPort(of descriptor: Int32) throws(SystemError) -> UInt16 {
        var address = sockaddr_in()  // An IPv6 address has its port in the same place.
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0 else { throw SystemError("getsockname") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Connects to a port of this machine, blocking until the handshake is complete.
    package static func connected(to port: UInt16, at address: Address = .loopback4) throws(SystemError) -> Int32 {
        let descriptor = try made(address.family)
        do throws(SystemError) {
            try prepare(descriptor)
            guard withName(of: address, port: port, { connect(descriptor, $0, $1) }) == 0 else {
                throw SystemError("connect")
            }
            return descriptor
        } catch {
            _ = close(descriptor)
            throw error
        }
    }

    /// Retries until a connection is accepted or none is waiting.
    static func nextAccepted(_ accept: () -> Int32) throws(SystemError) -> Int32? {
        while true {
            let descriptor = accept()
            if descriptor >= 0 { return descriptor }
            switch errno {
            case EINTR, ECONNABORTED: continue  // It's gone, but another may be waiting.
            case EAGAIN, EWOULDBLOCK: return nil
            default: throw SystemError("accept")
            }
        }
    }

    /// Reads the available bytes, up to the size of the buffer.
    package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        transfer("recv") { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
    }

    /// Returns whether the peer has ended its half, with no unread bytes before the end.
    static func hasEnded(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
    }

    /// Returns whether a read, or accepting a connection, would return immediately.
    static func isReadable(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// Writes as much as possible, without the SIGPIPE signal for a connection that the peer has closed.
    package static func write(
        _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, flags: Int32 = sendFlags
    ) -> Transfer {
        transfer("send") { send(descriptor, bytes.baseAddress, bytes.count, flags) }
    }

    /// Writes as much as possible of two consecutive pieces in one system call.
    package static func write(
        _ descriptor: Int32,
        _ first: UnsafeRawBufferPointer,
        _ second: UnsafeRawBufferPointer,
        flags: Int32 = sendFlags
    ) -> Transfer {
        guard !second.isEmpty else { return write(descriptor, first, flags: flags) }
        guard !first.isEmpty else { return write(descriptor, second, flags: flags) }
        // The system only reads the pieces, even though the C declaration is mutable.
        var pieces = [first, second].map {
            iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count)
        }
        return pieces.withUnsafeMutableBufferPointer { pieces in
            var message = msghdr()
            message.msg_iov = pieces.baseAddress
            message.msg_iovlen = .init(pieces.count)
            return transfer("sendmsg") { sendmsg(descriptor, &message, flags) }
        }
    }

    /// Ends the sending half of a connection; the peer reads the end after the written bytes.
    package static func endOutput(_ descriptor: Int32) {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Ends both halves, which wakes any thread that is blocked on the socket.
    package static func endBoth(_ descriptor: Int32) {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Closes a descriptor.
    package static func close(_ descriptor: Int32) -> Int32 {
        systemClose(descriptor)
    }

    /// Configures the socket to send a reset (RST) instead of an end (FIN) when it's closed.
    package static func resetOnClose(_ descriptor: Int32) {
        var value = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    }

    /// Sets whether calls on a descriptor return immediately instead of blocking.
    package static func setNonBlocking(_ descriptor: Int32, _ isNonBlocking: Bool = true) throws(SystemError) {
        let flags = fcntl(descriptor, F_GETFL)
        let wanted = isNonBlocking ? flags | O_NONBLOCK : flags & ~O_NONBLOCK
        guard flags >= 0, wanted == flags || fcntl(descriptor, F_SETFL, wanted) >= 0 else { throw SystemError("fcntl") }
    }

    /// Prevents child processes from inheriting a descriptor.
    package static func setCloseOnExec(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Sets options so that small writes are sent immediately, and a write to a closed peer is an error instead of a
    /// signal.
    static func prepare(_ descriptor: Int32) throws(SystemError) {
        setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
        setCloseOnExec(descriptor)
        try refuseSignals(of: descriptor)
    }

    /// Sets an option.
    ///
    /// - Returns: 0, or -1 if the system refuses. Most options aren't essential.
    @discardableResult
    static func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ isOn: Bool = true) -> Int32 {
        var on: Int32 = isOn ? 1 : 0
        return setsockopt(descriptor, level, name, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func transfer(_ name: String, _ call: () -> Int) -> Transfer {
        while true {
            let count = call()
            if count >= 0 { return .bytes(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return .wouldBlock
            default: return .failed(SystemError(name))
            }
        }
    }
}
