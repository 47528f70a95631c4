/// What is wrong with how the program was called, and which page tells how it should be.
struct UsageError: Error, Equatable, CustomStringConvertible {
    /// A sentence, and the help to read.
    let description: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - what: What is wrong, a full stop is added where none is.
    ///   - command: The command's full name, or the program's alone.
    init(_ what: String, command: String) {
        let isWhole = what.hasSuffix(".") || what.hasSuffix("?")
        description = "\(what)\(isWhole ? "" : ".") Run “\(command) --help”."
    }
}
