import Foundation

/// A state machine without I/O that decides what a call does next.
///
/// It has no lock, clock, queue or caller's closures. ``Teapot/Call`` reports events and performs the returned actions
/// one by one. It asks the machine again before each action, since the call may have been cancelled, suspended or timed
/// out in the meantime.
struct CallMachine {
    /// The phase of a call.
    enum Phase {
        /// The call hasn't begun.
        case ready
        /// A step between two exchanges.
        case working(Step)
        /// A request is being sent, or its response received and processed.
        case exchanging(Exchange)
        /// The result is known, and its body is being read.
        case reading
        /// The result waits to be delivered.
        case delivering
        /// The result was delivered, or the call was cancelled.
        case over
    }

    /// A step between two exchanges, usually running a caller's closure.
    enum Step {
        /// A multipart body is being written to a file.
        case preparing
        case adapting
        /// A stored response is being looked up.
        case loading
        /// A response is being stored.
        case saving
        /// The retriers are being asked.
        case deciding
        /// The pause before a retry.
        case waiting
    }

    /// One request and its response.
    struct Exchange {
        enum Stage {
            case open
            /// The transport has reported the end.
            case ended
            /// The transport must stop, and later events are ignored.
            case abandoned
        }

        let number: Int
        /// The time to wait for anything to arrive, in seconds; the next property is the time to wait after an accepted
        /// head, if it differs.
        var idle: TimeInterval
        let afterHead: TimeInterval?
        var stage = Stage.open
        /// The time of the last event, when the idle timeout starts, or `nil` until the transport has begun.
        var lastActivity: DispatchTime?
        var isSuccess = false
    }

    enum Event {
        /// The call begins, with its total timeout in seconds.
        case begin(within: TimeInterval)
        case prepared
        case adapted(Box<Teapot.Request>)
        case loaded(Box<Teapot.Request>, Box<Teapot.Call.Conditional>?)
        case exchange(Int, Teapot.Transport.Event)
        /// The body can't be kept, for example because a disk is full.
        case bodyFailed
        case redirected(to: Box<Teapot.Request>)
        case failed(TeapotError)
        case retry(after: TimeInterval)
        case waited
        /// The call has its result, but the body hasn't been read yet.
        case concluded(CallResult)
        case read(CallResult)
        /// A timeout may have passed.
        case timeoutCheck
        /// The total timeout has passed.
        case outOfTime
    }

    enum Action {
        /// Starts an attempt from the beginning.
        case attempt
        /// Runs the adapters.
        case adapt
        /// Looks up a stored response.
        case load(Box<Teapot.Request>)
        case send(Box<Teapot.Request>, Box<Teapot.Call.Conditional>?, number: Int)
        indirect case receive(Teapot.Transport.Event, number: Int)
        /// Processes the response, or the part of it that arrived.
        case finish((any Error)?, isShortSuccess: Bool)
        /// Asks the retriers about a failure.
        case decide(TeapotError)
        case wait(TimeInterval)
        /// Reads the body of a result, or creates the error of a call that ran out of time or tries, and notifies the
        /// observers.
        case read(CallResult?)
        case deliver(CallResult)
        /// Discards what a cancelled call has received.
        case discard
    }

    /// The outcome of an event.
    struct Outcome {
        var action: Action?
        /// Whether the current transport or step must stop immediately.
        var stops = false
    }

    /// Whether an action may be performed.
    enum Claim { case granted, held, dropped }

    private(set) var phase = Phase.ready
    private(set) var isSuspended = false
    /// Whether the total timeout has fired.
    var isOutOfTime = false
    private(set) var attempts = 0
    /// The errors of earlier attempts, without the bodies of their responses.
    private(set) var errors: [TeapotError] = []
    /// The number of redirects in this attempt, and then the URL of the last one.
    private(set) var redirects = 0
    private(set) var target: URL?
    /// The head of the latest response.
    private(set) var head: Teapot.Response?
    /// The bytes of the latest exchange, and then those of earlier ones.
    private(set) var bytes = ByteCounts()
    private var earlierBytes = ByteCounts()
    /// The number of exchanges so far, and then the accepted statuses of the latest.
    private var exchanges = 0
    private var accepted: Set<Int> = []
    /// The shortest timeout in seconds.
    ///
    /// In skipped time, the transport decides about timeouts. The timeouts here then only end calls that wait in real
    /// time, and must not fire because the computer is busy.
    let shortest: TimeInterval
    /// The number of the last exchange whose transport must stop as soon as it has provided a closure to stop it.
    private(set) var abandoned = 0
    /// The time when the total timeout fires.
    var total = DispatchTime.distantFuture

