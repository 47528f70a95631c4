import Foundation
import Teapot

/// The compressed forms of bodies, kept within a number of bytes, so that the body of a file is compressed once.
final class CompressedBodies: Sendable {
    private struct Generation: Sendable {
        var bodies: [Key: Data] = [:]
        var cost = 0
    }

    /// The bodies that were used last, and those that were before.
    ///
    /// If the first ones become too many, they take the place of the others, which are forgotten.
    private struct State: Sendable {
        var recent = Generation()
        var former = Generation()
    }

    private let state = Locked(State())
    /// The greatest number of bytes of a generation, with the bodies that are not compressed.
    private let limit: Int
    /// The queues on which long bodies are compressed, one after the other: two requests for one compress it once.
    ///
    /// The bodies that take longest have a queue of their own.
    private let queues = ["long", "longest"].map {
        DispatchQueue(label: "teapot.compression.\($0)", qos: .userInitiated)
    }

    /// Creates a memory.
    ///
    /// - Parameter limit: The greatest number of bytes that are kept; one body may need half of them.
    init(limit: Int = 80 << 20) { self.limit = limit / 2 }

    /// The number of bytes that are kept.
    var cost: Int { state.withLock { $0.recent.cost + $0.former.cost } }

    /// Returns the compressed form of a body if it is kept.
    func known(_ body: Data) -> Data? {
        let key = Key(body: body)
        let (recent, former) = state.withLock { ($0.recent.bodies[key], $0.former.bodies[key]) }
        guard recent == nil, let former else { return recent }
        keep(former, for: body)
        return former
    }

    /// Returns the compressed form of a body.
    func compressed(_ body: Data) -> Data {
        if let known = known(body) { return known }
        let compressed = Gzip.compressed(body)
        keep(compressed, for: body)
        return compressed
    }

    /// Compresses a body on another thread.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - completion: A closure that is called with the compressed form on the other thread.
    /// - Returns: A closure that drops the work if it has not begun.
    func compress(_ body: Data, _ completion: @escaping @Sendable (Data) -> Void) -> @Sendable () -> Void {
        let isWanted = Locked(true)
        queues[body.count > 1 << 20 ? 1 : 0].async {
            guard isWanted.withLock({ $0 }) else { return }
            completion(self.compressed(body))
        }
        return { isWanted.withLock { $0 = false } }
    }

    private func keep(_ compressed: Data, for body: Data) {
        let cost = body.count + compressed.count
        guard cost <= limit else { return }
        // Released outside the lock.
        var forgotten = Generation()
        state.withLock { state in
            if state.recent.cost + cost > limit {
                forgotten = state.former
                state.former = state.recent
                state.recent = Generation()
            }
            if state.recent.bodies.updateValue(compressed, forKey: Key(body: body)) == nil { state.recent.cost += cost }
        }
        _ = forgotten
    }

    /// A body as a key, which is equal to a body with the same bytes.
    private struct Key: Hashable, Sendable {
        let body: Data

        static func == (left: Self, right: Self) -> Bool {
            guard left.body.count == right.body.count else { return false }
            return left.body.withUnsafeBytes { left in
                right.body.withUnsafeBytes { right in
                    guard let first = left.baseAddress, let second = right.baseAddress else { return true }
                    // The body of a file has the same memory each time.
                    return first == second || memcmp(first, second, left.count) == 0
                }
            }
        }

        /// Hashes the length, and words from all over the body.
        func hash(into hasher: inout Hasher) {
            hasher.combine(body.count)
            body.withUnsafeBytes { bytes in
                guard bytes.count >= 8 else { return }
                for part in 0...16 {
                    let place = (bytes.count - 8) / 16 * part
                    hasher.combine(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                }
            }
        }
    }
}
