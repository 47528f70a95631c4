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

    /// A mock's condition and the way its response is sent, or the reasons they can't be used.
    package struct Entry: Sendable, Equatable {
        package var condition = RequestCondition()
        package var delivery = Delivery()
        package var problems: [MockFolder.Problem] = []
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
        let expected = #"expected an object with the names of files: {"success_list.json": {"query": {"page": "2"}}}"#
        let members: [String: any Sendable]
        do throws(MockFolder.Problem) { members = try MockFolder.Problem.object(in: text, at: path, expected) } catch {
            problem = error
            return
        }
        var flaws: [(name: String, ParsingError)] = []
        for (name, value) in members {
            names[name.lowercased()] = name
            let (entry, own) = Self.entry(value, of: name)
            entries[name] = entry
            flaws += own.map { (name, $0) }
        }
        let repeated = JSONTokens(text).repeatedNames
        flaws += repeated.map { ($0, ParsingError($0, "“\($0)” appears twice; remove one of the two")) }
        for ((name, flaw), place) in zip(flaws, JSONLines(text).positions(of: flaws.map(\.1.pointer))) {
            let problem = MockFolder.Problem(path, line: place?.line, column: place?.column, flaw.reason)
            entries[name]?.problems.append(problem)
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
    private struct ParsingError: Error, Equatable {
        let pointer: JSONPointer
        let reason: String

        init(_ name: String, _ reason: String, at pointer: JSONPointer? = nil) {
            (self.pointer, self.reason) = (pointer ?? JSONPointer().member(name), reason)
        }
    }

    /// Returns an entry, and the errors in it.
    private static func entry(_ value: any Sendable, of name: String) -> (Entry, [ParsingError]) {
        guard let members = value as? [String: any Sendable] else {
            return (Entry(), [ParsingError(name, #"“\#(name)” must be an object such as {"method": "POST"}"#)])
        }
        do throws(ParsingError) { return (try entry(members, of: name), []) } catch {
            // A decoder stops at the first error, so it gets all members, even those of nested objects, one by one.
            let single = members.sorted { $0.key < $1.key }.flatMap { name, value in
                let parts = (value as? [String: any Sendable])?.sorted { $0.key < $1.key }
                return parts?.map { [name: [$0.key: $0.value]] } ?? [[name: value]]
            }
            let errors = single.compactMap { part in
                do throws(ParsingError) { _ = try entry(part, of: name) } catch { return error }
                return nil as ParsingError?
            }
            return (Entry(), (errors + [error]).reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
        }
    }

    private static func entry(_ members: [String: any Sendable], of name: String) throws(ParsingError) -> Entry {
        do {
            let members = try JSONDecoder().decode(Members.self, from: JSON.data(from: members))
            return Entry(condition: members.condition, delivery: members.delivery)
        } catch let error as DecodingError {
            let place = error.place(below: JSONPointer().member(name))
            throw ParsingError(name, "“\(name)”: \(error.explanation)", at: place)
        } catch { throw ParsingError(name, "“\(name)”: \(error)") }
    }

    /// Returns the name of a file's entry, with or without the extension; case doesn't matter.
    package func name(for file: String) -> String? {
        names[file.lowercased()] ?? names[MockFileName.stem(of: file).lowercased()]
    }

    /// Returns the entry of a file, or `nil` if there's none.
    func entry(for file: String) -> Entry? {
        if let problem { return Entry(problems: [problem]) }
        return name(for: file).flatMap { entries[$0] }
    }

    /// All problems of the file.
    var problems: [MockFolder.Problem] {
        if let problem { return [problem] }
        return entries.sorted { $0.key < $1.key }.flatMap(\.value.problems)
    }
}

extension DecodingError {
    /// Returns the place of the value that couldn't be decoded or that lacks a member.
    func place(below start: JSONPointer = JSONPointer()) -> JSONPointer {
        path.reduce(start) { $1.intValue.map($0.element) ?? $0.member($1.stringValue) }
    }

    /// The keys that lead to that value.
    package var path: [any CodingKey] {
        switch self {
        case .keyNotFound(_, let context), .valueNotFound(_, let context), .typeMismatch(_, let context),
            .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }
}
