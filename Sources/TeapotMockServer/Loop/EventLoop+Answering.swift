import Foundation
import Teapot
import TeapotMock
import TeapotMockWebSocket

extension EventLoop {
    /// Passes a request to the router, which responds immediately unless the handler may wait, or to the mount.
    func handle(_ incoming: IncomingRequest, on connection: Connection) {
        // Keep the request until its response is sent, because the handshake for another protocol needs it.
        if incoming.asksForUpgrade { connection.incoming.value = incoming }
        if case .some = connection.negotiation { connection.negotiation = nil }
        (connection.down.value, connection.up.value) = (nil, nil)
        if let mountPath, incoming.isForServiceWorker || incoming.request.isBelow(mountPath) {
            return passToMount(incoming.request, on: connection)
        }
        let began = connection.began ?? Uptime.now
        // The rest of the input may have arrived after the loop woke up.
        connection.began = nil
        if isCompressing { connection.negotiation = Negotiation(incoming.request) }
        switch router.resolve(incoming.request, began: began) {
        case .now(let response, let entry):
            if response.isExplanation, let mount,
                case .unanswered(let diagnosis)? = router.journal.entry(entry)?.outcome,
                let response = mount.response(toUnanswered: diagnosis.request)
            {
                router.journal.change(entry, to: .switched("no route, so it redirects to \(mount.path)/"))
                return respond(to: connection, response, entry)
            }
            respond(to: connection, response, entry)
        case .later(let exchange):
            let (id, mailbox, entry) = (connection.id, mailbox, exchange.entry)
            exchange.arrived(in: now - min(began, now))
            connection.down.value = exchange.link.flatMap { NetworkPace($0.down) }
            // Bytes after the handshake belong to the other protocol.
            if incoming.asksForUpgrade { connection.up.value = exchange.link.flatMap { NetworkPace($0.up) } }
            connection.isHeld = exchange.isWaiting
            connection.abandon = { exchange.abandon() }
            let response = direct.take(for: id) { [direct] in
                exchange.start(here: true, runs: { mailbox.post(.handlerBegins(id)) }) {
                    if !direct.receive($0, for: id) { mailbox.post(.answered(id, $0, entry: entry)) }
                }
            }
            guard let response else { return }
            connection.abandon = nil
            connection.isHeld = false
            respond(to: connection, response, entry)
        }
    }

    /// Handles the result of a handler that may wait.
    func handlerEnded(_ id: ConnectionID, _ response: Response, _ entry: Int?) {
        guard let connection = connection(id) else { return endEntry(entry, .abandoned) }
        connection.abandon = nil
        connection.isHeld = false
        respond(to: connection, response, entry)
        proceed(with: connection)
    }

    /// Sends the response of a connection after its delay.
    func delayEnded(_ connection: Connection) {
        guard let response = connection.delayed.value.take() else { return }
        send(response, connection.entry, to: connection)
        proceed(with: connection)
    }

    private func respond(to connection: Connection, _ response: Response, _ entry: Int?) {
        guard response.delay > 0 else { return send(response, entry, to: connection) }
        connection.entry = entry
        connection.delayed.value = response
        addTimer(.answer(connection.id), for: connection, in: response.delay)
    }

    /// Writes a response, or its head if its body is sent in pieces.
    private func send(_ response: Response, _ entry: Int?, to connection: Connection) {
        if case .upgrade(let upgrade) = response.content, response.fault == nil,
            let service = upgrade.service as? WebSocket.Service
        {
            connection.entry = nil
            return open(service, with: response, entry, on: connection)
        }
        connection.entry = entry
        // Binding an optional existential would copy it.
        guard mountPath != nil, let mount, let entry else { return choose(response, for: connection) }
        if isObserved { mount.willSend(response, entry: entry) }
        var restricted = response
        mount.restrict(&restricted)
        choose(restricted, for: connection)
    }

