import Teapot
import TeapotMock
import TeapotMockWebSocket

extension EventLoop {
    /// The time a client has to close its side after the server has closed its own, in seconds.
    private static let closingTime = 10.0

    /// Turns a connection into a WebSocket, or tells the client why it can't (RFC 6455 §4.2.2).
    func open(_ service: WebSocket.Service, with response: Response, _ entry: Int?, on connection: Connection) {
        // A request that doesn't ask for another protocol isn't kept. All such requests lack the same parts.
        let incoming =
            connection.incoming.value.take()
            ?? IncomingRequest(request: Request(method: "GET", path: "/"), minorVersion: 1, keepsAlive: true)
        let handshake = WebSocketHandshake(
            incoming.request, minorVersion: incoming.minorVersion, protocols: service.protocols,
            headers: response.headers)
        switch handshake {
        case .refused(let refusal):
            connection.state.answer(with: refusal, date: date, into: &output)
            endEntry(entry, .responded(connection.state.status))
        case .accepted(let fields, let subprotocol):
            let head = Response(status: 101, headers: fields)
            connection.state.answer(with: head, date: date, into: &output)
            endEntry(entry, .responded(connection.state.status))
            // If the headers couldn't be sent, another response was sent instead.
            guard connection.state.status == 101 else { return }
            let request = entry.flatMap(router.journal.boundRequest(of:)) ?? incoming.request
            serve(connection, service, request, subprotocol)
        }
    }

    private func serve(
        _ connection: Connection, _ service: WebSocket.Service, _ request: Request, _ subprotocol: String?
    ) {
        let (id, mailbox) = (connection.id, mailbox)
        let socket = WebSocket(
            request: request, subprotocol: subprotocol, service: service,
            resume: { mailbox.post(.resume(id)) },
            write: { bytes in
                let isOpen = await withCheckedContinuation { continuation in
                    mailbox.post(.frames(id, bytes, goOn: { continuation.resume(returning: $0) }))
                }
                if !isOpen { throw ConnectionIsGone() }
            })
        let task = router.startTask {
            await socket.run()
            mailbox.post(.socketClosed(id))
        }
        connection.socket = socket
        connection.goAway = { task.cancel() }
        connection.abandon = {
            socket.connectionDidEnd()
            task.cancel()
        }
        let rest = connection.state.upgrade()
        if !rest.isEmpty { rest.withUnsafeBytes { receive($0, on: socket, of: connection) } }
    }

    /// Passes a client's bytes to a WebSocket, and writes the reply.
    func receive(_ bytes: UnsafeRawBufferPointer, on socket: WebSocket, of connection: Connection) {
        let reception = socket.received(bytes)
        output.append(reception.reply)
        connection.isPaused = reception.pauses
        if reception.pauses { watch(connection, for: connection.interest.subtracting(.input)) }
        guard reception.ends else { return }
        // If the close frames of both sides cross, the server still sends its own (RFC 6455 §5.5.1).
        if connection.hasSentClose || !reception.reply.isEmpty {
            _ = connection.state.end(.linger)
        } else {
            connection.endsWithClose = true
        }
    }

    /// Writes frames that a WebSocket sends on its own.
    func sendFrames(_ bytes: [UInt8], to id: ConnectionID, _ goOn: @escaping @Sendable (Bool) -> Void) {
        guard let connection = connection(id), connection.socket != nil, !connection.isLingering else {
            return goOn(false)
        }
        output.append(bytes)
        if bytes.first == Self.closeFrame {
            connection.hasSentClose = true
            if connection.endsWithClose { _ = connection.state.end(.linger) }
        }
        proceed(with: connection, goOn)
    }

    /// The first byte of a close frame (RFC 6455 §5.2): a complete message with opcode 8.
    private static let closeFrame: UInt8 = 0x88

    /// Resumes reading, because the WebSocket has room for more messages.
    func resume(_ id: ConnectionID) {
        guard let connection = connection(id), connection.isPaused else { return }
        connection.isPaused = false
        proceed(with: connection)
    }

    /// Sets a time limit for the client once the server has closed its side.
    func socketClosed(_ id: ConnectionID) {
        guard let connection = connection(id) else { return }
        addTimer(.lingeringEnds(id), for: connection, in: Self.closingTime)
    }

    /// Closes a connection whose time has run out, unless a slow network has taken some of the output since the last
    /// time.
    func endLingering(_ connection: Connection) {
        let rest = connection.pending.count
        guard connection.down.isPresent, rest > 0, rest < connection.closingRest ?? .max else {
            return shut(connection)
        }
        connection.closingRest = rest
        addTimer(.lingeringEnds(connection.id), for: connection, in: Self.closingTime)
    }
}

/// The error for a WebSocket that writes to a closed connection.
private struct ConnectionIsGone: Error {}
