extension YAMLReader {
    /// A count of levels and values, which bounds what aliases may build.
    struct Budget {
        static let maximumDepth = 512
        static let maximumExpansion = 1_000_000

        private var depth = 0
        /// The level of the deepest value since the current collection began.
        private var deepest = 0
        /// The number of values, with those of aliases.
        private var values = 0
        private var expanded = 0

        /// Begins a collection, and returns whether its level is allowed.
        mutating func enter() -> Bool {
            depth += 1
            values += 1
            deepest = depth
            return depth <= Self.maximumDepth
        }

        /// Ends a collection, and returns the number of its values and levels.
        mutating func leave(_ mark: Budget) -> (size: Int, height: Int) {
            let height = deepest - mark.depth
            depth = mark.depth
            deepest = max(deepest, mark.deepest)
            return (values - mark.values, height)
        }

        /// Counts a scalar.
        mutating func addScalar() { values += 1 }

        /// Counts the values of an alias, and returns whether their number and levels are allowed.
        mutating func add(_ anchor: Anchor) -> Bool {
            values += anchor.size
            expanded += anchor.size
            deepest = max(deepest, depth + anchor.height)
            return expanded <= Self.maximumExpansion && deepest <= Self.maximumDepth
        }
    }
}
