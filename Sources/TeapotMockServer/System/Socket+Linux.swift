#if (os(Linux) || os(Android)) && !TEAPOT_KQUEUE
    import Foundation
    import TeapotEpoll

    extension Socket {
        /// Accepts the next waiting connection, or returns `nil` if there's none on a nonblocking listener.
        ///
        /// The connection inherits its options from the listener.
        package static func accepted(from listener: Int32, blocking: Bool) throws(SystemError) -> Int32? {
            try nextAccepted { teapot_accept(listener, blocking ? 1 : 0) }
        }

        /// Binds a new socket to the port number that the system chose for another socket, and closes the other socket.
        ///
        /// When a socket stops listening, it loses a port that Linux chose, but keeps one that was requested.
        static func keepingPort(of chosen: Int32, at address: Address) throws(SystemError) -> Int32 {
            defer { _ = close(chosen) }
            // Two sockets that aren't listening can share a port if both allow it.
            setOption(chosen, SOL_SOCKET, SO_REUSEADDR)
            let descriptor = try bound(to: address, port: localPort(of: chosen), reused: true)
            setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, false)
            return descriptor
        }

        /// Stops a socket from listening, but keeps its port.
        ///
        /// - Returns: Whether the system could do that.
        static func endListening(_ descriptor: Int32) -> Bool {
            // Otherwise, another socket could share the port, since no socket is listening on it.
            setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, false)
            return shutdown(descriptor, Int32(SHUT_RD)) == 0
        }

        /// Does nothing: `sendFlags` turns the signal off for each write.
        static func refuseSignals(of _: Int32) throws(SystemError) {}

        /// The kind of a new socket: a stream that no child process inherits, not even one that is being started.
        static var creationKind: Int32 { socketKind(SOCK_STREAM) | socketKind(SOCK_CLOEXEC) }

        /// The flags for each write: no signal if the peer has disconnected.
        package static var sendFlags: Int32 { Int32(MSG_NOSIGNAL) }

        /// The flags for the last write before the end of the output, so the end is sent in the same packet.
        static var lastSendFlags: Int32 { sendFlags | Int32(MSG_MORE) }
    }
#endif
