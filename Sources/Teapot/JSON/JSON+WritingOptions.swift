extension JSON {
    /// How JSON text is laid out.
    public struct WritingOptions: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: Int

        /// Creates options from their bits.
        ///
        /// - Parameter rawValue: The bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Members in the order of their names, by Unicode scalars; else the order differs from run to run.
        public static let sortedKeys = Self(rawValue: 1 << 0)
        /// A line for each member and element, indented by two spaces a level; else no white space at all.
        public static let prettyPrinted = Self(rawValue: 1 << 1)
    }
}
