import Teapot

/// The listeners that are notified of changes to a value.
///
/// They are guarded by the lock of that value.
package struct Watchers: Sendable {
    private var streams: [Int: AsyncStream<Void>.Continuation] = [:]
    private var lastNumber = 0

    package init() {}

    /// The number of listeners.
    package var count: Int { streams.count }
    /// The listeners.
    ///
    /// They must be notified outside the lock.
    package var all: [AsyncStream<Void>.Continuation] { streams.isEmpty ? [] : Array(streams.values) }

    /// Returns a stream for a new listener.
    ///
    /// Changes that the listener has not received yet are combined into one notification.
    ///
    /// - Parameter update: A closure that runs another closure with the watchers, under the lock. It is called once at
    ///   the beginning, and once when the stream ends.
    /// - Returns: The stream.
    package static func stream(
        _ update: @escaping @Sendable (_ change: (inout Watchers) -> Void) -> Void
    ) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var number = 0
        update { number = $0.add(continuation) }
        continuation.onTermination = { [number] _ in
            // The continuation is released outside the lock, because its end runs other code.
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
