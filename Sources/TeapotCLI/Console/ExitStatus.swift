/// The exit status of the program, for scripts; those from 64 to 78 are from `sysexits.h`.
struct ExitStatus: Sendable, Hashable {
    /// The number.
    let code: Int32
    /// The description of its use.
    let meaning: String
}

extension ExitStatus {
    /// The command succeeded.
    static let success = ExitStatus(code: 0, meaning: "success")
    /// A problem was found.
    static let findings = ExitStatus(code: 1, meaning: "problems were found")
    /// The response is missing or incomplete.
    static let noResponse = ExitStatus(
        code: 2, meaning: "no response, or an incomplete one: refused, unknown host, timeout, not HTTP")
    /// The response's status is 400 to 499.
    static let clientError = ExitStatus(code: 4, meaning: "the response's status is 400 to 499")
    /// The response's status is 500 or more.
    static let serverError = ExitStatus(code: 5, meaning: "the response's status is 500 or more")
    /// The command was used incorrectly.
    static let usage = ExitStatus(code: 64, meaning: "incorrect usage; nothing was done")
    /// A file has invalid contents.
    static let badData = ExitStatus(code: 65, meaning: "the contents of a file are invalid")
    /// A file or folder doesn't exist, or can't be read.
    static let noInput = ExitStatus(code: 66, meaning: "a file or folder does not exist, or can't be read")
    /// The server couldn't start, for example because its port is in use.
    static let unavailable = ExitStatus(code: 69, meaning: "the server can't start, for example if its port is in use")
    /// A file or the output can't be written.
    static let cannotWrite = ExitStatus(code: 73, meaning: "a file or the output can't be written")
    /// Ctrl-C interrupted the program; shells report the same number.
    static let interrupted = ExitStatus(code: 130, meaning: "interrupted")
    /// The reader of the output closed it; shells report the same number.
    static let unread = ExitStatus(code: 141, meaning: "the reader closed the output early")

    /// The statuses of every command.
    static let common: [ExitStatus] = [.success, .usage, .cannotWrite]
}
