/// A queue whose elements can be removed from any position.
///
/// Each operation takes constant time.
package struct Line<ID: Hashable> {
    /// The elements, keyed by their positions in line.
    private var elements: [Int: ID] = [:]
    private var numbers: [ID: Int] = [:]
    private var first = 0
    private var next = 0

    package init() {}

    /// Appends an element that isn't in the queue yet.
    package mutating func append(_ id: ID) {
        (elements[next], numbers[id]) = (id, next)
        next += 1
    }

    /// Removes an element.
    ///
    /// - Returns: Whether it was in the queue.
    @discardableResult package mutating func remove(_ id: ID) -> Bool {
        guard let number = numbers.removeValue(forKey: id) else { return false }
        elements[number] = nil
        return true
    }

    package mutating func popFirst() -> ID? {
        while first < next {
            defer { first += 1 }
            if let id = elements[first], remove(id) { return id }
        }
        return nil
    }
}
