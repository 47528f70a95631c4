#if canImport(Darwin) || TEAPOT_KQUEUE
    import Foundation

    #if TEAPOT_KQUEUE
        import TeapotKqueue
    #endif

    extension Socket {
        /// Accepts the next waiting connection, or returns `nil` if there's none on a nonblocking listener.
        package static func accepted(from listener: Int32, blocking: Bool) throws(SystemError) -> Int32? {
            try accepted(from: listener) { descriptor throws(SystemError) in
                try prepare(descriptor)
                // A connection inherits the listener's mode, so the mode must be set either way.
                try setNonBlocking(descriptor, !blocking)
            }
        }

        /// Accepts the next waiting connection that can be prepared.
        ///
        /// If a connection is reset before it's prepared, setting its options fails with EINVAL. In that case, it's
        /// closed, and the next one is tried.
        ///
        /// - Parameters:
        ///   - listener: The socket that listens.
        ///   - prepare: A closure that sets a connection's options. It must not close the connection.
        /// - Returns: The connection's descriptor, or `nil` if none is waiting.
        /// - Throws: The system's error.
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

        /// Makes writing to a closed peer an error instead of a signal, which would end the process.
        static func refuseSignals(of descriptor: Int32) throws(SystemError) {
            guard setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE) == 0 else { throw SystemError("setsockopt") }
        }

        /// Returns the socket itself.
        static func keepingPort(of descriptor: Int32, at _: Address) throws(SystemError) -> Int32 { descriptor }

        /// Returns `false`: on these systems, a listening socket listens until it's closed.
        static func endListening(_: Int32) -> Bool { false }

        /// The kind of a new socket.
        static var creationKind: Int32 { socketKind(SOCK_STREAM) }

        /// The flags for each write; the signal is turned off for the whole socket.
        package static var sendFlags: Int32 {
            #if canImport(Darwin)
                0
            #else
                Int32(MSG_NOSIGNAL)
            #endif
        }

        /// The flags for the last write before the end of the output, which these systems send separately.
        static var lastSendFlags: Int32 { sendFlags }
    }
#endif
