package import Foundation
import Teapot
import TeapotMock

/// The index file of a directory: `mocks.index.json`, which states what requests the mocks beside it are for.
///
/// ```json
/// {
///   "success_page2.json": {"exactPath": "/v1/users", "query": {"page": "2"}},
///   "success_201_POST_eve.json": {"jsonContains": {"name": "Eve"}}
/// }
/// ```
package struct ConditionFile: Sendable, Equatable {
    /// The file's name.
    package static let fileName = "mocks.index.json"

    /// The condition of a mock, or the reason why it can't be used.
    package enum Entry: Sendable, Equatable {
        case condition(RequestCondition)
        case problem(MockFolder.Problem)
    }

    /// The entries by the names of files, as written.
    package private(set) var entries: [String: Entry] = [:]
    /// The problem that makes the whole file invalid.
    package private(set) var problem: MockFolder.Problem?
    /// The names of files, as written, by their lowercased form.
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
        for (name, value) in members {
            names[name.lowercased()] = name
            entries[name] = Self.entry(value, of: name, at: path)
        }
        for name in JSONTokens(text).repeatedNames {
            entries[name] = .problem(MockFolder.Problem(path, "“\(name)” appears twice; remove one of the two"))
        }
    }

    /// Creates an index file that can't be read.
    init(_ problem: MockFolder.Problem) { self.problem = problem }

    private static func entry(_ value: any Sendable, of name: String, at path: String) -> Entry {
        guard let members = value as? [String: any Sendable], let text = try? JSON.data(from: members) else {
            return .problem(MockFolder.Problem(path, #"“\#(name)” must be an object such as {"method": "POST"}"#))
        }
        do {
            return .condition(try JSONDecoder().decode(RequestCondition.self, from: text))
        } catch let error as DecodingError {
            return .problem(MockFolder.Problem(path, "“\(name)”: \(error.explanation)"))
        } catch {
            return .problem(MockFolder.Problem(path, "“\(name)”: \(error)"))
        }
    }

    /// Returns the name under which a file has an entry: its own, or that without the extension; case makes no
    /// difference.
    func name(for file: String) -> String? {
        names[file.lowercased()] ?? names[MockFileName.stem(of: file).lowercased()]
    }

    /// Returns the entry of a file; `nil` if there is none.
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