    /// Writes a response in the form that its client requested.
    private func choose(_ response: Response, for connection: Connection) {
        write(connection.negotiation?.form(of: response) ?? response, to: connection)
    }

    /// Writes a response in its final form.
    func write(_ response: Response, to connection: Connection) {
        let rest = connection.state.answer(with: response, date: date, heads: heads, into: &output)
        if case .pieces(let stream) = rest { return start(stream, for: connection) }
        // The journal records a failure instead of the response, even though a server sends a text about it.
        let hasFailed = response.fault?.hasResponse == false && !response.isExplanation
        end(connection, hasFailed ? .brokenOff : rest)
    }

    /// Ends the exchange of a connection that has nothing left to send.
    private func end(_ connection: Connection, _ rest: ConnectionState.Rest) {
        switch rest {
        case .brokenOff: end(connection, .failed)
        case .nothing, .pieces: end(connection, .responded(connection.state.status))
        }
    }

    /// Ends the exchange of a connection; the journal records the end when the last bytes are written.
    private func end(_ connection: Connection, _ ending: Journal.Ending) {
        let rest = connection.pending.count + output.count
        if rest == 0 {
            endEntry(connection.entry, ending)
        } else if let entry = connection.entry {
            connection.unsent.append(Connection.Unsent(entry: entry, ending: ending, rest: rest))
        }
        (connection.entry, connection.isMountStream) = (nil, false)
        connection.incoming.value = nil
    }

    /// Records the end of an exchange in the journal, which has no entries for the mount's responses.
    func endEntry(_ entry: Int?, _ ending: Journal.Ending) {
        if let entry { router.journal.end(entry, ending) }
    }
}

extension EventLoop {
    /// Starts producing a body in pieces, no faster than the client reads them.
    private func start(_ stream: Response.Stream, for connection: Connection) {
        let (id, mailbox) = (connection.id, mailbox)
        connection.isMountStream = connection.entry == nil
        if connection.isMountStream, isStopping { return mailbox.post(.bodyEnded(id, hasFailed: false)) }
        let task = router.startTask {
            do {
                for try await piece in stream.start() {
                    let goesOn = await withCheckedContinuation { continuation in
                        mailbox.post(.piece(id, piece, goOn: { continuation.resume(returning: $0) }))
                    }
                    guard goesOn else { return }
                }
                mailbox.post(.bodyEnded(id, hasFailed: false))
            } catch {
                mailbox.post(.bodyEnded(id, hasFailed: true))
            }
        }
        connection.abandon = { task.cancel() }
    }

    /// Sends a piece of a body.
    func send(_ piece: Data, to id: ConnectionID, _ goOn: @escaping @Sendable (Bool) -> Void) {
        guard let connection = connection(id) else { return goOn(false) }
        if isObserved, let entry = connection.entry { mount?.willSend(piece, entry: entry) }
        let rest = connection.state.send(piece, into: &output)
        if case .pieces? = rest { return proceed(with: connection, goOn) }
        if let rest { end(connection, rest) }
        // Stop the producer, so none of its output ends up in the next response.
        connection.abandon = nil
        goOn(false)
        proceed(with: connection)
    }

    /// Writes the pending output, and tells the producer to continue once the client has read enough.
    func proceed(with connection: Connection, _ goOn: @escaping @Sendable (Bool) -> Void) {
        connection.goOn = goOn
        proceed(with: connection)
        // Nothing was written, for example because the piece was empty.
        if connection.pending.count < Self.backlog { connection.tellToGoOn(true) }
    }

    /// Ends a body, or closes the connection if the body's producer failed.
    func endBody(_ id: ConnectionID, hasFailed: Bool) {
        guard let connection = connection(id) else { return }
        connection.abandon = nil
        if hasFailed {
            connection.state.failBody()
            end(connection, .failed)
        } else {
            if let rest = connection.state.endBody(into: &output) { end(connection, rest) }
        }
        proceed(with: connection)
    }
}
