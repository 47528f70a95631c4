import Teapot
import TeapotMock

/// The thread that owns sockets: it accepts, reads, asks the router, and writes.
///
/// It leaves the thinking to ``ConnectionState``. A handler that returns at once runs on it; one that may wait has a task
/// of its own.
///
/// Everything but the mailbox belongs to the loop's thread from ``run()`` on, which is what makes the class `Sendable`.
final class EventLoop: @unchecked Sendable {
    /// One connection among all that the loop ever has; a descriptor alone is used again and again.
    struct ConnectionID: Hashable, Sendable {
        var descriptor: Int32
        var number: UInt64
    }

    enum Timer {
        case answer(ConnectionID, Response, entry: Int)
        case lingeringEnds(ConnectionID)
        case acceptAgain
        case lookForSlowOnes
        case cutOff
    }

    /// How long a client may take to end its half of a connection that has ended on ours, in seconds.
    static let lingeringTime = 2.0
    /// How much may wait to be written before the maker of a body is told to wait, in bytes.
    static let backlog = 256 * 1024

    let mailbox: Mailbox
    let router: Router
    let limits: Server.Limits
    /// What answers the requests for itself instead of the router; `nil` for none.
    let inspector: Inspector?
    // One thread alone looks at what follows, so that nothing has to be checked for being looked at twice at once.
    @exclusivity(unchecked) var poller: Poller
    @exclusivity(unchecked) var timers = TimerQueue<Timer>()
    /// By their descriptors.
    @exclusivity(unchecked) var connections: [Connection?] = []
    @exclusivity(unchecked) var connectionCount = 0
    /// What is to be written to the connection that is looked at now.
    @exclusivity(unchecked) var output = Output()
    /// The monotonic clock in nanoseconds, and the `Date` field, as they were when the loop woke up.
    @exclusivity(unchecked) private(set) var now: UInt64 = 0
    @exclusivity(unchecked) private(set) var date: [UInt8] = []
    /// Whether the inspector wants to know responses, as it was when the loop woke up.
    @exclusivity(unchecked) private(set) var keepsResponses = false
    var isStopping = false
    private var listeners: [Int32]
    private var isCutOff = false
    private var isFull = false
    private var looksForSlowOnes = false
    private var nextNumber: UInt64 = 0
    private var dateField = DateField()
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)

    /// - Parameters:
    ///   - listeners: Where clients connect; the loop closes them.
    ///   - limits: How much is taken in, and how long is waited.
    ///   - router: What answers.
    ///   - inspector: What answers the requests for itself instead.
    /// - Throws: What the system refused.
    init(
        listeners: [Int32], limits: Server.Limits, router: Router, inspector: Inspector?
    ) throws(SystemError) {
        self.listeners = listeners
        self.limits = limits
        self.router = router
        self.inspector = inspector
        poller = try Poller()
        do throws(SystemError) {
            mailbox = try Mailbox()
        } catch {
            poller.close()
            input.deallocate()
            throw error
        }
    }

    deinit {
        input.deallocate()
    }

    /// Serves until a message says stop, then closes every descriptor.
    func run() {
        for descriptor in listeners + [mailbox.descriptor] { poller.watch(descriptor, for: .input) }
        wakeUp()
        while !isCutOff, !isStopping || connectionCount > 0 {
            let count = poller.wait(milliseconds: waitingTime())
            wakeUp()
            var mayAccept = false
            for index in 0..<count {
                let event = poller[index]
                if let connection = connection(at: event.descriptor) {
                    handle(event, of: connection)
                } else if event.descriptor == mailbox.descriptor {
                    mailbox.takeAll().forEach(receive)
                } else {
                    mayAccept = true
                }
            }
            // Last, so that no event above is taken for one of a connection that has its descriptor from another.
            if mayAccept { acceptAll() }
            while !isCutOff, let timer = timers.takeDue(at: now) { fire(timer) }
        }
        for connection in connections { connection.map(shut) }
        listen(on: [])
        mailbox.close()
        poller.close()
    }

    func addTimer(_ timer: Timer, in seconds: Double) {
        // A delay without end, or beyond the clock's, is a response that never comes.
        let nanoseconds = seconds.isNaN ? 0 : min(max(seconds, 0) * 1e9, 9e18)
        timers.add(timer, due: now + UInt64(nanoseconds))
    }

    /// Reads once into the loop's one buffer and lends the bytes to `body`.
    func read<Result>(
        _ descriptor: Int32,
        upTo limit: Int,
        _ body: (Socket.Transfer, UnsafeRawBufferPointer) -> Result
    ) -> Result {
        let transfer = Socket.read(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: input.prefix(limit)))
        guard case .bytes(let count) = transfer else {
            return body(transfer, UnsafeRawBufferPointer(rebasing: input[..<0]))
        }
        return body(transfer, UnsafeRawBufferPointer(rebasing: input[..<count]))
    }

    /// A connection is gone: there may be room for another.
    func didShut() {
        connectionCount -= 1
        makeRoom(true)
    }

    private func wakeUp() {
        now = DispatchTime.now().uptimeNanoseconds
        if let inspector, !keepsResponses { keepsResponses = inspector.responses.isKeeping }
        date = dateField.value(at: time(nil))
    }

    private func waitingTime() -> Int32 {
        guard let due = timers.earliest else { return -1 }
        let now = DispatchTime.now().uptimeNanoseconds
        // Rounded up, so that the loop does not spin through the last fraction of a millisecond.
        return due <= now ? 0 : Int32(min((due - now + 999_999) / 1_000_000, 1_000_000))
    }

    private func receive(_ message: Mailbox.Message) {
        switch message {
        case .answered(let id, let answer, let entry): answered(id, answer, entry)
        case .piece(let id, let piece, let goOn): send(piece, to: id, goOn)
        case .bodyEnded(let id, let hasFailed): endBody(id, hasFailed: hasFailed)
        case .frames(let id, let bytes, let goOn): sendFrames(bytes, to: id, goOn)
        case .resume(let id): resume(id)
        case .socketClosed(let id): socketClosed(id)
        case .listen(let listeners, let done):
            listen(on: listeners)
            done()
        case .stop(let seconds): stop(within: seconds)
        }
    }

    private func fire(_ timer: Timer) {
        switch timer {
        case .answer(let id, let response, let entry): answer(id, response, entry)
        case .lingeringEnds(let id): connection(id).map { shut($0) }
        case .acceptAgain: makeRoom(true)
        case .lookForSlowOnes:
            looksForSlowOnes = connectionCount > 0
            if looksForSlowOnes { addTimer(.lookForSlowOnes, in: limits.lookingInterval) }
            giveUpSlowOnes()
        case .cutOff: isCutOff = true
        }
    }

    /// Listens on other sockets than before.
    private func listen(on others: [Int32]) {
        // Those who have connected already are not to be reset.
        acceptAll()
        for listener in listeners {
            poller.forget(listener)
            _ = Socket.close(listener)
        }
        listeners = others
        isFull = false
        for listener in listeners { poller.watch(listener, for: .input) }
    }

    private func stop(within seconds: Double) {
        listen(on: [])
        isStopping = true
        if seconds > 0 { addTimer(.cutOff, in: seconds) } else { isCutOff = true }
        for case let connection? in connections {
            connection.state.isLast = true
            if connection.isIdle || connection.isInspected { shut(connection) } else { connection.goAway?() }
        }
    }

    private func makeRoom(_ hasRoom: Bool) {
        guard isFull == hasRoom else { return }
        isFull = !hasRoom
        for listener in listeners {
            poller.watch(listener, for: hasRoom ? .input : [], insteadOf: hasRoom ? [] : .input)
        }
    }

    private func acceptAll() {
        for listener in listeners {
            do throws(SystemError) {
                while let descriptor = try Socket.accepted(from: listener, blocking: false) {
                    add(descriptor)
                    if connectionCount >= limits.connections { return makeRoom(false) }
                }
            } catch {
                // Out of descriptors: the listener stays readable, so look away for a moment rather than spin.
                makeRoom(false)
                return addTimer(.acceptAgain, in: 0.05)
            }
        }
    }

    private func add(_ descriptor: Int32) {
        nextNumber += 1
        let id = ConnectionID(descriptor: descriptor, number: nextNumber)
        let place = Int(descriptor)
        while connections.count <= place { connections.append(nil) }
        let connection = Connection(id: id, limits: limits)
        connection.deadline = now + limits.idleNanoseconds
        connections[place] = connection
        connectionCount += 1
        poller.watch(descriptor, for: .input)
        if !looksForSlowOnes {
            looksForSlowOnes = true
            addTimer(.lookForSlowOnes, in: limits.lookingInterval)
        }
    }
}
