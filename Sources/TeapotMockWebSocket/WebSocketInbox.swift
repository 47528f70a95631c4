import Teapot
import TeapotMock

/// The received messages that haven't been read, and the tasks that wait for a message.
final class WebSocketInbox: Sendable {
    /// A message or the end, for a waiting task.
    fileprivate typealias Reading = OneShot<Result<WebSocket.Message?, any Error>>

    /// The result for a task that asks for the next message.
    private enum Next {
        case ready(Result<WebSocket.Message?, any Error>)
        case waits(Reading)
    }

    fileprivate struct State {
        /// The messages.
        ///
        /// Messages before `first` have been read and are `nil`.
        var messages: [WebSocket.Message?] = []
        var first = 0
        /// The approximate memory of the messages, in bytes.
        var heldBytes = 0
        var hasPaused = false
        /// The end, as waiting tasks receive it: a normal end without a message, or an error.
        var end: Result<WebSocket.Message?, any Error>?
        var waiting: [Reading] = []
    }

    private let limit: Int
    private let drained: @Sendable () -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - limit: The number of bytes above which the inbox is full. A single message may be longer.
    ///   - drained: A closure to call when the inbox was reported as full but no longer is.
    init(limit: Int, drained: @escaping @Sendable () -> Void) {
        self.limit = max(0, limit)
        self.drained = drained
    }

    /// Whether reading must pause.
    ///
    /// If so, the `drained` closure is called when there is room again.
    var isFull: Bool {
        state.withLock { state in
            guard state.heldBytes > limit else { return false }
            state.hasPaused = true
            return true
        }
    }

    /// Adds a message.
    ///
    /// After the end, the message is dropped.
    func put(_ message: WebSocket.Message) {
        // A cancelled task's reading is over, so the message goes to the next task.
        while let reading = reading(for: message), !reading.finish(.success(message)) {}
    }

    /// Removes the first reading from the line and returns it, or keeps the message and returns `nil` if no task is
    /// waiting.
    private func reading(for message: WebSocket.Message) -> Reading? {
        state.withLock { state in
            guard state.end == nil else { return nil }
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            state.append(message)
            return nil
        }
    }

    /// Ends the inbox after the messages that it contains.
    ///
    /// It does nothing if the inbox has already ended.
    ///
    /// - Parameter error: The error to throw at the end, or `nil` for a normal end.
    func end(_ error: WebSocketError?) { end(error, drops: false) }

    /// Ends the inbox normally and immediately, and drops its messages.
    func drop() { end(nil, drops: true) }

    private func end(_ error: WebSocketError?, drops: Bool) {
        let end: Result<WebSocket.Message?, any Error> = error.map { .failure($0) } ?? .success(nil)
        let (waiting, isDrained) = state.withLock { state -> ([Reading], Bool) in
            guard state.end == nil else { return ([], false) }
            state.end = end
            if drops { state.removeAll() }
            defer { state.waiting = [] }
            return (state.waiting, state.isDrained(limit))
        }
        for reading in waiting { reading.finish(end) }
        if isDrained { drained() }
    }

    /// Waits for the next message.
    ///
    /// - Returns: The message, or `nil` at a normal end.
    /// - Throws: The error with which the inbox ended, or `CancellationError`.
    func next() async throws -> WebSocket.Message? {
        let (next, isDrained) = state.withLock { state -> (Next, Bool) in
            if state.isEmpty, let end = state.end { return (.ready(end), false) }
            if Task.isCancelled { return (.ready(.failure(CancellationError())), false) }
            if let message = state.popFirst() { return (.ready(.success(message)), state.isDrained(limit)) }
            let reading = Reading()
            state.waiting.append(reading)
            return (.waits(reading), false)
        }
        if isDrained { drained() }
        switch next {
        case .ready(let result): return try result.get()
        case .waits(let reading):
            let result = await reading.value(ifCancelled: .failure(CancellationError()))
            if case .failure(is CancellationError) = result {
                state.withLock { $0.waiting.removeAll { $0 === reading } }
            }
            return try result.get()
        }
    }
}

extension WebSocketInbox.State {
    fileprivate var isEmpty: Bool { first == messages.count }

    fileprivate mutating func append(_ message: WebSocket.Message) {
        messages.append(message)
        heldBytes += message.weight
    }

    fileprivate mutating func popFirst() -> WebSocket.Message? {
        guard first < messages.count, let message = messages[first] else { return nil }
        messages[first] = nil
        first += 1
        heldBytes -= message.weight
        if first == messages.count {
            removeAll()
        } else if first > 1024, first > messages.count / 2 {
            messages.removeFirst(first)
            first = 0
        }
        return message
    }

    fileprivate mutating func removeAll() {
        messages.removeAll(keepingCapacity: messages.count <= 1024)
        (first, heldBytes) = (0, 0)
    }

    /// Returns whether to call `drained` because there is room again.
    ///
    /// It returns `true` once for each pause.
    fileprivate mutating func isDrained(_ limit: Int) -> Bool {
        guard hasPaused, heldBytes <= limit / 2 else { return false }
        hasPaused = false
        return true
    }
}

extension WebSocket.Message {
    /// The approximate memory of the message, in bytes.
    ///
    /// An empty message also takes some memory.
    fileprivate var weight: Int {
        switch self {
        case .text(let text): text.utf8.count + 64
        case .data(let data): data.count + 64
        }
    }
}
