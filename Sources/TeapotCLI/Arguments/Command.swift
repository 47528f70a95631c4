/// One thing that `teapot` does: what it is called, what it takes, and how it is done.
struct Command: Sendable {
    /// What is typed behind `teapot`; two words for a part of a greater one, such as `import har`.
    let name: String
    /// What it does, in a few words for the list of commands.
    let summary: String
    /// What it does, in a paragraph for its own page.
    let purpose: String
    /// What it takes beside options, in order.
    var parameters: [Parameter] = []
    /// The options that it knows.
    var options: [Option] = []
    /// Commands to try, each with what it does.
    var examples: [Example] = []
    /// The exit statuses of its own, beside those that all have.
    var statuses: [ExitStatus] = []
    /// Does it.
    let run: @Sendable (Arguments, Console) async throws -> ExitStatus

    /// The name with the program's before it.
    var fullName: String { "teapot " + name }

    /// A word that a command takes by its place.
    struct Parameter: Sendable {
        /// What stands for it in the usage line, such as `FOLDER`.
        let name: String
        /// What it is.
        let help: String
        /// Whether it may be left out.
        var isOptional = false
        /// Whether all words from here on are its.
        var isRepeated = false

        /// How it stands in the usage line.
        var usage: String {
            let shown = isRepeated ? name + "…" : name
            return isOptional ? "[\(shown)]" : shown
        }
    }

    /// A command to try.
    struct Example: Sendable {
        let line: String
        let help: String

        init(_ line: String, _ help: String) { (self.line, self.help) = (line, help) }
    }
}
