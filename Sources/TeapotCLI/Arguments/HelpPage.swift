/// The text of `--help`, 80 columns wide.
enum HelpPage {
    /// The maximum width of a line.
    static let width = 80

    /// Returns the page of a command.
    static func page(of command: Command) -> String {
        let required = command.options.filter(\.isRequired).map { "\($0.spelling) \($0.value ?? "")" }
        let words = [command.fullName, "[options]"] + required + command.parameters.map(\.usage)
        var parts = ["usage: " + words.joined(separator: " "), wrapped(command.purpose)]
        if !command.parameters.isEmpty { parts.append(section("", command.parameters.map { ($0.name, $0.help) })) }
        parts += command.topics.map { title, rows in
            section(title, rows.map { ($0, $1) }, column: rows.map(\.key.count).max())
        }
        let examples = command.examples.map { "  \($0.line)\n" + wrapped($0.help, indent: 6) }
        parts.append("examples:\n" + examples.joined(separator: "\n"))
        let options = command.options + Option.common
        let column = min(options.map(\.usage.count).max() ?? 0, 24)
        var groups: [Option.Group] = []
        for option in options where !groups.contains(option.group) { groups.append(option.group) }
        parts += groups.map { group in
            let rows = options.filter { $0.group == group }.map { ($0.usage, $0.help) }
            return section(groups.count == 1 ? "options:" : group.rawValue + ":", rows, column: column)
        }
        let statuses = (command.statuses + ExitStatus.common).sorted { $0.code < $1.code }
        parts.append(section("exit status:", statuses.map { ("\($0.code)", $0.meaning) }))
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// Returns the page of the commands that share a first word, such as `import`.
    static func page(of commands: [Command], named name: String) -> String {
        let column = commands.map(\.fullName.count).max() ?? 0
        return [
            "usage: teapot \(name) COMMAND [options] …",
            section("", commands.map { ($0.fullName, $0.summary) }, column: column),
            wrapped("“teapot \(name) COMMAND --help” describes a command."),
        ].joined(separator: "\n\n") + "\n"
    }

    /// Returns the page of the program: its commands in groups.
    static func overview(_ groups: [(title: String, commands: [Command])]) -> String {
        var parts = [
            "usage: teapot COMMAND [options] …",
            wrapped(
                "Serves mock responses over HTTP, records and checks them, and sends requests. "
                    + "To begin, run “teapot serve”, which serves a sample; “teapot init” writes a copy to edit."),
        ]
        let column = groups.flatMap(\.commands).map(\.name.count).max() ?? 0
        parts += groups.map { section($0.title, $0.commands.map { ($0.name, $0.summary) }, column: column) }
        parts.append(wrapped("“teapot COMMAND --help” describes a command; “teapot --version” prints the version."))
        let topics = "“teapot help mocks”, “teapot help scenarios”, “teapot help openapi” and “teapot help wiremock”"
        parts.append(wrapped("\(topics) explain the files."))
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// Returns a title, with a table of two columns below it.
    private static func section(_ title: String, _ rows: [(String, String)], column: Int? = nil) -> String {
        // A long name doesn't push all texts to the right. Instead, its text moves to the next line.
        let column = column ?? min(rows.map(\.0.count).max() ?? 0, 24)
        let lines = rows.map { name, help in
            let text = wrapped(help, indent: column + 4)
            if name.count > column { return "  \(name)\n\(text)" }
            return "  " + name + String(repeating: " ", count: column + 2 - name.count) + text.dropFirst(column + 4)
        }
        return ((title.isEmpty ? [] : [title]) + lines).joined(separator: "\n")
    }

    /// Returns a text in lines no longer than the width of the page.
    static func wrapped(_ text: String, indent: Int = 0) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(margin + word)
            }
        }
        return lines.joined(separator: "\n")
    }
}
