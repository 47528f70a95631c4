/// A queue for the requests to each origin, so that timeouts don't include the wait for a connection.
///
/// It's a state machine without I/O. libcurl could also queue the requests, but wouldn't report when one begins.
///
/// Each operation takes constant time, because it runs under a lock of the transport.
struct ConnectionGate<ID: Hashable> {
    private var running: [String: Int] = [:]
    private var waiting: [String: Line<ID>] = [:]
    private let limit: Int

    init(limit: Int) { self.limit = max(1, limit) }

    /// Returns whether a request to `origin` may begin now.
    ///
    /// If not, it is added to the queue.
    mutating func enter(_ id: ID, to origin: String) -> Bool {
        guard running[origin, default: 0] >= limit else {
            running[origin, default: 0] += 1
            return true
        }
        waiting[origin, default: Line()].append(id)
        return false
    }

    /// Removes a request to `origin` that has ended, and returns the waiting request that may begin instead.
    mutating func leave(_ origin: String) -> ID? {
        if let next = waiting[origin]?.popFirst() { return next }
        // No request is waiting, so one fewer is running.
        waiting[origin] = nil
        running[origin] = running[origin].flatMap { $0 > 1 ? $0 - 1 : nil }
        return nil
    }

    /// Removes a waiting request.
    ///
    /// - Returns: Whether the request was waiting. If not, it has begun.
    mutating func withdraw(_ id: ID, from origin: String) -> Bool { waiting[origin]?.remove(id) == true }
}
