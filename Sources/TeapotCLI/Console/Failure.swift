/// An error that ends a command: a sentence for people, and an exit status for scripts.
struct Failure: Error, Equatable {
    /// The error, its location, and a suggestion.
    let message: String
    /// The exit status of the program.
    let status: ExitStatus

    init(_ message: String, _ status: ExitStatus) { (self.message, self.status) = (message, status) }
}
