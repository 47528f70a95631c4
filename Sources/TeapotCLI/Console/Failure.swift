/// Why a command ends before its work is done: a sentence for people, a number for scripts.
struct Failure: Error, Equatable {
    /// What was wrong, where, and what to do.
    let message: String
    /// What the program ends with.
    let status: ExitStatus

    init(_ message: String, _ status: ExitStatus) { (self.message, self.status) = (message, status) }
}
