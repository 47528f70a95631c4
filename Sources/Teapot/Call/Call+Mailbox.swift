import Foundation

// Turns events into actions. One thread at a time performs them in order.
extension Teapot.Call {
    struct State {
        var machine: CallMachine
        /// The waiting actions, and whether a thread is performing them.
        private var (next, later) = (nil as CallMachine.Action?, [CallMachine.Action]())
        private(set) var isDraining = false
        /// Whether a transport is being asked to send a request.
        ///
        /// The transport may answer before it returns. The next request is sent only after that, so a chain of
        /// redirects doesn't overflow the stack.
        private var isSending = false
        /// The caller's closures and the work in progress.
        var held: Held
        /// The latest progress, to report when the call resumes, and whether it's about to be reported.
        var (heldProgress, tellsHeld) = ([Teapot.Progress](), false)
        var report = Report.none
        /// The error of the call, if it failed.
        var error: TeapotError?
        /// Whether several exchanges report their events on one queue, which nothing may block.
        let isShared: Bool
        let isFile: Bool
        /// Whether the head is validated, or each piece of the body is written to a file or reported to the caller's
        /// closure.
        private(set) var isSlow: Bool
        /// Whether the end of a short success calls the caller's closure or does other long work.
        private var isSlowToEnd = false
        /// The bytes waiting to be written to a file, and whether the caller's closure delays them.
        private var unwritten = 0
        var isInClosure = false

        init(_ plan: Plan, _ progress: (@Sendable (Teapot.Progress) -> Void)?, isShared: Bool) {
            machine = CallMachine(shortest: plan.request.timeline.watchdog(0))
            held = Held(progress: progress)
            (self.isShared, isFile) = (isShared, plan.sink.isFile)
            isSlow = isFile || (progress != nil && plan.queue == nil)
        }
    }

    /// The events that the observers have received.
    enum Report { case none, started, ended }

    /// The objects that a call holds until it ends.
    ///
    /// Release them outside the lock, because releasing them may also release the caller's objects.
    struct Held {
        var completion: (@Sendable (Result<Teapot.Response, TeapotError>) -> Void)?
        var progress: (@Sendable (Teapot.Progress) -> Void)?
        /// The closure that stops the transport.
        var abandon: (@Sendable () -> Void)?
        /// The task that runs the caller's closures.
        var hook: Task<Void, Never>?
        /// The time of the next check of the timeouts, if one is scheduled.
        var due: DispatchTime?
    }

    /// A kind of thread.
    enum Place {
        /// The caller's thread, or a task's.
        case caller
        /// The queue that the events of several exchanges are reported on.
        case eventQueue
        /// A thread that may block.
        case elsewhere
    }

    /// The next step of the thread that processes the mailbox.
    enum Turn {
        case perform(CallMachine.Action)
        case drop(CallMachine.Action)
        /// Reports the held progress.
        case tell
        /// Continues on a thread that may block.
        case move
        case leave
    }

    /// Takes an event, and performs the actions that follow unless another thread already does.
    func handle(_ event: CallMachine.Event, from place: Place = .caller) {
        drain(take(event, from: place), from: place)
    }

    /// Performs the waiting actions, unless another thread already does.
    func drain(from place: Place) { drain(take(nil, from: place), from: place) }

    private func drain(_ first: Turn, from place: Place) {
        var turn = first
        while true {
            var (event, goesOn) = (nil as CallMachine.Event?, true)
            switch turn {
            case .leave: return
            case .drop: break
            case .tell: tell(nil)
            case .move:
                return DispatchQueue.global().async {
                    self.drain(self.take(nil, from: .elsewhere, goesOn: true), from: .elsewhere)
                }
            case .perform(let action):
                event = perform(action)
                // Another thread may have continued in the meantime.
                if case .send = action { goesOn = false }
            }
            turn = take(event, from: place, goesOn: goesOn)
        }
    }

    /// Takes an event, and returns the next action if no other thread is performing actions.
    private func take(_ event: CallMachine.Event?, from place: Place, goesOn: Bool = false) -> Turn {
        let (ended, turn, due, bytes) = lock.withLock { state -> (Held?, Turn, DispatchTime?, Int) in
            let (before, now) = (state.countedBytes, DispatchTime.now())
            let ended = event.flatMap { state.handle($0, at: now) }
            let turn = goesOn || !state.isDraining ? state.next(from: place) : .leave
            return (ended, turn, state.earlierDue(at: now), state.countedBytes - before)
        }
        if let ended { stop(ended, from: place) }
        if let due { scheduleTimeoutCheck(at: due) }
        if bytes != 0 { Backlog.files.add(bytes) }
        return turn
    }

