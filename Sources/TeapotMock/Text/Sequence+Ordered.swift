extension Sequence {
    /// Returns the elements in order.
    ///
    /// Equal elements keep their order. The compiler generates much code for `sorted(by:)`, for each element type and
    /// each closure. This method sorts only the positions of the elements, so one sort is compiled for all.
    ///
    /// - Parameter areInOrder: A closure that returns whether its first argument comes before its second.
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
