/// A queue of items ordered by due time, earliest first, as a binary heap.
///
/// The caller provides the clock.
struct TimerQueue<Item> {
    private var heap: [(due: UInt64, order: UInt64, item: Item)] = []
    private var nextOrder: UInt64 = 0

    /// The due time of the earliest item, in nanoseconds of the caller's clock.
    var earliest: UInt64? { heap.first?.due }

    /// The number of items.
    var count: Int { heap.count }

    /// Adds an item.
    ///
    /// Complexity: O(log n).
    mutating func add(_ item: Item, due: UInt64) {
        heap.append((due, nextOrder, item))
        nextOrder += 1
        var child = heap.count - 1
        while child > 0, precedes(child, (child - 1) / 2) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes and returns the earliest item that is due; if several are due at the same time, the one added first.
    ///
    /// Complexity: O(log n).
    mutating func takeDue(at now: UInt64) -> Item? {
        guard let first = heap.first, first.due <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            let children = (2 * parent + 1)..<min(2 * parent + 3, max(heap.count, 2 * parent + 1))
            guard let child = children.min(by: precedes), precedes(child, parent) else { break }
            heap.swapAt(child, parent)
            parent = child
        }
        return first.item
    }

    /// Removes the items that meet a condition.
    ///
    /// Complexity: O(n log n).
    mutating func removeAll(where isUnwanted: (Item) -> Bool) {
        heap.removeAll { isUnwanted($0.item) }
        // A sorted array is a heap.
        heap.sort { ($0.due, $0.order) < ($1.due, $1.order) }
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        (heap[left].due, heap[left].order) < (heap[right].due, heap[right].order)
    }
}
