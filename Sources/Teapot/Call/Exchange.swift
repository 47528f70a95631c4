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
        var accepted = Teapot.Request.successfulStatusCodes
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
        /// The number of bytes that wait to be written, and whether they wait for a closure of the caller.
        var waiting = 0
        var isInClosure = false
        var abandon: (@Sendable () -> Void)?
    }

    /// The part of the response that was received so far.
    private struct Intake {
        var response: Teapot.Response?
        var body = BodyReceiver()
        var failure: (any Error)?
    }

    private let state = Locked(State())
    private let intake = Serial(Intake())
    private let plan: Plan
    private let deadline: Deadline
    /// The deadline in place of `deadline` after the head of an accepted response.
    private let idleDeadline: Deadline?
    private let completion: @Sendable (Outcome) -> Void

    init(_ plan: Plan, completion: @escaping @Sendable (Outcome) -> Void) {
        self.plan = plan
        self.completion = completion
        deadline = plan.timeline.deadline(plan.timeoutInterval)
        idleDeadline = plan.afterHead.map { plan.timeline.deadline($0.timeoutInterval) }
        plan.timeline.skipped?.begin(
            idle: plan.timeoutInterval, afterHead: plan.afterHead?.timeoutInterval, accepted: plan.accepted)
    }

    func start(_ request: Teapot.Request, on client: any TeapotClient) {
        let abandon = client.carryOut(request) { self.receive($0) }
        let (isAbandoned, begins) = state.withLock { state in
            state.isHandedOver = true
            if !state.isClosed { state.abandon = abandon }
            return (state.isAbandoned, state.hasBegun && !state.isClosed)
        }
        if isAbandoned { abandon() } else if begins { start(deadline) }
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
        deadline.hold(isHeld)
        idleDeadline?.hold(isHeld)
        plan.timeline.skipped?.hold(isHeld)
    }

    private func start(_ deadline: Deadline) {
        let interval = deadline.interval
        deadline.begin(behind: plan.eventQueue) { self.fail(URLError.timedOut(after: interval)) }
    }

    private func receive(_ event: Teapot.ExchangeEvent) {
        switch event {
        case .began:
            // The clock is not started for a carrier that answers before it returns.
            let starts = state.withLock { state in
                state.hasBegun = true
                return state.isHandedOver && !state.isClosed
            }
            if starts { start(deadline) }
        case .finished(let error): close(error, abandons: false)
        case .response, .data, .sent:
            deadline.touch()
            idleDeadline?.touch()
            let isOpen = state.withLock { state in
                guard !state.isClosed else { return false }
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
                return true
            }
            if case .response = event, isOpen, let idleDeadline, state.withLock({ $0.isSuccess }) {
                deadline.end()
                start(idleDeadline)
                plan.afterHead?.begin()
            }
            if isOpen { process(event) }
        }
    }

    private func process(_ event: Teapot.ExchangeEvent) {
        var count = 0
        if plan.isSlowToReceive, case .file = plan.sink, case .data(let data) = event { count = data.count }
        let waiting = count
        account(for: waiting)
        intake.run(elsewhere: isShared && plan.isSlowToReceive) { intake in
            self.take(event, &intake)
            self.account(for: -waiting)
        }
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

    private func take(_ event: Teapot.ExchangeEvent, _ intake: inout Intake) {
        guard intake.failure == nil, !state.withLock({ $0.isAbandoned || $0.isSilenced }) else { return }
        do {
            switch event {
            case .response(let response):
                intake.response = response
                try intake.body.begin(response, into: plan.sink, accepting: plan.accepted)
            case .data(let data):
                guard data.count <= plan.limit - intake.body.length else { throw URLError(.dataLengthExceedsMaximum) }
                try intake.body.receive(data)
                guard plan.progress != nil else { break }
                let total = intake.response?.plainLength.map { $0 + Int64(intake.body.offset) }
                tell(.received(Int64(intake.body.length), of: total))
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
        let closing = state.withLock { state -> (abandon: (@Sendable () -> Void)?, isSlow: Bool)? in
            // Events that were received but not processed yet can still be dropped.
            if isSilent { state.isSilenced = true }
            guard !state.isClosed else { return nil }
            state.isClosed = true
            state.isAbandoned = abandons
            let isLong = plan.readsBody && state.bytes.received > 65_536
            let isSlow = plan.isSlowToEnd || isLong || failure != nil || abandons || !state.isSuccess
            return (state.abandon.take(), isSlow)
        }
        guard let (abandon, isSlow) = closing else { return false }
        deadline.end()
        idleDeadline?.end()
        if abandons { abandon?() }
        intake.run(elsewhere: isShared && isSlow && !isSilent) { self.end(failure, &$0) }
        return true
    }

    private func end(_ failure: (any Error)?, _ intake: inout Intake) {
        let isSilent = state.withLock { $0.isSilenced }
        var error = intake.failure ?? failure
        do { try intake.body.end(isWhole: error == nil && !isSilent) } catch let failed { error = failed }
        intake.response?.data = intake.body.data
        let response = intake.response
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
