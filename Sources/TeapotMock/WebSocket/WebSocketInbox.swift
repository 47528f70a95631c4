import Teapot

/// The received messages that have not been read, and the tasks that wait for one.
final class WebSocketInbox: Sendable {
    fileprivate typealias Continuation = CheckedContinuation<WebSocket.Message?, any Error>

    fileprivate struct State {
        /// The messages.
        ///
        /// The ones before `first` have been read and are `nil`.
        var messages: [WebSocket.Message?] = []
        var first = 0
        /// The approximate memory of the messages, in bytes.
        var heldBytes = 0
        var hasPaused = false
        /// The end as waiting tasks receive it: a normal end without a message, or an error.
        var end: Result<WebSocket.Message?, any Error>?
        var nextKey = 0
        var waiting: [(key: Int, continuation: Continuation)] = []
    }

    private let limit: Int
    private let drained: @Sendable () -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - limit: The number of bytes above which the inbox is full. A single message may be longer.
    ///   - drained: A closure that is called when the inbox was reported as full and no longer is.
    init(limit: Int, drained: @escaping @Sendable () -> Void) {
        self.limit = max(0, limit)
        self.drained = drained
    }

    /// A Boolean value that indicates whether reading has to pause.
    ///
    /// After it was `true`, the `drained` closure is called when there is room again.
    var isFull: Bool {
        state.withLock { state in
            guard state.heldBytes > limit else { return false }
            state.hasPaused = true
            return true
        }
    }

    /// Adds a message.
    ///
    /// After the end, it is dropped.
    func put(_ message: WebSocket.Message) {
        let continuation = state.withLock { state -> Continuation? in
            guard state.end == nil else { return nil }
            if !state.waiting.isEmpty { return state.waiting.removeFirst().continuation }
            state.append(message)
            return nil
        }
        continuation?.resume(returning: message)
    }

    /// Ends the inbox after the messages that it contains.
    ///
    /// Does nothing if it has ended.
    ///
    /// - Parameter error: The error that is thrown at the end, or `nil` for a normal end.
    func end(_ error: WebSocketError?) { end(error, drops: false) }

    /// Ends the inbox normally and at once, without the messages that it contains.
    func drop() { end(nil, drops: true) }

    private func end(_ error: WebSocketError?, drops: Bool) {
        let end: Result<WebSocket.Message?, any Error> = error.map { .failure($0) } ?? .success(nil)
        let (waiting, isDrained) = state.withLock { state -> ([Continuation], Bool) in
            guard state.end == nil else { return ([], false) }
            state.end = end
            if drops { state.removeAll() }
            defer { state.waiting = [] }
            return (state.waiting.map(\.continuation), state.isDrained(limit))
        }
        for continuation in waiting { continuation.resume(with: end) }
        if isDrained { drained() }
    }

    /// Waits for the next message.
    ///
    /// - Returns: The message, or `nil` at a normal end.
    /// - Throws: The error with which the inbox ended, or `CancellationError`.
    func next() async throws -> WebSocket.Message? {
        let key = state.withLock { state in
            state.nextKey &+= 1
            return state.nextKey
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait(with: $0, key) }
        } onCancel: {
            let continuation = state.withLock { state in
                state.waiting.firstIndex { $0.key == key }.map { state.waiting.remove(at: $0).continuation }
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    private func wait(with continuation: Continuation, _ key: Int) {
        let (result, isDrained) = state.withLock { state -> (Result<WebSocket.Message?, any Error>?, Bool) in
            if state.isEmpty, let end = state.end { return (end, false) }
            // A cancellation is either seen here, or finds the continuation in the list.
            if Task.isCancelled { return (.failure(CancellationError()), false) }
            if let message = state.popFirst() { return (.success(message), state.isDrained(limit)) }
            state.waiting.append((key, continuation))
            return (nil, false)
        }
        if let result { continuation.resume(with: result) }
        if isDrained { drained() }
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

    /// Returns whether `drained` has to be called because there is room again.
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
    /// An empty message takes some, too.
    fileprivate var weight: Int {
        switch self {
        case .text(let text): text.utf8.count + 64
        case .data(let data): data.count + 64
        }
    }
}
