/// A word with dashes before it that changes what a command does.
struct Option: Sendable {
    /// Its name without the dashes, such as `port`.
    let name: String
    /// The letter that stands for it behind one dash.
    var letter: Character?
    /// What stands for its value in the help, such as `N`; `nil` for a flag, which has none.
    var value: String?
    /// Whether it may stand more than once.
    var isRepeated = false
    /// What it does.
    let help: String

    /// The option with a value.
    static func value(_ name: String, _ letter: Character? = nil, _ value: String, _ help: String) -> Option {
        Option(name: name, letter: letter, value: value, help: help)
    }

    /// The option with a value that may stand more than once.
    static func values(_ name: String, _ letter: Character? = nil, _ value: String, _ help: String) -> Option {
        Option(name: name, letter: letter, value: value, isRepeated: true, help: help)
    }

    /// The option without a value.
    static func flag(_ name: String, _ letter: Character? = nil, _ help: String) -> Option {
        Option(name: name, letter: letter, help: help)
    }

    /// How it is typed in full.
    var spelling: String { "--" + name }

    /// How it stands in the help, such as `-p, --port N`.
    var usage: String {
        let short = letter.map { "-\($0), " } ?? "    "
        return short + spelling + (value.map { " " + $0 } ?? "")
    }
}

extension Option {
    /// What every command knows.
    static let common = [
        value("color", nil, "WHEN", "Colour in the output: auto (on a terminal), always or never."),
        flag("help", "h", "Show this help."),
    ]
}
