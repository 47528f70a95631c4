import Teapot
import TeapotMock

extension EventLoop {
    /// One client's socket with its state machine and the bytes that wait to be written.
    final class Connection {
        let id: ConnectionID
        @exclusivity(unchecked) var state: ConnectionState
        /// What the client has not taken yet.
        @exclusivity(unchecked) var pending = Output()
        @exclusivity(unchecked) var interest: Interest = .input
        /// When the client has been waited for long enough, in nanoseconds of the loop's clock; never when 0.
        @exclusivity(unchecked) var deadline: UInt64 = 0
        /// What was waited for when the deadline was set.
        @exclusivity(unchecked) var patience = ConnectionState.Patience.request
        /// The journal's entry of the request that is being answered.
        @exclusivity(unchecked) var entry: Int?
        /// The status that it is answered with.
        @exclusivity(unchecked) var status: Teapot.StatusCode = .ok
        /// What gives up who works on an answer.
        @exclusivity(unchecked) var abandon: (@Sendable () -> Void)?
        /// Whether the request is held until somebody chooses, and is over when the client ends its half.
        @exclusivity(unchecked) var isHeld = false
        /// The request that is being answered, if it asks for another protocol.
        @exclusivity(unchecked) var incoming: IncomingRequest?
        /// Whether an inspector's page listens here, for as long as it likes.
        @exclusivity(unchecked) var isInspected = false
        /// What speaks another protocol here.
        @exclusivity(unchecked) var socket: WebSocket?
        /// Whether its side has said that it closes.
        @exclusivity(unchecked) var hasSentClose = false
        /// Whether the client has closed its side, and waits for ours to say so.
        @exclusivity(unchecked) var endsWithClose = false
        /// What tells it that the server stops.
        @exclusivity(unchecked) var goAway: (@Sendable () -> Void)?
        /// Whether it has no room for more of the client's messages.
        @exclusivity(unchecked) var isPaused = false
        /// Whether everything is said, and what comes is dropped.
        @exclusivity(unchecked) var isLingering = false
        /// Who waits for room to make another piece of the body.
        @exclusivity(unchecked) var goOn: (@Sendable (Bool) -> Void)?

        init(id: ConnectionID, limits: Server.Limits) {
            self.id = id
            state = ConnectionState(limits: limits)
        }

        /// Whether reading would be of use now.
        var wantsInput: Bool { state.wantsInput && !isPaused && pending.isEmpty }

        /// How much to read at once: of a request's beginning little, for the rest of a large body is read elsewhere.
        var readLimit: Int { state.patience == .request ? 16 * 1024 : .max }

        /// Tells who waits for room that there is some, or that there will be none.
        func tellToGoOn(_ hasRoom: Bool) {
            let waiting = goOn
            goOn = nil
            waiting?(hasRoom)
        }

        /// Whether it lasts for as long as the client is there.
        var isUpToClient: Bool { isHeld || isInspected }

        /// Whether nobody would miss it.
        var isIdle: Bool { state.patience == .request && pending.isEmpty }
    }

    func connection(at descriptor: Int32) -> Connection? {
        let place = Int(descriptor)
        return place < connections.count ? connections[place] : nil
    }

    /// The connection, unless it is gone, whoever has its descriptor now.
    func connection(_ id: ConnectionID) -> Connection? {
        guard let found = connection(at: id.descriptor), found.id == id else { return nil }
        return found
    }

    func handle(_ event: Readiness, of connection: Connection) {
        if event.isWritable, !connection.pending.isEmpty { return proceed(with: connection) }
        if event.isReadable, connection.wantsInput {
            readOnce(connection)
        } else if event.isDead
            || event.isReadable && connection.isUpToClient && Socket.hasEnded(connection.id.descriptor)
        {
            shut(connection)
        } else if event.isReadable {
            // Not now: more is read when this is answered.
            watch(connection, for: connection.interest.subtracting(.input))
        }
    }

    /// Gives a connection up, with the handler that works for it.
    func shut(_ connection: Connection) {
        let place = Int(connection.id.descriptor)
        guard self.connection(connection.id) === connection else { return }
        connections[place] = nil
        _ = Socket.close(connection.id.descriptor)
        connection.abandon?()
        connection.tellToGoOn(false)
        if let entry = connection.entry { router.journal.end(entry, .abandoned) }
        didShut()
    }

