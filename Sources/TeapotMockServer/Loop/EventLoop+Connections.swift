import Teapot
import TeapotMock
import TeapotMockWebSocket

extension EventLoop {
    /// A client's socket, with its state machine and the pending output.
    final class Connection {
        let id: ConnectionID
        @exclusivity(unchecked) var state: ConnectionState
        /// The output that the client hasn't read yet.
        @exclusivity(unchecked) var pending = Output()
        /// The client's deadline, in nanoseconds of the loop's clock, or 0 if there's none.
        @exclusivity(unchecked) var deadline: UInt64 = 0
        /// A time at which the current request had already begun to arrive, in nanoseconds of ``Uptime``, or `nil` if
        /// it isn't known yet.
        @exclusivity(unchecked) var began: UInt64?
        /// The journal entry of the current request, or `nil` if there's none, as for a request to the mount.
        @exclusivity(unchecked) var entry: Int?
        /// The responses that haven't been completely written yet, in order.
        @exclusivity(unchecked) var unsent: [Unsent] = []
        /// The current response, during its delay.
        @exclusivity(unchecked) var delayed = Rare<Response>()
        /// The number of the loop's timers that belong to the connection.
        @exclusivity(unchecked) var timerCount = 0
        /// A closure that cancels the work on a response.
        @exclusivity(unchecked) var abandon: (@Sendable () -> Void)?
        /// The properties of the request that determine whether its response is compressed, or `nil` if none is.
        @exclusivity(unchecked) var negotiation: Negotiation?
        /// The pace at which the current response is written, or empty if the network takes no time.
        @exclusivity(unchecked) var down = Rare<NetworkPace>()
        /// The pace at which a body or another protocol is read, or empty if the network takes no time.
        @exclusivity(unchecked) var up = Rare<NetworkPace>()
        /// The time of the earliest timer for the pace, in nanoseconds of the loop's clock, or `nil` if there's none.
        @exclusivity(unchecked) var paceTimer: UInt64?
        /// The number of unwritten bytes when a closing WebSocket's time last ran out.
        @exclusivity(unchecked) var closingRest: Int?
        /// The current request, if it asks for another protocol.
        @exclusivity(unchecked) var incoming = Rare<IncomingRequest>()
        /// The WebSocket of the connection.
        @exclusivity(unchecked) var socket: WebSocket?
        /// A closure that tells the WebSocket that the server is stopping.
        @exclusivity(unchecked) var goAway: (@Sendable () -> Void)?
        /// A closure that tells a body's producer whether to create another piece.
        @exclusivity(unchecked) var goOn: (@Sendable (Bool) -> Void)?
        // The smallest properties come last, so none of them takes up a whole word.
        @exclusivity(unchecked) var interest: Interest = .input
        /// The timeout for which the deadline was set.
        @exclusivity(unchecked) var timeout = ConnectionState.Timeout.request
        /// Whether the request is held, or its handler is delayed.
        @exclusivity(unchecked) var isHeld = false
        /// Whether reading must wait for the timer.
        @exclusivity(unchecked) var isReadingLater = false
        /// Whether the mount is sending a stream, such as events, which lasts until the client disconnects or the
        /// server stops.
        @exclusivity(unchecked) var isMountStream = false
        /// Whether the server has sent a close frame.
        @exclusivity(unchecked) var hasSentClose = false
        /// Whether the client has closed its side and is waiting for the server's close frame.
        @exclusivity(unchecked) var endsWithClose = false
        /// Whether the WebSocket has no room for more messages from the client.
        @exclusivity(unchecked) var isPaused = false
        /// Whether all output has been written, and input is discarded.
        @exclusivity(unchecked) var isLingering = false

        init(id: ConnectionID, limits: Server.Limits) {
            self.id = id
            state = ConnectionState(limits: limits)
        }

        /// Whether reading would be useful now.
        var wantsInput: Bool {
            (state.wantsInput || isUpToClient && state.hasRoom) && !isPaused && !isReadingLater && pending.isEmpty
        }

        /// The maximum number of bytes to read at once.
        ///
        /// It's small at the beginning of a request: the rest of a large body is read directly into its memory, but
        /// bytes read before that are copied twice.
        var readLimit: Int { state.timeout == .request || isUpToClient ? 4000 : .max }

        /// Tells a waiting producer that there is room, or that there never will be.
        func tellToGoOn(_ hasRoom: Bool) {
            let waiting = goOn
            goOn = nil
            waiting?(hasRoom)
        }

