import Foundation

// From events to actions, which one thread at a time performs in their order.
extension Teapot.Call {
    struct State {
        var machine: CallMachine
        /// The actions that wait to be performed, and whether a thread performs them.
        private var actions: [CallMachine.Action] = []
        private(set) var isDraining = false
        /// Whether a transport is asked to send a request.
        ///
        /// It may answer before it returns. The next request is sent after that, so that a chain of redirects does not
        /// fill the stack.
        var isSending = false
        /// The caller's closures, and what is under way.
        var held: Held
        /// The latest progress, to be reported when the call is resumed.
        var heldProgress: [Teapot.Progress] = []
        /// The request of this attempt as the adapters have left it, if retriers may be asked about it.
        var first: Teapot.Request?
        var readsJSON = true
        /// Whether the end of a short success calls a closure of the caller or does other long work.
        var isSlowToEnd = false
        var report = Report.none
        /// The error of the call, if it failed.
        var error: TeapotError?
        /// The bytes that wait to be written to a file, and whether a closure of the caller delays them.
        private var unwritten = 0
        var isInClosure = false

        init(_ progress: (@Sendable (Teapot.Progress) -> Void)?, shortestTimeout: TimeInterval) {
            (held, machine) = (Held(progress: progress), CallMachine(shortest: shortestTimeout))
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

        /// Stops what is under way.
        func stop() {
            hook?.cancel()
            abandon?()
        }
    }

    /// A kind of thread.
    enum Place {
        /// That of the caller, or of a task.
        case caller
        /// The queue on which the events of several exchanges are reported.
        case eventQueue
        /// A thread that may be blocked.
        case elsewhere
    }

    /// What a thread does next with the mailbox.
    enum Turn {
        case perform(CallMachine.Action)
        case drop(CallMachine.Action)
        case move(Place)
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
            var event: CallMachine.Event?
            var goesOn = true
            switch turn {
            case .leave: return
            case .drop: break
            case .perform(let action):
                event = perform(action)
                // Another thread may have gone on in the meantime.
                if case .send = action { goesOn = false }
            case .move(let other):
                let queue = other == .eventQueue ? eventQueue : nil
                return (queue ?? .global()).async { self.drain(self.take(nil, from: other, goesOn: true), from: other) }
            }
            turn = take(event, from: place, goesOn: goesOn)
        }
    }

    /// Takes an event, and the next action if no other thread performs actions.
    private func take(_ event: CallMachine.Event?, from place: Place, goesOn: Bool = false) -> Turn {
        let isFile = plan.sink.isFile
        let (ended, turn, bytes) = lock.withLock { state -> (Held?, Turn, Int) in
            let before = state.countedBytes
            let ended = event.flatMap { state.handle($0, isFile) }
            let turn = goesOn || !state.isDraining ? state.next(from: place, home, isFile) : .leave
            return (ended, turn, state.countedBytes - before)
        }
        ended?.stop()
        if bytes != 0 { Backlog.files.add(bytes) }
        return turn
    }

    /// The place where an action must be performed if the events of exchanges share a queue, which nothing may block.
    private func home(_ action: CallMachine.Action, isSlowToEnd: Bool, hasProgress: Bool) -> Place? {
        guard eventQueue != nil else { return nil }
        switch action {
        case .receive: return plan.sink.isFile || (hasProgress && plan.queue == nil) ? .elsewhere : .eventQueue
        case .finish(_, let isShortSuccess): return isShortSuccess && !isSlowToEnd ? .eventQueue : .elsewhere
        case .read(nil): return .elsewhere
        default: return nil
        }
    }
}

extension Teapot.Call.State {
    typealias Home = (CallMachine.Action, _ isSlowToEnd: Bool, _ hasProgress: Bool) -> Teapot.Call.Place?

    /// Takes an event, and returns what is to be stopped.
    fileprivate mutating func handle(_ event: CallMachine.Event, _ isFile: Bool) -> Teapot.Call.Held? {
        let outcome = machine.handle(event, at: .now())
        if let action = outcome.action {
            actions.append(action)
            if isFile { unwritten += action.length }
        }
        return outcome.stops ? takeUnderWay() : nil
    }

    /// Returns the next turn of a thread that performs actions.
    fileprivate mutating func next(from place: Teapot.Call.Place, _ home: Home, _ isFile: Bool) -> Teapot.Call.Turn {
        isDraining = false
        guard let action = actions.first else { return .leave }
        let claim = machine.claim(action)
        guard claim != .held else { return .leave }
        if isSending, case .send = action { return .leave }
        isDraining = true
        if claim == .granted, place != .elsewhere, let home = home(action, isSlowToEnd, held.progress != nil),
            home != place
        {
            return .move(home)
        }
        actions.removeFirst()
        if isFile { unwritten -= action.length }
        return claim == .granted ? .perform(action) : .drop(action)
    }

    /// The bytes that wait for a disk.
    ///
    /// Those that wait for the caller's closure are not counted, because other requests would have to wait as well.
    var countedBytes: Int { isInClosure ? 0 : unwritten }

    /// Lets other threads perform actions while a transport is asked to send a request.
    mutating func lend() { (isDraining, isSending) = (false, true) }

    /// Holds an action until the call is resumed.
    mutating func hold(_ action: CallMachine.Action) { actions.append(action) }

    /// Ends the call, unless it has ended.
    ///
    /// - Returns: What it held, or `nil` if it has ended before.
    mutating func end(_ result: Result<Teapot.Response, TeapotError>) -> Teapot.Call.Held? {
        guard !machine.isOver else { return nil }
        if let discard = machine.end() { actions.append(discard) }
        if case .failure(let error) = result { self.error = error }
        defer { held = Teapot.Call.Held() }
        return held
    }

    private mutating func takeUnderWay() -> Teapot.Call.Held {
        Teapot.Call.Held(abandon: held.abandon.take(), hook: held.hook.take())
    }
}

extension CallMachine.Action {
    /// The number of bytes of a body to receive.
    fileprivate var length: Int { if case .receive(.data(let data), _) = self { data.count } else { 0 } }
}
