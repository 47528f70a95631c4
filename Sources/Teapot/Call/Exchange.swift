import Foundation

/// An exchange of one request and its response, which receives the events of a carrier and ends exactly once.
///
/// The effects of events run one after the other, without holding a lock.
final class Exchange: Sendable {
    typealias Outcome = (response: Teapot.Response?, error: (any Error)?)

    /// The parameters of an exchange.
    struct Plan: Sendable {
        var sink: BodySink
        /// The statuses whose bodies go to the sink.
        var accepted = Set(200...299)
        /// A Boolean value that indicates whether redirects are followed, whose bodies then do not go to the sink.
        var followsRedirects = false
        var timeline = Teapot.Timeline.real
        /// The maximum length of the body, in bytes.
        var limit = Int.max
        /// The time to wait for anything to arrive, in seconds.
        var timeoutInterval: TimeInterval
        /// The time to wait for anything to arrive after the head of an accepted response, if it differs, in seconds,
        /// and a closure to call then.
        var afterHead: (timeoutInterval: TimeInterval, begin: @Sendable () -> Void)?
        /// The queue that reports the events of this exchange and of others, if there is one.
        var eventQueue: DispatchQueue?
        var progress: (@Sendable (Teapot.Progress) -> Void)?
        /// A Boolean value that indicates whether receiving a piece of the body does long work or calls a caller's
        /// closure.
        var isSlowToReceive = false
        /// A Boolean value that indicates whether the end of a short successful response does so.
        var isSlowToEnd = false
        /// A Boolean value that indicates whether the body is read at the end, which takes long for a long body.
        var readsBody = true
    }

    private struct State {
        var hasBegun = false
        var isHandedOver = false
        /// A Boolean value that indicates whether further events are ignored.
        var isClosed = false
        /// A Boolean value that indicates whether the carrier is to stop, and unprocessed events are dropped.
        var isAbandoned = false
        /// A Boolean value that indicates whether the end is not reported.
        var isSilenced = false
        var isSuccess = false
        var head: Teapot.Response?
        var bytes = ByteCounts()
        /// The deadline for anything to arrive, from the time that the clock is started, and whether it is suspended.
        var deadline: Deadline?
        var isHeld = false
        /// The number of bytes that wait to be written, and whether they wait for a closure of the caller.
        var waiting = 0
        var isInClosure = false
        var abandon: (@Sendable () -> Void)?
    }

    /// The part of the response that was received so far.
    private struct Intake {
        var response: Teapot.Response?
        /// A Boolean value that indicates whether the response is what the caller asked for, whose progress is told.
        var isResult = false
        var body = BodyReceiver()
        var failure: (any Error)?
    }

    private let state = Locked(State())
    private let intake = Serial(Intake())
    private let plan: Plan
    private let completion: @Sendable (Outcome) -> Void

    init(_ plan: Plan, completion: @escaping @Sendable (Outcome) -> Void) {
        (self.plan, self.completion) = (plan, completion)
        plan.timeline.skipped?.begin(
            idle: plan.timeoutInterval, afterHead: plan.afterHead?.timeoutInterval, accepted: plan.accepted)
    }

    func start(_ request: Teapot.Request, on client: any TeapotClient) {
        let abandon = client.carryOut(request) { self.receive($0) }
        let (isAbandoned, begins) = state.withLock { state in
            state.isHandedOver = true
            if !state.isClosed { state.abandon = abandon }
            return (state.isAbandoned, state.hasBegun && !state.isClosed && state.deadline == nil)
        }
        if isAbandoned { abandon() } else if begins { startClock(plan.timeoutInterval) }
    }

    /// Ends the exchange with an error, unless it has ended.
    ///
    /// - Returns: A Boolean value that indicates whether this call ended the exchange.
    @discardableResult func fail(_ error: any Error) -> Bool { close(error, abandons: true) }

    /// Ends the exchange without reporting an outcome, unless it has ended.
    func abandon() { close(nil, abandons: true, isSilent: true) }

    /// The number of bytes of both bodies so far.
    var bytes: ByteCounts { state.withLock { $0.bytes } }

    /// The head of the response, if it was received.
    var head: Teapot.Response? { state.withLock { $0.head } }

    func hold(_ isHeld: Bool) {
        state.withLock { state in
            state.isHeld = isHeld
            state.deadline?.hold(isHeld)
        }
        plan.timeline.skipped?.hold(isHeld)
    }

    /// Starts the first deadline, or one in place of an earlier one.
    private func startClock(_ seconds: TimeInterval, isFirst: Bool = true) {
        let deadline = plan.timeline.deadline(seconds)
        let (starts, earlier) = state.withLock { state -> (Bool, Deadline?) in
            if state.isClosed || isFirst && state.deadline != nil { return (false, nil) }
            defer { state.deadline = deadline }
            deadline.hold(state.isHeld)
            return (true, state.deadline)
        }
        earlier?.end()
        if starts { deadline.begin(behind: plan.eventQueue) { self.fail(URLError.timedOut(after: seconds)) } }
    }

    private func receive(_ event: Teapot.ExchangeEvent) {
        switch event {
        case .began:
            // The clock is not started for a carrier that answers before it returns.
            let starts = state.withLock { state in
                state.hasBegun = true
                return state.isHandedOver && !state.isClosed
            }
            if starts { startClock(plan.timeoutInterval) }
        case .finished(let error): close(error, abandons: false)
        case .response, .data, .sent:
            let (isOpen, deadline) = state.withLock { state -> (Bool, Deadline?) in
                guard !state.isClosed else { return (false, nil) }
                switch event {
                case .data(let data): state.bytes.received += Int64(data.count)
                case .sent(let count, let total):
                    state.bytes.sent = count
                    state.bytes.toSend = total
                case .response(let response):
                    state.head = response
                    let status = response.statusCode
                    state.isSuccess = 200..<300 ~= status && plan.accepted.contains(status)
                case .began, .finished: break
                }
                return (true, state.deadline)
            }
            deadline?.touch()
            if case .response = event, isOpen, let afterHead = plan.afterHead, state.withLock({ $0.isSuccess }) {
                startClock(afterHead.timeoutInterval, isFirst: false)
                afterHead.begin()
            }
            if isOpen { process(event) }
        }
    }

