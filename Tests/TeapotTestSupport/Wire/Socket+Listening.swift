package import TeapotMockServer

extension Socket {
    /// Returns a TCP socket that listens on 127.0.0.1.
    ///
    /// When the function returns, the kernel already completes handshakes, up to the backlog, so a client can connect
    /// at once.
    package static func listening(port: UInt16, blocking: Bool) throws(SystemError) -> Int32 {
        try onFreePort(port) { () throws(SystemError) in
            let descriptor = try bound(to: .loopback4, port: port, again: port != 0)
            do throws(SystemError) {
                try listen(on: descriptor)
                if !blocking { try setNonBlocking(descriptor) }
                return descriptor
            } catch {
                _ = close(descriptor)
                throw error
            }
        }
    }
}
