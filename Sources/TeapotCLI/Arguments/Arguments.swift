import Teapot

/// The words behind a command, read: which options stand there, and what else.
struct Arguments: Sendable {
    /// The command's full name, for errors.
    let command: String
    /// The values of options by their names; a flag that stands there has one, which is empty.
    var values: [String: [String]] = [:]
    /// The words that are neither options nor their values.
    var words: [String] = []

    /// Whether an option stands there.
    func has(_ option: String) -> Bool { values[option] != nil }

    /// The value of an option; `nil` when it doesn't stand there.
    subscript(option: String) -> String? { values[option]?.last }

    /// The values of an option that may be repeated.
    func all(_ option: String) -> [String] { values[option] ?? [] }

    /// The word at a place; `nil` when there are fewer.
    func word(_ index: Int) -> String? { index < words.count ? words[index] : nil }

    /// What is wrong with how the command was called, with the page to read.
    func misuse(_ what: String) -> UsageError { UsageError(what, command: command) }
}

extension Arguments {
    /// A port number; `nil` when the option doesn't stand there.
    func port(_ option: String) throws(UsageError) -> UInt16? {
        guard let text = self[option] else { return nil }
        guard let port = UInt16(text) else {
            throw misuse(
                "“\(text)” is no port for “--\(option)”; give a number from 0 to 65535, 0 for any that is free.")
        }
        return port
    }

    /// A number of seconds; `nil` when the option doesn't stand there.
    func seconds(_ option: String, orNone: Bool = false) throws(UsageError) -> Double? {
        guard let text = self[option] else { return nil }
        let isPlain = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
        guard isPlain, let seconds = Double(text), seconds > 0 || orNone, seconds <= 1_000_000 else {
            throw misuse("“\(text)” is no time for “--\(option)”; give seconds, such as 2 or 0.5.")
        }
        return seconds
    }

    /// One of a few words; `nil` when the option doesn't stand there.
    func choice<Choice: RawRepresentable & CaseIterable>(_ option: String, _ type: Choice.Type) throws(UsageError)
        -> Choice? where Choice.RawValue == String
    {
        guard let text = self[option] else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let names = Choice.allCases.map(\.rawValue)
        throw misuse(
            "“\(text)” is nothing that “--\(option)” takes\(suggestion(for: text, names)); give \(listed(names))."
        )
    }

    /// A URL of a live server; `nil` when there is no text.
    func liveURL(_ text: String?, for what: String) throws(UsageError) -> URL? {
        guard let text else { return nil }
        let address = Address(text)
        guard let url = address.flatMap({ URL(string: $0.base + $0.path) }) else {
            throw misuse("“\(text)” is no URL for \(what); give one such as https://api.example.com/v1.")
        }
        return url
    }

    private func suggestion(for text: String, _ names: [String]) -> String {
        text.suggestion(among: names).map { "; did you mean “\($0)”" } ?? ""
    }

    private func listed(_ names: [String]) -> String {
        names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }
}
