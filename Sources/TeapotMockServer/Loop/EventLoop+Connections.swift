import Teapot
import TeapotMock

extension EventLoop {
    /// One client's socket with its state machine and the bytes that wait to be written.
    final class Connection {
        let id: ConnectionID
        var state: ConnectionState
        var output: [UInt8] = []
        var written = 0
        var task: Task<Void, Never>?

        init(id: ConnectionID, limits: Server.Limits) {
            self.id = id
            state = ConnectionState(limits: limits)
        }
    }

    /// The connection, unless it is gone, whoever has its descriptor now.
    func connection(_ id: ConnectionID) -> Connection? {
        guard let found = connections[id.descriptor], found.id == id else { return nil }
        return found
    }

    func handle(_ event: Poller.Event, of connection: Connection) {
        if event.isWritable, !connection.output.isEmpty { flush(connection) }
        if event.isReadable, connection.state.wantsInput {
            readOnce(connection)
        } else if event.isDead {
            shut(connection)
        }
    }

    /// A handler is done; its response may have to wait.
    func answered(_ id: ConnectionID, _ response: Response) {
        guard let connection = connection(id) else { return }
        connection.task = nil
        if response.delay > 0 {
            addTimer(.answer(id, response), in: response.delay)
        } else {
            answer(id, response)
        }
    }

    func answer(_ id: ConnectionID, _ response: Response) {
        guard let connection = connection(id) else { return }
        perform(connection.state.answered(with: response, date: date), on: connection)
    }

    /// Gives a connection up, with the handler that works for it.
    func shut(_ connection: Connection) {
        guard connections[connection.id.descriptor]?.id == connection.id else { return }
        connection.task?.cancel()
        _ = connection.state.close()
        connections[connection.id.descriptor] = nil
        poller.forget(connection.id.descriptor)
        _ = Socket.close(connection.id.descriptor)
    }

    private func readOnce(_ connection: Connection) {
        let date = date
        let action: ConnectionState.Action = read(connection.id.descriptor) { transfer, bytes in
            switch transfer {
            case .wouldBlock: .wait
            case .failed: connection.state.close()
            case .bytes(0): connection.state.inputDidEnd(date: date)
            case .bytes: connection.state.received(bytes, date: date)
            }
        }
        perform(action, on: connection)
    }

    /// Carries an action out, and those that follow from it.
    private func perform(_ action: ConnectionState.Action, on connection: Connection) {
        switch action {
        case .wait:
            break
        case .handle(let request):
            call(request, for: connection)
        case .send(let bytes):
            connection.output = bytes
            connection.written = 0
            flush(connection)
            return
        case .endOutput:
            Socket.endOutput(connection.id.descriptor)
            addTimer(.lingeringEnds(connection.id), in: Self.lingeringTime)
        case .close:
            shut(connection)
            return
        }
        updateInterest(connection)
    }

    private func flush(_ connection: Connection) {
        while connection.written < connection.output.count {
            let transfer = connection.output.withUnsafeBytes {
                Socket.write(connection.id.descriptor, UnsafeRawBufferPointer(rebasing: $0[connection.written...]))
            }
            switch transfer {
            case .bytes(let count): connection.written += count
            case .wouldBlock: return updateInterest(connection)
            case .failed: return shut(connection)
            }
        }
        connection.output = []
        perform(connection.state.sent(date: date), on: connection)
    }

    private func updateInterest(_ connection: Connection) {
        var interest: Poller.Interest = connection.state.wantsInput ? .input : []
        if !connection.output.isEmpty { interest.insert(.output) }
        poller.watch(connection.id.descriptor, for: interest)
    }

    private func call(_ request: Request, for connection: Connection) {
        let (id, handler, mailbox) = (connection.id, handler, mailbox)
        connection.task = Task {
            let response: Response
            do {
                response = try await handler(request)
            } catch {
                response = .plain(
                    500,
                    "The handler of \(request.method) \(request.path) threw: \(String(reflecting: error))"
                )
            }
            mailbox.post(.answered(id, response))
        }
    }
}
