import TeapotMock

extension String {
    /// Returns the most likely name: one that differs in a few letters, or in two swapped neighbors.
    func suggestion(among names: [String]) -> String? {
        closest(among: names) ?? names.first { isSwapped($0) }
    }

    private func isSwapped(_ other: String) -> Bool {
        let (own, others) = (Array(self), Array(other))
        guard own.count == others.count, let place = own.indices.first(where: { own[$0] != others[$0] }) else {
            return false
        }
        var swapped = own
        guard place + 1 < own.count else { return false }
        swapped.swapAt(place, place + 1)
        return swapped == others
    }
}
