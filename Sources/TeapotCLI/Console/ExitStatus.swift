/// What the program ends with, for scripts: those above 63 are the numbers of `sysexits.h`.
struct ExitStatus: Sendable, Hashable {
    /// The number.
    let code: Int32
    /// When it is used.
    let meaning: String

    /// Whether two are the same number.
    static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// Hashes the number.
    func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension ExitStatus {
    /// All went well.
    static let success = ExitStatus(code: 0, meaning: "all went well")
    /// Something was found that should be mended.
    static let findings = ExitStatus(code: 1, meaning: "something was found that should be mended")
    /// No response came, or not all of it.
    static let noResponse = ExitStatus(
        code: 2, meaning: "no response came, or not all of it: refused, unknown host, time-out, no HTTP")
    /// The response's status is 400 to 499.
    static let clientError = ExitStatus(code: 4, meaning: "the response's status is 400 to 499")
    /// The response's status is 500 or more.
    static let serverError = ExitStatus(code: 5, meaning: "the response's status is 500 or more")
    /// The command was called wrongly.
    static let usage = ExitStatus(code: 64, meaning: "the command was called wrongly; nothing was done")
    /// A file is not what it should be.
    static let badData = ExitStatus(code: 65, meaning: "a file is not what it should be")
    /// A file or folder is not there, or can't be read.
    static let noInput = ExitStatus(code: 66, meaning: "a file or folder is not there, or can't be read")
    /// The port is taken.
    static let unavailable = ExitStatus(code: 69, meaning: "the server could not start, as when its port is taken")
    /// A file can't be written.
    static let cannotWrite = ExitStatus(code: 73, meaning: "a file or the output can't be written")
    /// Ctrl-C, as a shell tells of it.
    static let interrupted = ExitStatus(code: 130, meaning: "it was interrupted")
    /// Whoever read the output has gone, as a shell tells of it.
    static let unread = ExitStatus(code: 141, meaning: "nobody read the output to its end")

    /// Those that every command may end with.
    static let common: [ExitStatus] = [.success, .usage, .cannotWrite]
}
