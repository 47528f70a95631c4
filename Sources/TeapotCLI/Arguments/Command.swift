/// A command of `teapot`: its name, its arguments, and its action.
struct Command: Sendable {
    /// The word after `teapot`, or two words for a subcommand, such as `import har`.
    let name: String
    /// A short description for the list of commands.
    let summary: String
    /// A description in a paragraph, for its help page.
    let purpose: String
    /// The positional parameters, in order.
    var parameters: [Parameter] = []
    /// Tables that explain more than the options, by title.
    var topics: KeyValuePairs<String, KeyValuePairs<String, String>> = [:]
    /// The options.
    var options: [Option] = []
    /// What to write instead of the options of a similar program, such as curl.
    var hints: [[String]: String] = [:]
    /// Examples of use, with descriptions.
    var examples: [(line: String, help: String)] = []
    /// The command's own exit statuses, in addition to those of all commands.
    var statuses: [ExitStatus] = []
    /// The action.
    let run: @Sendable (Arguments, Console) async throws -> ExitStatus

    /// The name after the name of the program.
    var fullName: String { "teapot " + name }

    /// A positional parameter of a command.
    struct Parameter: Sendable {
        /// The placeholder in the usage line, such as `FOLDER`.
        let name: String
        /// The description.
        let help: String
        /// Whether the parameter is optional.
        var isOptional = false
        /// Whether the parameter takes all remaining words.
        var isRepeated = false

        /// The text in the usage line.
        var usage: String {
            let shown = isRepeated ? name + "…" : name
            return isOptional ? "[\(shown)]" : shown
        }
    }
}
