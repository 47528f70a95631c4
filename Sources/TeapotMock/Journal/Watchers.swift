import Teapot

/// The listeners that are notified of changes to a value, or receive its new elements.
///
/// The lock of that value guards them.
package struct Watchers<Element: Sendable>: Sendable {
    private var streams: [Int: AsyncStream<Element>.Continuation] = [:]
    private var lastNumber = 0

    package init() {}

    /// The number of listeners.
    package var count: Int { streams.count }
    /// The listeners.
    ///
    /// Notify them outside the lock.
    package var all: [AsyncStream<Element>.Continuation] { streams.isEmpty ? [] : Array(streams.values) }

    /// Returns a stream for a new listener.
    ///
    /// - Parameters:
    ///   - policy: The buffering policy for elements that the listener hasn't received yet; by default, the newest
    ///     element is kept.
    ///   - update: A closure that runs another closure with the watchers, under the lock. It's called once at the
    ///     start, and once when the stream ends.
    /// - Returns: The stream, and the continuation that ends it.
    package static func stream(
        _ policy: AsyncStream<Element>.Continuation.BufferingPolicy = .bufferingNewest(1),
        _ update: @escaping @Sendable (_ change: (inout Watchers) -> Void) -> Void
    ) -> (stream: AsyncStream<Element>, end: AsyncStream<Element>.Continuation) {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
        var number = 0
        update { watchers in
            watchers.lastNumber += 1
            number = watchers.lastNumber
            watchers.streams[number] = continuation
        }
        continuation.onTermination = { [number] _ in
            // Release the continuation outside the lock, because ending it runs other code.
            var gone: AsyncStream<Element>.Continuation?
            update { gone = $0.streams.removeValue(forKey: number) }
            _ = gone
        }
        return (stream, continuation)
    }
}
