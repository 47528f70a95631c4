/// A queue whose elements can be removed from anywhere in it.
///
/// Each operation takes the same time however long the queue is.
package struct Line<ID: Hashable> {
    /// The elements by the numbers that they drew.
    private var elements: [Int: ID] = [:]
    private var numbers: [ID: Int] = [:]
    private var first = 0
    private var next = 0

    package init() {}

    /// Adds an element at the end, which must not be in the queue.
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
