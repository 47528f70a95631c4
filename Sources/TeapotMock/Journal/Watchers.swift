import Teapot

/// Those who want to be told that something has changed; under the lock of what does.
struct Watchers: Sendable {
    private var streams: [Int: AsyncStream<Void>.Continuation] = [:]
    private var lastNumber = 0

    /// How many there are.
    var count: Int { streams.count }
    /// All of them, to be told outside the lock.
    var all: [AsyncStream<Void>.Continuation] { streams.isEmpty ? [] : Array(streams.values) }

    /// A stream for one more, who is told of all changes that it has not heard of as of one.
    ///
    /// - Parameter update: Runs what it is given with the watchers, under the lock; once at first, and once when the
    ///   stream ends.
    /// - Returns: The stream.
    static func stream(
        _ update: @escaping @Sendable (_ change: (inout Watchers) -> Void) -> Void
    ) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var number = 0
        update { number = $0.add(continuation) }
        continuation.onTermination = { [number] _ in
            // Let go of outside the lock: its end calls out.
            var gone: AsyncStream<Void>.Continuation?
            update { gone = $0.streams.removeValue(forKey: number) }
            _ = gone
        }
        return stream
    }

    private mutating func add(_ continuation: AsyncStream<Void>.Continuation) -> Int {
        lastNumber += 1
        streams[lastNumber] = continuation
        return lastNumber
    }
}
