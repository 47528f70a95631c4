import Foundation
import Teapot
import TeapotMock

/// The loop of the thread that owns sockets; it accepts connections, reads, calls the router, and writes.
///
/// The protocol logic is in ``ConnectionState``. A synchronous handler without a delay runs on the loop's thread. An
/// asynchronous handler runs in a task, which begins on that thread if the system supports it.
///
/// The class is `Sendable` because, once ``run()`` is called, only the loop's thread uses anything except the mailbox.
final class EventLoop: @unchecked Sendable {
    /// The identifier of a connection, which is unique for the loop's lifetime, because descriptors are reused.
    struct ConnectionID: Hashable, Sendable {
        var descriptor: Int32
        var number: UInt64
    }

    enum Timer {
        /// The delay of a connection's response is over.
        case answer(ConnectionID)
        case lingeringEnds(ConnectionID)
        /// More bytes of a connection may be written or read over a slow network.
        case pace(ConnectionID)
        case acceptAgain
        case lookForSlowOnes
        case cutOff
    }

    /// The time a client has to end its half of a connection after the server has ended its own, in seconds.
    static let lingeringTime = 2.0
    /// The size of the pending output above which a body's producer must wait, in bytes.
    static let backlog = 256 * 1024

    let mailbox: Mailbox
    let router: Router
    let limits: Server.Limits
    /// The mount that responds to requests for its path instead of the router, or `nil` for none.
    let mount: (any Mount)?
    /// The path of the mount.
    let mountPath: StaticString?
    // Only the loop's thread uses the following properties, so no exclusivity checks are needed.
    @exclusivity(unchecked) var poller: Poller
    @exclusivity(unchecked) var timers = TimerQueue<Timer>()
    /// The connections, indexed by descriptor.
    @exclusivity(unchecked) var connections: [Connection?] = []
    @exclusivity(unchecked) var connectionCount = 0
    /// The pending output of the connection that is being handled.
    @exclusivity(unchecked) var output = Output()
    let heads = KnownHeads()
    let direct = DirectAnswer()
    /// The time in nanoseconds of ``Uptime``, and the `Date` header, as of the loop's last wake-up.
    @exclusivity(unchecked) private(set) var now: UInt64 = 0
    @exclusivity(unchecked) private(set) var date: [UInt8] = []
    /// Whether the mount observes responses, as of the loop's last wake-up.
    @exclusivity(unchecked) private(set) var isObserved = false
    /// Whether responses are compressed, as of the loop's last wake-up.
    @exclusivity(unchecked) private(set) var isCompressing = false
    /// The rate at which request bodies are read, in bits per second, as of the loop's last wake-up, or `nil` for no
    /// limit.
    @exclusivity(unchecked) private(set) var bitsPerSecondUp: Double?
    var isStopping = false
    private(set) var listeners: [Int32]
    /// The number of timers whose connections are closed.
    var orphanedTimerCount = 0
    /// The first descriptor of the reserve, as of the last time that descriptor was reached.
    var descriptorCeiling = Descriptors.ceiling
    /// The number of connections at which the loop starts to check for a free descriptor before accepting another.
    var carefulCount = Int.max
    /// Whether a timer will look for free descriptors.
    var waitsForDescriptors = false
    private var isCutOff = false
    private(set) var isFull = false
    private var looksForSlowOnes = false
    private var nextNumber: UInt64 = 0
    private var dateField = DateField()
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)

    /// Creates a loop.
    ///
    /// - Parameters:
    ///   - listeners: The listening sockets. The loop closes them, even if an error is thrown.
    ///   - limits: The limits on size and time.
    ///   - router: The router that responds to requests.
    ///   - mount: The mount that responds to requests for its path instead of the router, or `nil` for none.
    /// - Throws: The error of a failed system call.
    init(
        listeners: [Int32], limits: Server.Limits, router: Router, mount: (any Mount)?
    ) throws(SystemError) {
        self.listeners = listeners
        self.limits = limits
        self.router = router
        self.mount = mount
        mountPath = mount?.path
        do throws(SystemError) {
            poller = try Poller()
        } catch {
            for listener in listeners { _ = Socket.close(listener) }
            input.deallocate()
            throw error
        }
        do throws(SystemError) {
            mailbox = try Mailbox()
        } catch {
            for listener in listeners { _ = Socket.close(listener) }
            poller.close()
            input.deallocate()
            throw error
        }
    }

    deinit { input.deallocate() }

    /// Serves until a message tells the loop to stop, then closes all descriptors.
    func run() {
        direct.attach()
        for descriptor in listeners + [mailbox.descriptor] { poller.watch(descriptor, for: .input) }
        wakeUp()
        var ready: [Int32] = []
        while !isCutOff, !isStopping || connectionCount > 0 {
            let count = poller.wait(milliseconds: waitingTime())
            var hasMail = false
            wakeUp()
            for index in 0..<count {
                let event = poller[index]
                if let connection = connection(at: event.descriptor) {
                    handle(event, of: connection)
                } else if event.descriptor == mailbox.descriptor {
                    hasMail = true
                } else if event.isReadable || event.isDead {
                    ready.append(event.descriptor)
                }
            }
            // Accept connections last, including those that a message concerns, so no earlier event is attributed to a
            // new connection with a reused descriptor.
            if hasMail { mailbox.takeAll().forEach(receive) }
            for listener in ready where !isFull && listeners.contains(listener) { accept(from: listener) }
            ready.removeAll(keepingCapacity: true)
            while !isCutOff, let timer = timers.takeDue(at: now) { fire(timer) }
        }
        for connection in connections { connection.map(shut) }
        close()
    }

    /// Closes the descriptors of a loop that isn't running.
    func close() {
        for listener in listeners { _ = Socket.close(listener) }
        listeners = []
        mailbox.close()
        poller.close()
    }

    func addTimer(_ timer: Timer, in seconds: Double) {
        // If the delay is infinite or beyond the clock's range, the response never arrives.
        let nanoseconds = seconds.isNaN ? 0 : min(max(seconds, 0) * 1e9, 9e18)
        timers.add(timer, due: now + UInt64(nanoseconds))
    }

    /// Reads once into the loop's single buffer, and calls `body` with the bytes.
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

    /// Updates the number of connections after one has been closed, so another may be accepted.
    func didShut() {
        connectionCount -= 1
        makeRoom(true)
    }

    private func wakeUp() {
        now = Uptime.now
        if let mount, !isObserved { isObserved = mount.observesResponses }
        isCompressing = router.compressesResponses
        bitsPerSecondUp = router.network?.bitsPerSecondUp
        date = dateField.value(at: time(nil))
    }

    private func waitingTime() -> Int32 {
        guard let due = timers.earliest else { return -1 }
        let now = Uptime.now
        // Round up, so the loop doesn't spin during the last fraction of a millisecond.
        return due <= now ? 0 : Int32(min((due - now + 999_999) / 1_000_000, 1_000_000))
    }

    private func receive(_ message: Mailbox.Message) {
        switch message {
        case .answered(let id, let answer, let entry): handlerEnded(id, answer, entry)
        case .handlerBegins(let id): connection(id)?.isHeld = false
        case .piece(let id, let piece, let goOn): send(piece, to: id, goOn)
        case .bodyEnded(let id, let hasFailed): endBody(id, hasFailed: hasFailed)
        case .frames(let id, let bytes, let goOn): sendFrames(bytes, to: id, goOn)
        case .resume(let id): resume(id)
        case .socketClosed(let id): socketClosed(id)
        case .listen(let others, let done):
            if isStopping {
                for listener in others { _ = Socket.close(listener) }
            } else {
                listen(on: others)
            }
            done()
        case .stop(let seconds): stop(within: seconds)
        }
    }

    private func fire(_ timer: Timer) {
        switch timer {
        case .answer(let id): fire(for: id) { delayEnded($0) }
        case .lingeringEnds(let id): fire(for: id) { endLingering($0) }
        case .pace(let id): fire(for: id) { goOn($0) }
        case .acceptAgain: lookForDescriptors()
        case .lookForSlowOnes:
            looksForSlowOnes = connectionCount > 0
            if looksForSlowOnes { addTimer(.lookForSlowOnes, in: limits.lookingInterval) }
            giveUpSlowOnes()
        case .cutOff: isCutOff = true
        }
    }

    /// Starts listening on other sockets instead.
    private func listen(on others: [Int32]) {
        // Established connections must not be reset, unless there are too many.
        for listener in listeners where !isFull { accept(from: listener) }
        for listener in listeners { poller.close(listener) }
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
            if seconds > 0, connection.isIdle, connection.wantsInput, Socket.isReadable(connection.id.descriptor) {
                // A request may have arrived without having been read yet.
                readOnce(connection)
            } else if connection.isIdle || connection.isMountStream {
                shut(connection)
            } else {
                connection.goAway?()
            }
        }
    }

    /// Starts watching the listeners, or stops while no more connections can be accepted.
    func makeRoom(_ hasRoom: Bool) {
        guard isFull == hasRoom else { return }
        isFull = !hasRoom
        for listener in listeners {
            poller.watch(listener, for: hasRoom ? .input : [], insteadOf: hasRoom ? [] : .input)
        }
    }

    /// Accepts a socket's waiting connections, of which there's usually one.
    private func accept(from listener: Int32) {
        do throws(SystemError) {
            repeat {
                guard connectionCount < limits.connections else { return makeRoom(false) }
                guard mayAccept() else { return waitForDescriptors() }
                guard let descriptor = try Socket.accepted(from: listener, blocking: false) else { return }
                add(descriptor)
                if isInReserve(descriptor) { return waitForDescriptors() }
                // Accepting when no connection is waiting costs an eighth of all the work on a connection, but checking
                // costs little.
            } while Socket.isReadable(listener)
        } catch {
            waitForDescriptors()
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
