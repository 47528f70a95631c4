public import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

/// A directory of scenarios, either in LetSee's property lists or in JSON with the same members.
///
/// ```json
/// {
///   "steps": [
///     {"folder": "/accounts", "responseFileName": "success_accountList.json"},
///     {"folder": "/payments", "responseFileName": "validatedPayment",
///      "request": {"method": "POST", "path": "/payments"}}
///   ]
/// }
/// ```
///
/// A scenario's name is its `name` member or, without one, its file name without the extension. With a `request` next
/// to `steps`, the scenario applies to requests that meet that condition. The directory is read on each access.
public final class ScenarioFolder: Sendable {
    /// The URL of the directory.
    public let directory: URL
    /// The mocks that the steps name.
    private let mocks: Locked<MockFolder?>

    /// Creates a folder; nothing is read yet.
    ///
    /// - Parameters:
    ///   - directory: The URL of the directory.
    ///   - mocks: The mocks that the steps name, or `nil` for the mocks of the ``Switchboard`` that uses the folder.
    public init(_ directory: URL, mocks: MockFolder? = nil) {
        self.directory = directory.absoluteURL
        self.mocks = Locked(mocks)
    }

    /// Sets the mocks that the steps name, unless they're already known.
    func name(_ folder: MockFolder) { mocks.withLock { $0 = $0 ?? folder } }

    /// The valid scenarios, in the order of their files.
    public var scenarios: [Scenario] { read().found.map(\.scenario) }

    /// The problems with files in the directory: invalid files and, if the mocks are known, steps without a mock.
    public var problems: [MockFolder.Problem] {
        let (found, problems) = read()
        guard let index = mocks.withLock({ $0 })?.index else { return problems }
        return problems
            + found.flatMap { file in
                file.scenario.steps.enumerated().compactMap { number, step in
                    let place = JSONPointer().member("steps").element(number)
                    return index.problem(with: step).map {
                        MockFolder.Problem(file.name, at: place, in: file.text, "step \(number + 1): \($0)")
                    }
                }
            }
    }

    package typealias File = (scenario: Scenario, name: String, text: Data)

    package func read() -> (found: [File], problems: [MockFolder.Problem]) {
        let root = directory.standardizedFileURL.path
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: root) else {
            let reason = "the folder of scenarios does not exist or can't be listed: “\(root)”"
            return ([], [MockFolder.Problem(".", reason)])
        }
        var (found, problems): ([File], [MockFolder.Problem]) = ([], [])
        for name in names.sorted() where !name.hasPrefix(".") && !MockFileName.isLeftover(name) {
            do throws(MockFolder.Problem) {
                guard let file = try Self.scenario(name, in: root, &problems) else { continue }
                if found.contains(where: { $0.scenario.name == file.scenario.name }) {
                    let reason = "there is already a scenario called “\(file.scenario.name)”; rename one"
                    throw MockFolder.Problem(name, at: JSONPointer().member("name"), in: file.text, reason)
                }
                found.append(file)
            } catch {
                problems.append(error)
            }
        }
        return (found, problems)
    }

    /// Returns the scenario in a file, or `nil` after adding the problems with it.
    private static func scenario(
        _ name: String, in root: String, _ problems: inout [MockFolder.Problem]
    ) throws(MockFolder.Problem) -> File? {
        let isJSON = name.lowercased().hasSuffix(".json")
        guard isJSON || name.lowercased().hasSuffix(".plist") else {
            throw MockFolder.Problem(name, "the name of a scenario's file must end with “.plist” or “.json”")
        }
        let path = root + "/" + name
        if case .refused(let reason) = FileKind(path, inside: root) { throw MockFolder.Problem(name, reason) }
        guard FileKind(path, inside: root) == .file, let text = FileManager.default.contents(atPath: path) else {
            throw MockFolder.Problem(name, "it can't be read")
        }
        let file: ScenarioFile
        if isJSON, let problem = BodyFormat.json.problem(text, at: name) { throw problem }
        do {
            file =
                isJSON
                ? try JSONDecoder().decode(ScenarioFile.self, from: text)
                : try PropertyListDecoder().decode(ScenarioFile.self, from: text)
        } catch let error as DecodingError {
            throw problem(error, name, text)
        } catch {
            throw MockFolder.Problem(name, "it is not a property list: \(error)")
        }
        problems += file.errors.compactMap { $0 as? DecodingError }.map { problem($0, name, text) }
        guard file.errors.isEmpty else { return nil }
        if file.steps.isEmpty {
            throw MockFolder.Problem(name, at: JSONPointer().member("steps"), in: text, "it has no steps")
        }
        let title = file.name ?? MockFileName.stem(of: name)
        return (Scenario(title, steps: file.steps, request: file.request), name, text)
    }

    private static func problem(_ error: DecodingError, _ name: String, _ text: Data) -> MockFolder.Problem {
        let reason = error.explanation.replacing(#/^steps\[(\d+)\](\.|: )/#) { "step \((Int($0.1) ?? 0) + 1): " }
        return MockFolder.Problem(name, at: error.place(), in: text, reason)
    }
}