        /// Whether the exchange ends when the client ends its half, as for a delayed or held response, or a stream of
        /// the mount.
        ///
        /// This can't be distinguished from closing the connection, and the connection would then occupy a descriptor
        /// until the delay ends. A running handler continues: it's cancelled when the connection is reset, and its
        /// response is sent to a client that has ended only its half.
        var isUpToClient: Bool { delayed.isPresent || isHeld || isMountStream }

        /// Whether the connection can be closed without interrupting a request.
        var isIdle: Bool { state.timeout == .request && pending.isEmpty }
    }

    func connection(at descriptor: Int32) -> Connection? {
        let place = Int(descriptor)
        return place < connections.count ? connections[place] : nil
    }

    /// Returns the connection with an identifier, or `nil` if it's closed, even if its descriptor has been reused.
    func connection(_ id: ConnectionID) -> Connection? {
        guard let found = connection(at: id.descriptor), found.id == id else { return nil }
        return found
    }

    func handle(_ event: Readiness, of connection: Connection) {
        if event.isWritable, !connection.pending.isEmpty { return proceed(with: connection) }
        if event.isReadable, connection.wantsInput {
            readOnce(connection)
        } else if event.isDead {
            shut(connection)
        } else if event.isReadable {
            // Input isn't needed now. Reading continues once the current request has been answered.
            watch(connection, for: connection.interest.subtracting(.input))
        }
    }

    /// Closes a connection, and cancels its handler.
    func shut(_ connection: Connection) {
        let place = Int(connection.id.descriptor)
        guard self.connection(connection.id) === connection else { return }
        connections[place] = nil
        poller.close(connection.id.descriptor)
        connection.abandon?()
        connection.tellToGoOn(false)
        for response in connection.unsent {
            endEntry(response.entry, response.ending == .failed ? .failed : .abandoned)
        }
        let isWhole = connection.pending.isEmpty && connection.state.hasSentBody
        endEntry(connection.entry, isWhole ? .responded(connection.state.status) : .abandoned)
        dropTimers(of: connection)
        didShut()
    }

    /// Closes or rejects connections whose clients are too slow.
    func giveUpSlowOnes() {
        for case let connection? in connections where connection.deadline != 0 && connection.deadline <= now {
            let rejection: Rejection? =
                switch connection.timeout {
                case .head: Rejection(408, "The request's head was not received within \(limits.headSeconds) s.")
                case .body: Rejection(408, "No bytes of the request's body arrived for \(limits.bodySeconds) s.")
                case .request, .none: nil
                }
            guard let rejection else {
                shut(connection)
                continue
            }
            _ = connection.state.reject(rejection, date: date, into: &output)
            proceed(with: connection)
        }
    }

    func readOnce(_ connection: Connection) {
        // The first bytes after a request begin the next one. They had already arrived when the loop woke up.
        let timeout = connection.state.timeout
        if timeout != .head, timeout != .body { connection.began = now }
        let limit = readLimit(of: connection)
        if limit == 0 { return }
        if let rest = connection.state.bodyRest { return readBody(of: connection, to: rest, upTo: limit) }
        let isAlive = read(connection.id.descriptor, upTo: min(connection.readLimit, limit)) { transfer, bytes in
            connection.didRead(bytes.count, of: limit)
            switch transfer {
            case .wouldBlock: return true
            case .failed: return false
            case .bytes(0):
                if connection.isUpToClient { return false }
                connection.state.inputDidEnd()
            case .bytes:
                if let socket = connection.socket, !connection.isLingering {
                    receive(bytes, on: socket, of: connection)
                } else {
                    connection.state.received(bytes)
                }
            }
            return true
        }
        if isAlive { proceed(with: connection) } else { shut(connection) }
    }

    /// Reads a part of a large body directly into its memory.
    private func readBody(of connection: Connection, to rest: UnsafeMutableRawBufferPointer, upTo limit: Int) {
        let room = UnsafeMutableRawBufferPointer(rebasing: rest.prefix(limit))
        switch Socket.read(connection.id.descriptor, into: room) {
        case .wouldBlock: return
        case .failed: return shut(connection)
        case .bytes(0): connection.state.inputDidEnd()
        case .bytes(let count):
            connection.state.didReadBody(count)
            connection.didRead(count, of: limit)
        }
        proceed(with: connection)
    }

