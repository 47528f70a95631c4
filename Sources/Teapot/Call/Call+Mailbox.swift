import Foundation

// From events to actions, which one thread at a time performs in their order.
extension Teapot.Call {
    struct State {
        var machine: CallMachine
        /// The actions that wait to be performed, and whether a thread performs them.
        private var (next, later) = (nil as CallMachine.Action?, [CallMachine.Action]())
        private(set) var isDraining = false
        /// Whether a transport is asked to send a request.
        ///
        /// It may answer before it returns. The next request is sent after that, so that a chain of redirects does not
        /// fill the stack.
        private var isSending = false
        /// The caller's closures, and what is under way.
        var held: Held
        /// The latest progress, to be reported when the call is resumed, and whether that is about to happen.
        var (heldProgress, tellsHeld) = ([Teapot.Progress](), false)
        var report = Report.none
        /// The error of the call, if it failed.
        var error: TeapotError?
        /// Whether the events of several exchanges share a queue, which nothing may block.
        let isShared: Bool
        let isFile: Bool
        /// Whether a closure of the caller is called with each piece of the body.
        let isSlow: Bool
        /// Whether the end of a short success calls a closure of the caller or does other long work.
        private var isSlowToEnd = false
        /// The bytes that wait to be written to a file, and whether a closure of the caller delays them.
        private var unwritten = 0
        var isInClosure = false

        init(_ plan: Plan, _ progress: (@Sendable (Teapot.Progress) -> Void)?, isShared: Bool) {
            machine = CallMachine(shortest: plan.request.timeline.watchdog(0))
            held = Held(progress: progress)
            (self.isShared, isFile) = (isShared, plan.sink.isFile)
            isSlow = isFile || (progress != nil && plan.queue == nil)
        }
    }

    /// What the observers know.
    enum Report { case none, started, ended }

    /// What a call holds until it ends.
    ///
    /// It is released outside the lock, because that may release objects of the caller.
    struct Held {
        var completion: (@Sendable (Result<Teapot.Response, TeapotError>) -> Void)?
        var progress: (@Sendable (Teapot.Progress) -> Void)?
        /// The transport's way to stop.
        var abandon: (@Sendable () -> Void)?
        /// The task that runs closures of the caller.
        var hook: Task<Void, Never>?
        /// The time of the next check of the timeouts, if one is scheduled.
        var due: DispatchTime?
    }

    /// A kind of thread.
    enum Place {
        /// That of the caller, or of a task.
        case caller
        /// The queue on which the events of several exchanges are reported.
        case eventQueue
        /// A thread that may block.
        case elsewhere
    }

    /// What a thread does next with the mailbox.
    enum Turn {
        case perform(CallMachine.Action)
        case drop(CallMachine.Action)
        /// Reports the progress that was held.
        case tell
        /// Continues on a thread that may block.
        case move
        case leave
    }

    /// Takes an event, and performs what follows unless another thread does.
    func handle(_ event: CallMachine.Event, from place: Place = .caller) {
        drain(take(event, from: place), from: place)
    }

    /// Performs the actions that wait, unless another thread does.
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
                // Another thread may have gone on in the meantime.
                if case .send = action { goesOn = false }
            }
            turn = take(event, from: place, goesOn: goesOn)
        }
    }

    /// Takes an event, and the next action if no other thread performs actions.
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

    /// Stops what was under way.
    func stop(_ ended: Held, from place: Place = .caller) {
        ended.abandon?()
        guard let hook = ended.hook else { return }
        // Closures of the caller may wait for the end of their task.
        if place == .eventQueue { DispatchQueue.global().async { hook.cancel() } } else { hook.cancel() }
    }
}

extension Teapot.Call.State {
    /// Takes an event, and returns what is to be stopped.
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

    /// Whether an action must not be performed on a thread that is needed for something else.
    private func leaves(_ place: Teapot.Call.Place, for action: CallMachine.Action) -> Bool {
        switch action {
        case .receive: place == .caller || (place == .eventQueue && isSlow)
        case .finish(_, let isShortSuccess):
            place == .caller || (place == .eventQueue && (isSlowToEnd || !isShortSuccess))
        case .read(nil): place == .eventQueue
        default: false
        }
    }

    /// Returns the time of the next timeout, unless it is scheduled.
    ///
    /// A transport that answers before it returns needs no timer.
    fileprivate mutating func earlierDue(at now: DispatchTime) -> DispatchTime? {
        let due = machine.due(at: now)
        guard !isSending, due < held.due ?? .distantFuture else { return nil }
        held.due = due
        return due
    }

    /// The bytes that wait for a disk.
    ///
    /// Those that wait for the caller's closure are not counted, because other requests would have to wait as well.
    var countedBytes: Int { isInClosure ? 0 : unwritten }

    /// Lets other threads perform actions while a transport is asked to send a request.
    ///
    /// - Returns: Whether the request is still to be sent.
    mutating func lend(_ number: Int, isSlowToEnd: Bool) -> Bool {
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

    /// Adds an action, to be performed after those that wait.
    mutating func add(_ action: CallMachine.Action) {
        if next == nil { next = action } else { later.append(action) }
    }

    /// Ends the call, unless it has ended.
    ///
    /// - Returns: What it held, or `nil` if it has ended before.
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