    init(shortest: TimeInterval = 0) { self.shortest = shortest }
}

extension CallMachine {
    /// Takes an event and returns its outcome.
    ///
    /// An event that doesn't fit the phase changes nothing: the call has moved on from the source of that event.
    mutating func handle(_ event: Event, at now: DispatchTime) -> Outcome {
        if isOver { return Outcome() }
        switch event {
        case .exchange(let number, let event): return receive(event, of: number, at: now)
        case .timeoutCheck: return checkTimeouts(at: now)
        case .outOfTime: return fireTotalTimeout()
        case .begin(let limit): if case .ready = phase { return begin(within: limit, at: now) }
        case .prepared: if step == .preparing { return Outcome(action: .adapt) }
        case .adapted(let request): if step != nil { return load(request) }
        // A request is also sent again if a stored or partial response doesn't fit.
        case .loaded(let request, let stored): if isBetween { return send(request, stored) }
        case .bodyFailed:
            if case .exchanging(let exchange) = phase, exchange.stage == .open { return abandon(exchange, nil) }
        case .redirected(let next): if isBetween { return load(next) }
        case .failed(let error): if enter(.deciding) { return Outcome(action: .decide(error)) }
        case .retry(let delay): if step == .deciding, enter(.waiting) { return Outcome(action: .wait(delay)) }
        case .waited: if step == .waiting { return beginAttempt() }
        case .concluded(let result): if isBetween { return conclude(result) }
        case .read(let result):
            guard case .reading = phase else { break }
            phase = .delivering
            return Outcome(action: .deliver(result))
        }
        return Outcome()
    }

    /// The current step, if there is one.
    private var step: Step? { if case .working(let step) = phase { step } else { nil } }

    /// Whether there is neither an active transport nor a result yet.
    private var isBetween: Bool {
        switch phase {
        case .working: true
        case .exchanging(let exchange): exchange.stage != .open
        default: false
        }
    }

    private mutating func begin(within limit: TimeInterval, at now: DispatchTime) -> Outcome {
        // A limit of more than about a hundred years means no limit.
        if limit < 3e9 { total = now + max(limit, shortest) }
        return beginAttempt()
    }

    private mutating func beginAttempt() -> Outcome {
        // In skipped time, a retrier that never gives up would keep its test busy forever.
        if isOutOfTime || (attempts == 1_000 && shortest > 0) { return conclude(nil) }
        phase = .working(.preparing)
        attempts += 1
        (redirects, target) = (0, nil)
        return Outcome(action: .attempt)
    }

    private mutating func load(_ request: Box<Teapot.Request>) -> Outcome {
        if isOutOfTime { return conclude(nil) }
        phase = .working(.loading)
        return Outcome(action: .load(request))
    }

    private mutating func send(_ request: Box<Teapot.Request>, _ stored: Box<Teapot.Call.Conditional>?) -> Outcome {
        if isOutOfTime { return conclude(nil) }
        exchanges += 1
        (earlierBytes, bytes) = (allBytes, ByteCounts())
        accepted = request.value.acceptedStatusCodes
        let (idle, afterHead) = (request.value.timeout, request.value.idleTimeout)
        phase = .exchanging(Exchange(number: exchanges, idle: idle, afterHead: afterHead))
        return Outcome(action: .send(request, stored, number: exchanges))
    }

