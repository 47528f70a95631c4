import Teapot
import TeapotMock

/// The thread that owns a server's sockets: it listens, reads, writes and waits, and leaves the thinking to
/// ``ConnectionState`` and to the handler, which runs in a task of its own.
///
/// Everything but the mailbox belongs to the loop's thread from ``run()`` on, which is what makes the class `Sendable`.
final class EventLoop: @unchecked Sendable {
    /// One connection among all that the loop ever has; a descriptor alone is used again and again.
    struct ConnectionID: Hashable, Sendable {
        var descriptor: Int32
        var number: UInt64
    }

    enum Timer {
        case answer(ConnectionID, Response)
        case lingeringEnds(ConnectionID)
        case acceptAgain
    }

    typealias Handler = @Sendable (Request) async throws -> Response

    /// How long a client may take to end its half of a connection that has ended on ours, in seconds.
    static let lingeringTime = 2.0

    let mailbox: Mailbox
    let handler: Handler
    let limits: Server.Limits
    private let listener: Int32
    var poller = Poller()
    var timers = TimerQueue<Timer>()
    var connections: [Int32: Connection] = [:]
    private var nextNumber: UInt64 = 0
    private var dateField = DateField()
    private var isRunning = true
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)

    init(listener: Int32, limits: Server.Limits, handler: @escaping Handler) throws(SystemError) {
        self.listener = listener
        self.limits = limits
        self.handler = handler
        mailbox = try Mailbox()
    }

    deinit {
        input.deallocate()
    }

    /// Serves until a message says stop, then closes every descriptor.
    func run() {
        poller.watch(listener, for: .input)
        poller.watch(mailbox.descriptor, for: .input)
        while isRunning {
            for event in poller.wait(milliseconds: waitingTime()) {
                if event.descriptor == mailbox.descriptor {
                    mailbox.takeAll().forEach(receive)
                } else if event.descriptor == listener {
                    acceptAll()
                } else if let connection = connections[event.descriptor] {
                    handle(event, of: connection)
                }
            }
            let now = Self.now()
            while isRunning, let timer = timers.takeDue(at: now) { fire(timer) }
        }
        connections.values.forEach { shut($0) }
        _ = Socket.close(listener)
        mailbox.close()
    }

    /// The text of the `Date` field now.
    var date: String { dateField.value(at: time(nil)) }

    /// The monotonic clock in nanoseconds.
    static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

    func addTimer(_ timer: Timer, in seconds: Double) {
        // A delay without end, or beyond the clock's, is a response that never comes.
        let nanoseconds = seconds.isNaN ? 0 : min(max(seconds, 0) * 1e9, 9e18)
        timers.add(timer, due: Self.now() + UInt64(nanoseconds))
    }

    /// Reads once into the loop's one buffer and lends the bytes to `body`.
    func read<Result>(_ descriptor: Int32, _ body: (Socket.Transfer, UnsafeRawBufferPointer) -> Result) -> Result {
        let transfer = Socket.read(descriptor, into: input)
        guard case .bytes(let count) = transfer else {
            return body(transfer, UnsafeRawBufferPointer(rebasing: input[..<0]))
        }
        return body(transfer, UnsafeRawBufferPointer(rebasing: input[..<count]))
    }

    private func waitingTime() -> Int32 {
        guard let due = timers.earliest else { return -1 }
        let now = Self.now()
        // Rounded up, so that the loop does not spin through the last fraction of a millisecond.
        return due <= now ? 0 : Int32(min((due - now + 999_999) / 1_000_000, 1_000_000))
    }

    private func receive(_ message: Mailbox.Message) {
        switch message {
        case .stop: isRunning = false
        case .answered(let id, let response): answered(id, response)
        }
    }

    private func fire(_ timer: Timer) {
        switch timer {
        case .answer(let id, let response): answer(id, response)
        case .lingeringEnds(let id): connection(id).map { shut($0) }
        case .acceptAgain: poller.watch(listener, for: .input)
        }
    }

    private func acceptAll() {
        do throws(SystemError) {
            while let descriptor = try Socket.accepted(from: listener, blocking: false) {
                nextNumber += 1
                let id = ConnectionID(descriptor: descriptor, number: nextNumber)
                connections[descriptor] = Connection(id: id, limits: limits)
                poller.watch(descriptor, for: .input)
            }
        } catch {
            // Out of descriptors: the listener stays readable, so look away for a moment rather than spin.
            poller.watch(listener, for: [])
            addTimer(.acceptAgain, in: 0.05)
        }
    }
}
