/// Which requests may be under way at once, so that waiting for a connection is not counted as waiting for an answer.
///
/// A state machine without I/O. libcurl would queue them too, but would not tell when one begins.
struct ConnectionGate<ID: Hashable> {
    private var running: [String: Int] = [:]
    private var waiting: [String: [ID]] = [:]
    private let limit: Int

    init(limit: Int) { self.limit = max(1, limit) }

    /// Whether a request to `origin` may begin now; if not, it waits for its turn.
    mutating func enter(_ id: ID, to origin: String) -> Bool {
        guard running[origin, default: 0] >= limit else {
            running[origin, default: 0] += 1
            return true
        }
        waiting[origin, default: []].append(id)
        return false
    }

    /// A request to `origin` has ended: the one that may begin in its place, if one waits.
    mutating func leave(_ origin: String) -> ID? {
        guard var queue = waiting[origin] else {
            // Nobody waits: one fewer is running.
            running[origin] = running[origin].flatMap { $0 > 1 ? $0 - 1 : nil }
            return nil
        }
        let next = queue.removeFirst()
        waiting[origin] = queue.isEmpty ? nil : queue
        return next
    }

    /// Gives up waiting.
    ///
    /// Whether the request was waiting: one that was not has begun.
    mutating func withdraw(_ id: ID, from origin: String) -> Bool {
        guard var queue = waiting[origin], let index = queue.firstIndex(of: id) else { return false }
        queue.remove(at: index)
        waiting[origin] = queue.isEmpty ? nil : queue
        return true
    }
}
