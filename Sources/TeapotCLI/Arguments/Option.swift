/// An option of a command, with a name after dashes.
struct Option: Sendable {
    /// The name without the dashes, such as `port`.
    let name: String
    /// The letter of the short form, after a single dash.
    var letter: Character?
    /// The placeholder of the value in the help, such as `N`, or `nil` for a flag.
    var value: String?
    /// Whether the option can be repeated.
    var isRepeated = false
    /// Whether the value can be omitted; if present, it follows an equals sign.
    var isValueOptional = false
    /// Whether the command can't run without the option.
    var isRequired = false
    /// The description.
    let help: String
    /// The heading in the help.
    var group = Group.common

    /// A heading for options in the help.
    enum Group: String {
        case content = "mocks and documents"
        case live = "live server"
        case importing = "import"
        case requests, responses, recording, server, output
        case common = "other options"
    }

    /// Returns an option with a value.
    static func value(
        _ name: String, _ letter: Character? = nil, _ value: String, _ help: String, isRequired: Bool = false
    ) -> Option { Option(name: name, letter: letter, value: value, isRequired: isRequired, help: help) }

    /// Returns a repeatable option with a value.
    static func values(_ name: String, _ letter: Character? = nil, _ value: String, _ help: String) -> Option {
        Option(name: name, letter: letter, value: value, isRepeated: true, help: help)
    }

    /// Returns a repeatable option with an optional value.
    static func optionalValues(_ name: String, _ value: String, _ help: String) -> Option {
        Option(name: name, value: value, isRepeated: true, isValueOptional: true, help: help)
    }

    /// Returns an option without a value.
    static func flag(_ name: String, _ letter: Character? = nil, _ help: String) -> Option {
        Option(name: name, letter: letter, help: help)
    }

    /// The long form.
    var spelling: String { "--" + name }

    /// The text in the help, such as `-p, --port N`.
    var usage: String {
        let short = letter.map { "-\($0), " } ?? "    "
        return short + spelling + (value.map { isValueOptional ? "[=\($0)]" : " " + $0 } ?? "")
    }
}

extension [Option] {
    /// Returns the options under a heading.
    func under(_ group: Option.Group) -> [Option] {
        map { option in
            var copy = option
            copy.group = group
            return copy
        }
    }
}

extension Option {
    /// The options of every command.
    static let common = [
        value("color", nil, "WHEN", "When to color the output: auto (on a terminal), always or never."),
        flag("help", "h", "Show this help."),
    ]
}
