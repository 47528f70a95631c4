extension YAMLDocument {
    /// An error with the place where a text isn't valid YAML or can't become a JSON tree.
    struct ParsingError: Error, Equatable, CustomStringConvertible {
        /// The line, counted from 1.
        let line: Int

        /// The column, counted from 1 in Unicode scalars.
        let column: Int

        /// What's wrong and what to do, such as `expected “]” but found the end of the document`.
        let reason: String

        /// The place and the reason.
        var description: String { "line \(line), column \(column): \(reason)" }
    }
}
