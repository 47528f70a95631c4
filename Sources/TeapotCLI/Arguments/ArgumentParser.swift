import TeapotMock

/// A parser of the arguments after a command.
///
/// `--port 8080`, `--port=8080`, `-p 8080` and `-p8080` are the same; `-iv` is `-i -v`. Options can be anywhere. After
/// `--`, all arguments are plain words. A single `-` is also a plain word.
struct ArgumentParser {
    private let command: Command
    private let others: [Command]
    private let options: [Option]
    private var arguments: Arguments
    private var rest: ArraySlice<String>

    /// Parses arguments.
    ///
    /// - Parameters:
    ///   - words: The arguments after the command's name.
    ///   - command: The command.
    ///   - others: The commands that are alike, which may have an option that this one lacks.
    /// - Returns: The parsed arguments. If they include `help`, the parser checks nothing else.
    /// - Throws: ``UsageError``.
    static func parse(
        _ words: [String], for command: Command, among others: [Command] = []
    ) throws(UsageError) -> Arguments {
        var parser = ArgumentParser(command, others, words)
        try parser.readAll()
        if !parser.arguments.has("help") { try parser.checkCount() }
        return parser.arguments
    }

    private init(_ command: Command, _ others: [Command], _ words: [String]) {
        (self.command, self.others) = (command, others)
        options = command.options + Option.common
        arguments = Arguments(command: command.fullName)
        rest = words[...]
    }

    private mutating func readAll() throws(UsageError) {
        while let word = rest.popFirst() {
            if word == "--" {
                arguments.words += rest
                return
            } else if word.hasPrefix("--") {
                try readLong(word)
            } else if word.hasPrefix("-"), word.count > 1 {
                try readShort(word)
            } else {
                arguments.words.append(word)
            }
        }
    }

    private mutating func readLong(_ word: String) throws(UsageError) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = options.first(where: { $0.name == name }) else {
            let close = name.closest(among: options.map(\.name)).map { "; did you mean “--\($0)”?" }
            throw unknown("--\(name)", close) { $0.name == name }
        }
        try take(option, spelling: option.spelling, value: parts.count > 1 ? String(parts[1]) : nil)
    }

    /// Parses letters after a single dash: flags, and at most one option with a value, at the end.
    private mutating func readShort(_ word: String) throws(UsageError) {
        var letters = word.dropFirst()
        // In `-port`, a dash is missing, though `-p ort` is a port.
        if let long = options.first(where: { $0.name.count > 1 && $0.name == letters }) {
            throw misuse("unknown option “\(word)” for “\(command.fullName)”; did you mean “\(long.spelling)”?")
        }
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.letter == letter }) else {
                throw unknown("-\(letter)") { $0.letter == letter }
            }
            let isLast = option.value != nil && !letters.isEmpty
            let value = isLast ? String(letters.first == "=" ? letters.dropFirst() : letters) : nil
            try take(option, spelling: "-\(letter)", value: value)
            if isLast { return }
        }
    }

    private mutating func take(_ option: Option, spelling: String, value: String?) throws(UsageError) {
        if !option.isRepeated, option.value != nil, arguments.has(option.name) {
            let advice = command.hints.first { $0.key.contains("\(option.spelling) \(option.spelling)") }?.value
            throw misuse("“\(spelling)” appears more than once in “\(command.fullName)”; \(advice ?? "use it once").")
        }
        guard let placeholder = option.value else {
            guard value == nil else { throw misuse("“\(command.fullName) \(spelling)” takes no value.") }
            arguments.values[option.name] = [""]
            return
        }
        if option.isValueOptional {
            if value == "" {
                throw misuse(
                    "“\(command.fullName) \(spelling)=” has no value: write \(spelling)=\(placeholder), or "
                        + "“\(spelling)” alone.")
            }
            if value == nil, rest.first == "*" { throw misuse("for every origin, write “\(spelling)” alone.") }
            // If the command has all its parameters, a host can't be one.
            let isFull = arguments.words.count == command.parameters.count
            if value == nil, let word = rest.first, word.contains("://") || isFull && word.contains(/^\w[\w-]*[.:]/) {
                let url = word.contains("://") ? word : "http://" + word
                throw misuse("the value of “\(spelling)” follows an equals sign: write \(spelling)=\(url).")
            }
            arguments.values[option.name, default: []].append(value ?? "")
            return
        }
        // An argument that is itself an option isn't the value of this one; `--data -5` has a value.
        guard let value = value ?? (rest.first.map(isOption) == false ? rest.popFirst() : nil) else {
            throw misuse("“\(command.fullName) \(spelling)” requires a value: \(spelling) \(placeholder).")
        }
        arguments.values[option.name, default: []].append(value)
    }

    private func isOption(_ word: String) -> Bool {
        if word == "--" { return true }
        return options.contains { option in
            word == option.spelling || word.hasPrefix(option.spelling + "=")
                || option.letter.map { word == "-\($0)" } == true
        }
    }

    private func checkCount() throws(UsageError) {
        let count = arguments.words.count
        if let missing = command.parameters.dropFirst(count).first(where: { !$0.isOptional }) {
            let example = command.examples.first.map { ", as in “\($0.line)”" } ?? ""
            throw misuse("“\(command.fullName)” requires a \(missing.name)\(example).")
        }
        guard command.parameters.last?.isRepeated != true, count > command.parameters.count else { return }
        let extra = arguments.words[command.parameters.count]
        let names = command.parameters.map(\.name).joined(separator: " and ")
        let takes = names.isEmpty ? "only options" : command.parameters.count == 1 ? "one \(names)" : "only \(names)"
        let example = command.examples.first { $0.line.contains(" -") }.map { ", as in “\($0.line)”" } ?? ""
        throw misuse("“\(command.fullName)” takes \(takes)\(example); what is “\(extra)” for?")
    }

    /// Returns the error for an unknown option, with what to write instead or the command that has it.
    private func unknown(_ option: String, _ close: String? = nil, _ isSame: (Option) -> Bool) -> UsageError {
        let owner = others.first { $0.options.contains(where: isSame) }.map { "; “\($0.fullName)” has it." }
        let hint = command.hints.first { $0.key.contains(option) }.map { "; \($0.value)." } ?? owner ?? close ?? "."
        return misuse("unknown option “\(option)” for “\(command.fullName)”\(hint)")
    }

    private func misuse(_ what: String) -> UsageError { arguments.misuse(what) }
}