    /// Stops the work in progress.
    func stop(_ ended: Held, from place: Place = .caller) {
        ended.abandon?()
        guard let hook = ended.hook else { return }
        // The caller's closures may wait for the end of their task.
        if place == .eventQueue { DispatchQueue.global().async { hook.cancel() } } else { hook.cancel() }
    }
}

extension Teapot.Call.State {
    /// Takes an event, and returns the work to stop.
    fileprivate mutating func handle(_ event: CallMachine.Event, at now: DispatchTime) -> Teapot.Call.Held? {
        let outcome = machine.handle(event, at: now)
        if let action = outcome.action {
            add(action)
            if isFile { unwritten += action.length }
        }
        return outcome.stops ? Teapot.Call.Held(abandon: held.abandon.take(), hook: held.hook.take()) : nil
    }

    /// Returns the next turn of a thread that performs actions.
    fileprivate mutating func next(from place: Teapot.Call.Place) -> Teapot.Call.Turn {
        isDraining = !machine.isSuspended && !heldProgress.isEmpty && !tellsHeld
        if isDraining {
            if isShared, isSlow, place == .eventQueue { return .move }
            tellsHeld = true
            return .tell
        }
        guard let action = next else { return .leave }
        let claim = machine.claim(action)
        guard claim != .held else { return .leave }
        if isSending, case .send = action { return .leave }
        isDraining = true
        if claim == .granted, isShared, leaves(place, for: action) { return .move }
        next = later.isEmpty ? nil : later.removeFirst()
        if isFile { unwritten -= action.length }
        return claim == .granted ? .perform(action) : .drop(action)
    }

    /// Returns whether an action must move to another thread because this one is needed for something else.
    private func leaves(_ place: Teapot.Call.Place, for action: CallMachine.Action) -> Bool {
        switch action {
        case .receive: place == .caller || (place == .eventQueue && isSlow)
        case .finish(_, let isShortSuccess):
            place == .caller || (place == .eventQueue && (isSlowToEnd || !isShortSuccess))
        case .read(nil): place == .eventQueue
        default: false
        }
    }

    /// Returns the time of the next timeout, unless it is already scheduled.
    ///
    /// A transport that answers before it returns needs no timer.
    fileprivate mutating func earlierDue(at now: DispatchTime) -> DispatchTime? {
        let due = machine.due(at: now)
        guard !isSending, due < held.due ?? .distantFuture else { return nil }
        held.due = due
        return due
    }

    /// The number of bytes waiting for a disk.
    ///
    /// Bytes that wait for the caller's closure aren't counted, because other requests would have to wait, too.
    var countedBytes: Int { isInClosure ? 0 : unwritten }

    /// Lets other threads perform actions while the transport is asked to send a request.
    ///
    /// - Returns: Whether the request must still be sent.
    mutating func lend(_ number: Int, isSlow: Bool, isSlowToEnd: Bool) -> Bool {
        self.isSlow = self.isSlow || isSlow
        (isDraining, isSending, self.isSlowToEnd) = (false, machine.isOpen(number), isSlowToEnd)
        return isSending
    }

    /// Stores the closure that stops the transport.
    ///
    /// - Returns: Whether the transport must stop now.
    mutating func hasSent(_ number: Int, _ abandon: @escaping @Sendable () -> Void) -> Bool {
        isSending = false
        if machine.isOpen(number) { held.abandon = abandon }
        return machine.abandoned >= number
    }

    /// Adds an action after the waiting ones.
    mutating func add(_ action: CallMachine.Action) { if next == nil { next = action } else { later.append(action) } }

    /// Ends the call, unless it has ended.
    ///
    /// - Returns: The objects that the call held, or `nil` if it had already ended.
    mutating func end(_ result: CallResult) -> Teapot.Call.Held? {
        guard !machine.isOver else { return nil }
        if let discard = machine.end() { add(discard) }
        if case .failure(let error) = result.value { self.error = error }
        defer { held = Teapot.Call.Held() }
        return held
    }
}

extension CallMachine.Action {
    /// The number of bytes of a body to receive.
    fileprivate var length: Int { if case .receive(.data(let data), _) = self { data.count } else { 0 } }
}
