#if canImport(Darwin) || TEAPOT_KQUEUE
    import Foundation

    #if TEAPOT_KQUEUE
        import TeapotKqueue
    #endif

    extension Socket {
        /// Takes the next waiting connection, or `nil` when there is none on a non-blocking listener.
        package static func accepted(from listener: Int32, blocking: Bool) throws(SystemError) -> Int32? {
            try accepted(from: listener) { descriptor throws(SystemError) in
                try prepare(descriptor)
                // A connection inherits the listener's mode, so that it must be undone as well as done.
                try setNonBlocking(descriptor, !blocking)
            }
        }

        /// Takes the next waiting connection that can be prepared.
        ///
        /// A connection that is reset before it is prepared refuses its options with EINVAL. It is closed, and the next
        /// one is tried.
        ///
        /// - Parameters:
        ///   - listener: The socket that listens.
        ///   - prepare: Sets the options of a connection; it must not close it.
        /// - Returns: The connection's descriptor, or `nil` if none waits.
        /// - Throws: What the system says.
        static func accepted(
            from listener: Int32,
            prepare: (Int32) throws(SystemError) -> Void
        ) throws(SystemError) -> Int32? {
            while let descriptor = try nextAccepted({ accept(listener, nil, nil) }) {
                do throws(SystemError) {
                    try prepare(descriptor)
                    return descriptor
                } catch {
                    _ = close(descriptor)
                    guard error.code == EINVAL else { throw error }
                }
            }
            return nil
        }

        /// Makes writing to a closed peer an error rather than a signal, which would end the whole process.
        static func refuseSignals(of descriptor: Int32) throws(SystemError) {
            guard setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE) == 0 else { throw SystemError("setsockopt") }
        }

        /// Returns the socket itself.
        static func keepingPort(of descriptor: Int32, at _: Address) throws(SystemError) -> Int32 { descriptor }

        /// Returns `false`: on these systems a socket that listens does so until it is closed.
        static func endListening(_: Int32) -> Bool { false }

        /// The kind of a new socket.
        static var creationKind: Int32 { socketKind(SOCK_STREAM) }

        /// The flags of each write; the signal is turned off for the whole socket.
        package static var sendFlags: Int32 {
            #if canImport(Darwin)
                0
            #else
                Int32(MSG_NOSIGNAL)
            #endif
        }

        /// The flags of a write that the end of the output follows at once; these systems send them one by one.
        static var lastSendFlags: Int32 { sendFlags }
    }
#endif
