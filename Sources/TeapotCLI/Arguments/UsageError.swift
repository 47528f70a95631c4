/// An error in the use of the program, with a reference to the help page.
struct UsageError: Error, Equatable, CustomStringConvertible {
    /// A sentence, and the help to read.
    let description: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - what: The description of the error. A missing period is added.
    ///   - command: The command's full name, or only the program's.
    init(_ what: String, command: String) {
        let isWhole = what.hasSuffix(".") || what.hasSuffix("?")
        description = "\(what)\(isWhole ? "" : ".") Run “\(command) --help”."
    }
}