    /// Continues until the connection has to wait for something, and writes the pending output.
    func proceed(with connection: Connection) {
        while true {
            guard flushIfFull(connection) else { return }
            switch connection.state.next(date: date, into: &output) {
            case .handle(let incoming):
                handle(incoming, on: connection)
            case .wait:
                guard flush(connection) else { return }
                // The server is stopping, and was waiting for this output.
                if isStopping, connection.isIdle { return shut(connection) }
                return settle(connection)
            case .end(.linger):
                guard flush(connection, isLast: true) else { return }
                return linger(connection)
            case .end(.close):
                let hasOutput = !output.isEmpty || !connection.pending.isEmpty
                guard flush(connection, isLast: true) else { return }
                // End the output before closing: if more input has arrived, closing would discard the bytes held back.
                if hasOutput { Socket.endOutput(connection.id.descriptor) }
                return shut(connection)
            case .end(.reset):
                guard flush(connection) else { return }
                Socket.resetOnClose(connection.id.descriptor)
                return shut(connection)
            }
        }
    }

    /// Ends the sending half, and discards input for a while.
    private func linger(_ connection: Connection) {
        guard !connection.isLingering else { return }
        connection.isLingering = true
        connection.deadline = 0
        Socket.endOutput(connection.id.descriptor)
        addTimer(.lingeringEnds(connection.id), for: connection, in: Self.lingeringTime)
        watch(connection, for: .input)
    }

    /// Sets the client's deadline and the events to watch for.
    private func settle(_ connection: Connection) {
        let timeout = connection.state.timeout
        if connection.began == nil, timeout == .head || timeout == .body { connection.began = Uptime.now }
        switch timeout {
        case .request: connection.deadline = now + limits.idleNanoseconds
        case .head: if connection.timeout != .head { connection.deadline = now + limits.headNanoseconds }
        case .body: connection.deadline = now + limits.bodyNanoseconds
        case .none: connection.deadline = 0
        }
        connection.timeout = timeout
        if connection.wantsInput { watch(connection, for: connection.interest.union(.input)) }
    }

    private func flushIfFull(_ connection: Connection) -> Bool {
        // The next response has a different pace.
        let isPaced = connection.down.isPresent && !output.isEmpty
        return output.isFull || isPaced || !connection.pending.isEmpty ? flush(connection) : true
    }

    /// Writes the pending output.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - isLast: Whether this is the end of the output.
    /// - Returns: Whether everything has been written. If not, writing continues once the client can take more, or the
    ///   connection is closed.
    @discardableResult
    func flush(_ connection: Connection, isLast: Bool = false) -> Bool {
        let result: WriteResult
        if connection.pending.isEmpty {
            guard !output.isEmpty else { return true }
            result = write(&output, to: connection, isLast)
            if result == .some || result == .later { output.move(to: &connection.pending) }
        } else {
            output.move(to: &connection.pending)
            result = write(&connection.pending, to: connection, isLast)
        }
        switch result {
        case .all:
            if connection.interest.contains(.output) { watch(connection, for: .input) }
        case .some:
            watch(connection, for: .output)
            // Whenever the client reads something, its deadline is extended.
            (connection.timeout, connection.deadline) = (.request, now + limits.idleNanoseconds)
        case .later: writeLater(connection)
        case .none:
            output.removeAll()
            shut(connection)
            return false
        }
        if connection.pending.count < Self.backlog { connection.tellToGoOn(true) }
        return result == .all
    }

    private enum WriteResult {
        case all
        case some
        /// The client's network is too slow to take more at the moment.
        case later
        /// The connection has failed.
        case none
    }

    private func write(_ output: inout Output, to connection: Connection, _ isLast: Bool) -> WriteResult {
        while !output.isEmpty {
            let limit = endWhatFits(of: connection, output.count)
            if limit == 0 { return .later }
            let flags = isLast && limit >= output.count ? Socket.lastSendFlags : Socket.sendFlags
            switch output.withParts(upTo: limit, { Socket.write(connection.id.descriptor, $0, $1, flags: flags) }) {
            case .bytes(let count):
                output.didWrite(count)
                connection.didWrite(count)
            case .wouldBlock:
                connection.down.change { $0.rest() }
                return .some
            case .failed: return .none
            }
        }
        connection.down.change { $0.rest() }
        return .all
    }

    func watch(_ connection: Connection, for interest: Interest) {
        guard interest != connection.interest else { return }
        poller.watch(connection.id.descriptor, for: interest, insteadOf: connection.interest)
        connection.interest = interest
    }
}
