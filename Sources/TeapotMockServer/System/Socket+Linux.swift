#if (os(Linux) || os(Android)) && !TEAPOT_KQUEUE
    import Foundation
    import TeapotEpoll

    extension Socket {
        /// Takes the next waiting connection, or `nil` when there is none on a non-blocking listener.
        ///
        /// It inherits its options from the listener.
        package static func accepted(from listener: Int32, blocking: Bool) throws(SystemError) -> Int32? {
            try nextAccepted { teapot_accept(listener, blocking ? 1 : 0) }
        }

        /// Returns a socket that is bound by number to the port that the system chose for another, which is closed.
        ///
        /// When a socket stops listening, Linux takes a chosen port from it, but leaves it one that was asked for.
        static func keepingPort(of chosen: Int32, at address: Address) throws(SystemError) -> Int32 {
            defer { _ = close(chosen) }
            // Two sockets that do not listen can share a port if both allow it.
            setOption(chosen, SOL_SOCKET, SO_REUSEADDR)
            let descriptor = try bound(to: address, port: localPort(of: chosen), reused: true)
            setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, false)
            return descriptor
        }

        /// Ends the listening of a socket, which keeps its port.
        ///
        /// - Returns: Whether the system could do that.
        static func endListening(_ descriptor: Int32) -> Bool {
            // Otherwise the port could be shared, since nobody listens on it.
            setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, false)
            return shutdown(descriptor, Int32(SHUT_RD)) == 0
        }

        /// Does nothing: `sendFlags` turns the signal off for each write.
        static func refuseSignals(of _: Int32) throws(SystemError) {}

        /// The kind of a new socket: a stream that no child process inherits, also one that is started at this moment.
        static var creationKind: Int32 { socketKind(SOCK_STREAM) | socketKind(SOCK_CLOEXEC) }

        /// The flags of each write: no signal if the peer is gone.
        package static var sendFlags: Int32 { Int32(MSG_NOSIGNAL) }

        /// The flags of a write that the end of the output follows at once, with which its last packet leaves.
        static var lastSendFlags: Int32 { sendFlags | Int32(MSG_MORE) }
    }
#endif
