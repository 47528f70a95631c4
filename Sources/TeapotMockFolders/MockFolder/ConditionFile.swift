package import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

/// The index file of a directory, `mocks.index.json`, which states the requests that its mocks are for, and how their
/// responses are sent.
///
/// ```json
/// {
///   "success_page2.json": {"exactPath": "/v1/users", "query": {"page": "2"}},
///   "success_201_POST_eve.json": {"jsonContains": {"name": "Eve"}},
///   "success_cut.json": {"fault": "cutShort 100"}
/// }
/// ```
package struct ConditionFile: Sendable, Equatable {
    /// The file's name.
    package static let fileName = "mocks.index.json"

    /// A mock's condition and the way its response is sent, or the reason they can't be used.
    package enum Entry: Sendable, Equatable {
        case condition(RequestCondition, Delivery)
        case problem(MockFolder.Problem)
    }

    /// The entries, keyed by the names of files as written.
    package private(set) var entries: [String: Entry] = [:]
    /// The problem that makes the whole file invalid.
    package private(set) var problem: MockFolder.Problem?
    /// The names of files as written, keyed by their lowercased forms.
    private var names: [String: String] = [:]

    /// Creates the contents of an index file by reading it.
    ///
    /// - Parameters:
    ///   - text: The contents of the file.
    ///   - path: The path of the file, for problems.
    package init(_ text: Data, at path: String) {
        let value: any Sendable
        do throws(JSON.ParsingError) { value = try JSON.value(parsing: text) } catch {
            problem = MockFolder.Problem(path, error)
            return
        }
        guard let members = value as? [String: any Sendable] else {
            let reason = #"expected an object with the names of files: {"success_list.json": {"query": {"page": "2"}}}"#
            problem = MockFolder.Problem(path, line: 1, reason)
            return
        }
        var flaws: [(name: String, ParsingError)] = []
        for (name, value) in members {
            names[name.lowercased()] = name
            do throws(ParsingError) { entries[name] = try Self.entry(value, of: name) } catch {
                flaws.append((name, error))
            }
        }
        let positions = JSONLines(text).positions(of: flaws.map(\.1.pointer))
        for ((name, flaw), position) in zip(flaws, positions) {
            entries[name] = .problem(
                MockFolder.Problem(path, line: position?.line, column: position?.column, flaw.reason))
        }
        for name in JSONTokens(text).repeatedNames {
            let reason = "“\(name)” appears twice; remove one of the two"
            entries[name] = .problem(MockFolder.Problem(path, at: JSONPointer().member(name), in: text, reason))
        }
    }

    /// Creates an index file that can't be read.
    init(_ problem: MockFolder.Problem) { self.problem = problem }

    /// The members of an entry.
    private struct Members: Decodable {
        let condition: RequestCondition
        let delivery: Delivery

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: MemberName.self)
            try members.check(RequestCondition.memberNames + Delivery.memberNames)
            condition = try RequestCondition(members)
            delivery = try Delivery(members)
        }
    }

    /// An error in an entry.
    private struct ParsingError: Error {
        let pointer: JSONPointer
        let reason: String
    }

    private static func entry(_ value: any Sendable, of name: String) throws(ParsingError) -> Entry {
        let pointer = JSONPointer().member(name)
        guard let members = value as? [String: any Sendable], let entry = try? JSON.data(from: members) else {
            throw ParsingError(pointer: pointer, reason: #"“\#(name)” must be an object such as {"method": "POST"}"#)
        }
        do {
            let members = try JSONDecoder().decode(Members.self, from: entry)
            return .condition(members.condition, members.delivery)
        } catch let error as DecodingError {
            throw ParsingError(pointer: error.place(below: pointer), reason: "“\(name)”: \(error.explanation)")
        } catch {
            throw ParsingError(pointer: pointer, reason: "“\(name)”: \(error)")
        }
    }

    /// Returns the name of a file's entry, with or without the extension; case doesn't matter.
    func name(for file: String) -> String? {
        names[file.lowercased()] ?? names[MockFileName.stem(of: file).lowercased()]
    }

    /// Returns the entry of a file, or `nil` if there's none.
    func entry(for file: String) -> Entry? {
        if let problem { return .problem(problem) }
        return name(for: file).flatMap { entries[$0] }
    }

    /// All problems of the file.
    var problems: [MockFolder.Problem] {
        if let problem { return [problem] }
        return entries.sorted { $0.key < $1.key }.compactMap { _, entry in
            if case .problem(let problem) = entry { problem } else { nil }
        }
    }
}

extension DecodingError {
    /// Returns the place of the value that couldn't be decoded or that lacks a member.
    func place(below start: JSONPointer = JSONPointer()) -> JSONPointer {
        switch self {
        case .keyNotFound(_, let context), .valueNotFound(_, let context), .typeMismatch(_, let context),
            .dataCorrupted(let context):
            context.codingPath.reduce(start) { $1.intValue.map($0.element) ?? $0.member($1.stringValue) }
        @unknown default: start
        }
    }
}
