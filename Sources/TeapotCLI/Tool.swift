import Foundation
import Teapot
import TeapotGuide
import TeapotMock
import TeapotMockDrift

/// The program, which finds the requested command and runs it.
struct Tool {
    /// The commands, in the order of the overview.
    static let groups: [(title: String, commands: [Command])] = [
        ("mocks:", [.copySample, .serve, .routes, .check, .record, .replay, .importHAR, .importWireMock]),
        ("requests:", Command.verbs),
    ]

    private static let commands = groups.flatMap(\.commands)
    private let console: Console

    init(_ console: Console) { self.console = console }

    /// Runs the command for the arguments after the program's name.
    func run(_ words: [String]) async -> ExitStatus {
        do {
            return try await run(first: words.first, Array(words.dropFirst()))
        } catch let error as UsageError {
            console.complain(error.description)
            return .usage
        } catch let error as Failure {
            console.complain(error.message)
            return error.status
        } catch let error as OutputFailed {
            if !error.isUnread { console.complain("the output can't be written: \(error.reason).") }
            return error.isUnread ? .unread : .cannotWrite
        } catch is CancellationError {
            return .interrupted
        } catch {
            console.complain(error.systemReason)
            return .badData
        }
    }

    private func run(first: String?, _ rest: [String]) async throws -> ExitStatus {
        switch first {
        case nil:
            console.note(HelpPage.overview(Self.groups))
            return .usage
        case "--version": return try show("teapot \(Version.number)\n")
        case "-h", "--help", "help": return try await help(for: rest)
        case let first?:
            let wantsHelp = rest.first == "-h" || rest.first == "--help"
            if wantsHelp, !Self.parts(of: first).isEmpty { return try await help(for: [first]) }
            let (command, words) = try Self.find([first] + rest)
            let group = Self.groups.first { $0.commands.contains { $0.name == command.name } }
            let arguments = try ArgumentParser.parse(words, for: command, among: group?.commands ?? [])
            if arguments.has("help") { return try show(HelpPage.page(of: command)) }
            let colors = Console.ColorChoice.allCases.map(\.rawValue)
            let console = console.colored(try arguments.choice("color", of: colors).flatMap(Console.ColorChoice.init))
            // A server doesn't wait until its log is read.
            guard command.options.contains(where: { $0.name == "log" }) else {
                return try await command.run(arguments, console)
            }
            return try await console.withoutWaiting(asJSON: arguments["log"] == "json") {
                try await command.run(arguments, $0)
            }
        }
    }

    private func help(for words: [String]) async throws -> ExitStatus {
        let words = words.filter { !["-h", "--help", "help"].contains($0) }
        if words.isEmpty { return try show(HelpPage.overview(Self.groups)) }
        if let topic = Guide.pages[words[0]] { return try show(topic) }
        let parts = Self.parts(of: words[0])
        if words.count == 1, !parts.isEmpty { return try show(HelpPage.page(of: parts, named: words[0])) }
        let topics = "; topics: \(Guide.pages.keys.sorted().joined(separator: ", "))."
        return try show(HelpPage.page(of: try Self.find(words, topics).command))
    }

    private func show(_ page: String) throws -> ExitStatus {
        try console.output.write(Data(page.utf8))
        return .success
    }

    /// Returns the command at the beginning of the arguments, and the arguments after its name.
    static func find(_ words: [String], _ end: String = ".") throws(UsageError) -> (command: Command, rest: [String]) {
        let first = words.first ?? ""
        if let command = commands.first(where: { $0.name == first }) { return (command, Array(words.dropFirst())) }
        let parts = parts(of: first)
        guard !parts.isEmpty else { throw unknown(first, end) }
        let second = words.dropFirst().first ?? ""
        if let command = parts.first(where: { $0.name == first + " " + second }) {
            return (command, Array(words.dropFirst(2)))
        }
        let names = parts.map { "“teapot \($0.name)”" }.joined(separator: " or ")
        let isIncomplete = second.isEmpty || second.hasPrefix("-")
        let what = isIncomplete ? "“teapot \(first)” is incomplete" : "there is no “teapot \(first) \(second)”"
        let kind = words.compactMap { word in ForeignFile.description(of: word).map { "“\(word)” \($0)." } }.first
        let serve = second == "openapi" ? ", or for a document “teapot serve openapi.yaml”" : ""
        throw UsageError(kind ?? "\(what); write \(names)\(serve).", command: "teapot \(first)")
    }

    /// Returns the commands with two-word names that begin with this word.
    private static func parts(of word: String) -> [Command] { commands.filter { $0.name.hasPrefix(word + " ") } }

    private static func unknown(_ word: String, _ end: String) -> UsageError {
        let kind = word.hasPrefix("-") ? "option" : "command"
        let names = kind == "option" ? ["--help", "--version"] : commands.map(\.name) + ["help", "--version"]
        let pages = Guide.pages.keys.sorted()
        let closest = word.closest(among: names + pages)
        var meant = closest.map { pages.contains($0) ? "teapot help \($0)" : $0 }
        let isInput = word.contains(/\.(json|ya?ml)$/) || InputFile.isFolder(word) != nil
        if isInput { meant = "teapot serve \(word.quotedIfNecessary)" }
        if word.contains("://") || word.hasPrefix(":") { meant = "teapot get \(word)" }
        let none = kind == "option" ? "; options follow a command, as in “teapot serve --port 9000”." : end
        let hint = meant.map { "; did you mean “\($0)”?" } ?? none
        return UsageError("unknown \(kind) “\(word)”\(hint)", command: "teapot")
    }
}
