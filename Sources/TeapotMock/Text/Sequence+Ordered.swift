extension Sequence {
    /// Returns the elements in order.
    ///
    /// Equal elements keep their places. `sorted(by:)` is compiled again, at length, for each type of element and each
    /// closure. Here only the positions of the elements are sorted, so that one sort is compiled for all of them.
    ///
    /// - Parameter areInOrder: Whether its first argument stands before its second.
    /// - Returns: The elements in order.
    package func ordered(by areInOrder: (Element, Element) -> Bool) -> [Element] {
        let elements = Array(self)
        return order(of: elements.indices) { areInOrder(elements[$0], elements[$1]) }.map { elements[$0] }
    }
}

@inline(never)
private func order(of positions: Range<Int>, by areInOrder: (Int, Int) -> Bool) -> [Int] {
    positions.sorted(by: areInOrder)
}