    private func process(_ event: Teapot.ExchangeEvent) {
        var count = 0
        if plan.isSlowToReceive, case .file = plan.sink, case .data(let data) = event { count = data.count }
        let waiting = count
        account(for: waiting)
        let isElsewhere = isShared && plan.isSlowToReceive
        if !isElsewhere, intake.runNow({ take(event, waiting, &$0) }) { return }
        intake.run(elsewhere: isElsewhere) { self.take(event, waiting, &$0) }
    }

    /// Adds to, or subtracts from, the number of bytes that wait to be written.
    private func account(for change: Int) {
        guard change != 0 else { return }
        let isInClosure = state.withLock { state in
            state.waiting += change
            return state.isInClosure
        }
        if !isInClosure { Backlog.files.add(change) }
    }

    /// Reports the progress of the exchange.
    ///
    /// Bytes that wait for the caller's closure to return are not counted as waiting for the disk, because other
    /// requests would have to wait as well.
    private func tell(_ reached: Teapot.Progress) {
        inClosure(true)
        plan.progress?(reached)
        inClosure(false)
    }

    private func inClosure(_ isInClosure: Bool) {
        let waiting = state.withLock { state in
            state.isInClosure = isInClosure
            return state.waiting
        }
        if waiting != 0 { Backlog.files.add(isInClosure ? -waiting : waiting) }
    }

    private var isShared: Bool { plan.eventQueue != nil }

    private func take(_ event: Teapot.ExchangeEvent, _ waiting: Int, _ intake: inout Intake) {
        defer { account(for: -waiting) }
        guard intake.failure == nil, !state.withLock({ $0.isAbandoned || $0.isSilenced }) else { return }
        do {
            switch event {
            case .response(let response):
                intake.response = response
                let isFollowed = plan.followsRedirects && response.isRedirect
                intake.isResult = !isFollowed && plan.accepted.contains(response.statusCode)
                try intake.body.begin(response, into: isFollowed ? .memory : plan.sink, accepting: plan.accepted)
            case .data(let data):
                // Events go on for ever. Their reader limits each of them.
                let isUnlimited = plan.afterHead != nil && intake.isResult
                guard isUnlimited || data.count <= plan.limit - intake.body.length else {
                    throw URLError(.dataLengthExceedsMaximum)
                }
                try intake.body.receive(data)
                guard plan.progress != nil, intake.isResult else { break }
                let total = intake.response?.plainLength.map { UInt64($0) + UInt64(intake.body.offset) }
                tell(.received(Int64(intake.body.length), of: total.map { Int64(clamping: $0) }))
            case .sent(let count, let total):
                if plan.progress != nil { tell(.sent(count, of: total > 0 ? total : nil)) }
            case .began, .finished: break
            }
        } catch {
            intake.failure = error
            // If the end of the exchange is already waiting, it finds the failure.
            close(nil, abandons: true)
        }
    }

    /// Ignores further events, and ends after the events received so far.
    ///
    /// - Returns: A Boolean value that indicates whether this call ended the exchange.
    @discardableResult private func close(_ failure: (any Error)?, abandons: Bool, isSilent: Bool = false) -> Bool {
        let closing = state.withLock { state -> ((@Sendable () -> Void)?, Deadline?, Bool)? in
            // Events that were received but not processed yet can still be dropped.
            if isSilent { state.isSilenced = true }
            guard !state.isClosed else { return nil }
            state.isClosed = true
            state.isAbandoned = abandons
            let isLong = plan.readsBody && state.bytes.received > 65_536
            let isSlow = plan.isSlowToEnd || isLong || failure != nil || abandons || !state.isSuccess
            return (state.abandon.take(), state.deadline.take(), isSlow)
        }
        guard let (abandon, deadline, isSlow) = closing else { return false }
        deadline?.end()
        if abandons { abandon?() }
        let isElsewhere = isShared && isSlow && !isSilent
        if !isElsewhere, intake.runNow({ end(failure, &$0) }) { return true }
        intake.run(elsewhere: isElsewhere) { self.end(failure, &$0) }
        return true
    }

    private func end(_ failure: (any Error)?, _ intake: inout Intake) {
        let isSilent = state.withLock { $0.isSilenced }
        var error = intake.failure ?? failure
        do { try intake.body.end(isWhole: error == nil && !isSilent) } catch let failed { error = failed }
        intake.response?.data = intake.body.data
        let response = intake.response.take()
        intake = Intake()
        if !isSilent { completion((response, error)) }
    }
}

extension Teapot.Response {
    /// The length of the body by its header fields, in bytes.
    ///
    /// It is `nil` for a compressed body, whose length after decompression is unknown.
    var plainLength: Int64? {
        guard headerFields["Content-Encoding"] == nil else { return nil }
        return headerFields["Content-Length"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }
}

/// The numbers of bytes of both bodies.
struct ByteCounts: Sendable {
    var sent: Int64 = 0
    var toSend: Int64 = 0
    var received: Int64 = 0

    static func += (left: inout Self, right: Self) {
        left.sent += right.sent
        left.toSend += right.toSend
        left.received += right.received
    }
}