    /// Closes or refuses the connections whose clients have been waited for long enough.
    func giveUpSlowOnes() {
        for case let connection? in connections where connection.deadline != 0 && connection.deadline <= now {
            let rejection: Rejection? =
                switch connection.patience {
                case .head: Rejection(408, "The request's head did not come within \(limits.headSeconds) s.")
                case .body: Rejection(408, "For \(limits.bodySeconds) s nothing came of the request's body.")
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

    private func readOnce(_ connection: Connection) {
        if let rest = connection.state.bodyRest { return readBody(of: connection, to: rest) }
        let isAlive = read(connection.id.descriptor, upTo: connection.readLimit) { transfer, bytes in
            switch transfer {
            case .wouldBlock: return true
            case .failed: return false
            case .bytes(0): connection.state.inputDidEnd()
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

    /// Reads a part of a large body where it stays.
    private func readBody(of connection: Connection, to rest: UnsafeMutableRawBufferPointer) {
        switch Socket.read(connection.id.descriptor, into: rest) {
        case .wouldBlock: return
        case .failed: return shut(connection)
        case .bytes(0): connection.state.inputDidEnd()
        case .bytes(let count): connection.state.didReadBody(count)
        }
        proceed(with: connection)
    }

    /// Goes on until the connection waits for something, and writes what there is.
    func proceed(with connection: Connection) {
        while true {
            guard flushIfFull(connection) else { return }
            let step = connection.state.next(date: date, into: &output)
            switch step {
            case .handle(let incoming):
                handle(incoming, on: connection)
            case .wait:
                guard flush(connection) else { return }
                return settle(connection)
            case .linger:
                guard flush(connection) else { return }
                return linger(connection)
            case .close:
                guard flush(connection) else { return }
                return shut(connection)
            case .reset:
                guard flush(connection) else { return }
                Socket.resetOnClose(connection.id.descriptor)
                return shut(connection)
            }
        }
    }

    /// Ends our half, and drops what comes for a while.
    private func linger(_ connection: Connection) {
        guard !connection.isLingering else { return }
        connection.isLingering = true
        connection.deadline = 0
        Socket.endOutput(connection.id.descriptor)
        addTimer(.lingeringEnds(connection.id), in: Self.lingeringTime)
        watch(connection, for: .input)
    }

    /// Sets how long the client is waited for, and what the socket is watched for.
    private func settle(_ connection: Connection) {
        let patience = connection.state.patience
        switch patience {
        case .request: connection.deadline = now + limits.idleNanoseconds
        case .head: if connection.patience != .head { connection.deadline = now + limits.headNanoseconds }
        case .body: connection.deadline = now + limits.bodyNanoseconds
        case .none: connection.deadline = 0
        }
        connection.patience = patience
        if connection.wantsInput { watch(connection, for: connection.interest.union(.input)) }
    }

    private func flushIfFull(_ connection: Connection) -> Bool {
        output.isFull || !connection.pending.isEmpty ? flush(connection) : true
    }

    /// Writes what there is.
    ///
    /// - Returns: Whether everything is written; if not, either it is gone on with when the client takes more, or the
    ///   connection is gone.
    @discardableResult
    func flush(_ connection: Connection) -> Bool {
        let outcome: Outcome
        if connection.pending.isEmpty {
            guard !output.isEmpty else { return true }
            outcome = Self.write(&output, to: connection.id.descriptor)
            if outcome == .some { output.move(to: &connection.pending) }
        } else {
            output.move(to: &connection.pending)
            outcome = Self.write(&connection.pending, to: connection.id.descriptor)
        }
        switch outcome {
        case .all:
            if connection.interest.contains(.output) { watch(connection, for: .input) }
        case .some:
            watch(connection, for: .output)
            // Each time that the client takes some it has as long again.
            (connection.patience, connection.deadline) = (.request, now + limits.idleNanoseconds)
        case .none:
            output.removeAll()
            shut(connection)
            return false
        }
        if connection.pending.count < Self.backlog { connection.tellToGoOn(true) }
        return outcome == .all
    }

    private enum Outcome {
        case all
        case some
        /// The connection is dead.
        case none
    }

    private static func write(_ output: inout Output, to descriptor: Int32) -> Outcome {
        while !output.isEmpty {
            switch output.withParts({ Socket.write(descriptor, $0, $1) }) {
            case .bytes(let count): output.didWrite(count)
            case .wouldBlock: return .some
            case .failed: return .none
            }
        }
        return .all
    }

    func watch(_ connection: Connection, for interest: Interest) {
        guard interest != connection.interest else { return }
        poller.watch(connection.id.descriptor, for: interest, insteadOf: connection.interest)
        connection.interest = interest
    }
}
