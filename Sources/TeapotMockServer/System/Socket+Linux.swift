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