    private mutating func receive(_ event: Teapot.Transport.Event, of number: Int, at now: DispatchTime) -> Outcome {
        guard case .exchanging(var exchange) = phase, exchange.number == number, exchange.stage == .open else {
            return Outcome()
        }
        exchange.lastActivity = now
        defer { phase = .exchanging(exchange) }
        switch event {
        case .began: return Outcome()
        case .sent(let count, let total): (bytes.sent, bytes.toSend) = (count, total)
        case .data(let data): bytes.received += Int64(data.count)
        case .response(let response):
            head = response
            let status = response.statusCode
            exchange.isSuccess = 200..<300 ~= status && accepted.contains(status)
            if exchange.isSuccess, let idle = exchange.afterHead { (exchange.idle, total) = (idle, .distantFuture) }
        case .finished(let error):
            exchange.stage = .ended
            let isShortSuccess = error == nil && exchange.isSuccess && bytes.received <= 65_536
            return Outcome(action: .finish(error, isShortSuccess: isShortSuccess))
        }
        return Outcome(action: .receive(event, number: number))
    }

    /// Stops the transport and ends the exchange with the part that has arrived.
    mutating func abandon(_ exchange: Exchange, _ error: (any Error)?) -> Outcome {
        var exchange = exchange
        exchange.stage = .abandoned
        abandoned = exchange.number
        phase = .exchanging(exchange)
        return Outcome(action: .finish(error, isShortSuccess: false), stops: true)
    }

    /// Ends with a result, or stops the work in progress and ends with the error of a call that ran out of time or
    /// tries.
    mutating func conclude(_ result: CallResult?) -> Outcome {
        phase = .reading
        return Outcome(action: .read(result), stops: result == nil)
    }
}

extension CallMachine {
    /// Suspends or resumes the call, and restarts its idle timeout.
    mutating func suspend(_ isSuspended: Bool, at now: DispatchTime) {
        self.isSuspended = isSuspended
        guard case .exchanging(var exchange) = phase, exchange.lastActivity != nil else { return }
        exchange.lastActivity = now
        phase = .exchanging(exchange)
    }

    /// Ends the call; its result is delivered now or never.
    ///
    /// - Returns: An action if part of a response was received and must be discarded.
    mutating func end() -> Action? {
        defer { phase = .over }
        guard case .exchanging(let exchange) = phase else { return nil }
        if exchange.stage == .open { abandoned = exchange.number }
        return .discard
    }

    /// Decides whether to perform an action now, hold it until the call resumes, or drop it.
    func claim(_ action: Action) -> Claim {
        switch (action, phase) {
        case (.discard, _), (.finish, .exchanging), (.read, .reading): .granted
        case (.receive(_, let number), .exchanging(let exchange)):
            exchange.number == number && exchange.stage != .abandoned ? .granted : .dropped
        // While the call is suspended, nothing more is sent, asked or delivered.
        case (.send(_, _, let number), .exchanging(let exchange)):
            exchange.number != number || exchange.stage != .open ? .dropped : isSuspended ? .held : .granted
        case (.attempt, .working), (.adapt, .working), (.load, .working), (.decide, .working), (.wait, .working),
            (.deliver, .delivering):
            isSuspended ? .held : .granted
        default: .dropped
        }
    }

    /// Counts a redirect and returns the number of redirects in this attempt.
    mutating func countRedirect(to url: URL) -> Int {
        (redirects, target) = (redirects + 1, url)
        return redirects
    }

    /// Remembers the error of an attempt, without the response's body.
    mutating func remember(_ error: TeapotError) {
        var bare = error
        bare.response?.body = Data()
        bare.response?.json = nil
        errors.append(bare)
    }

    /// Begins a step that ends with an event, unless the call has its result.
    mutating func enter(_ step: Step) -> Bool {
        guard isBetween else { return false }
        phase = .working(step)
        return true
    }

    /// The bytes of all exchanges.
    var allBytes: ByteCounts { earlierBytes + bytes }

    var isOver: Bool { if case .over = phase { true } else { false } }

    /// Whether the transport of an exchange hasn't ended.
    func isOpen(_ number: Int) -> Bool {
        guard case .exchanging(let exchange) = phase else { return false }
        return exchange.number == number && exchange.stage == .open
    }
}

/// The byte counts of the request and response bodies.
struct ByteCounts: Sendable {
    var sent: Int64 = 0
    var toSend: Int64 = 0
    var received: Int64 = 0

    static func + (left: Self, right: Self) -> Self {
        Self(
            // A transport may report any number.
            sent: left.sent &+ right.sent, toSend: left.toSend &+ right.toSend,
            received: left.received &+ right.received)
    }
}
