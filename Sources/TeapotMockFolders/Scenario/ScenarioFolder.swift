public import Foundation
import Teapot
import TeapotMock

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
    public var scenarios: [Scenario] { read().scenarios }

    /// The problems with files in the directory: invalid files and, if the mocks are known, steps without a mock.
    public var problems: [MockFolder.Problem] {
        let (scenarios, problems, files) = read()
        guard let index = mocks.withLock({ $0 })?.index else { return problems }
        return problems
            + zip(scenarios, files).flatMap { scenario, file in
                scenario.steps.enumerated().compactMap { number, step in
                    index.problem(with: step).map { MockFolder.Problem(file, "step \(number + 1): \($0)") }
                }
            }
    }

    private func read() -> (scenarios: [Scenario], problems: [MockFolder.Problem], files: [String]) {
        let root = directory.standardizedFileURL.path
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: root) else {
            let reason = "the folder of scenarios does not exist or can't be listed: “\(root)”"
            return ([], [MockFolder.Problem(".", reason)], [])
        }
        var (scenarios, problems, files): ([Scenario], [MockFolder.Problem], [String]) = ([], [], [])
        for name in names.sorted() where !name.hasPrefix(".") && !MockFileName.isLeftover(name) {
            let kind = URL(fileURLWithPath: name).pathExtension.lowercased()
            guard kind == "plist" || kind == "json" else {
                problems.append(
                    MockFolder.Problem(name, "the name of a scenario's file must end with “.plist” or “.json”"))
                continue
            }
            do throws(MockFolder.Problem) {
                let scenario = try Self.scenario(name, in: root, isJSON: kind == "json")
                if scenarios.contains(where: { $0.name == scenario.name }) {
                    throw MockFolder.Problem(name, "there is already a scenario called “\(scenario.name)”; rename one")
                }
                scenarios.append(scenario)
                files.append(name)
            } catch {
                problems.append(error)
            }
        }
        return (scenarios, problems, files)
    }

    private static func scenario(_ name: String, in root: String, isJSON: Bool) throws(MockFolder.Problem) -> Scenario {
        let path = root + "/" + name
        if case .refused(let reason) = FileKind(path, inside: root) { throw MockFolder.Problem(name, reason) }
        guard FileKind(path, inside: root) == .file, let text = FileManager.default.contents(atPath: path) else {
            throw MockFolder.Problem(name, "it can't be read")
        }
        let file: ScenarioFile
        if isJSON {
            do throws(JSON.ParsingError) { _ = try JSON.value(parsing: text) } catch {
                throw MockFolder.Problem(name, error)
            }
        }
        do {
            file =
                isJSON
                ? try JSONDecoder().decode(ScenarioFile.self, from: text)
                : try PropertyListDecoder().decode(ScenarioFile.self, from: text)
        } catch let error as DecodingError {
            let reason = error.explanation.replacing(#/^steps\[(\d+)\](\.|: )/#) { "step \((Int($0.1) ?? 0) + 1): " }
            throw MockFolder.Problem(name, reason)
        } catch {
            throw MockFolder.Problem(name, "it is not a property list: \(error)")
        }
        if file.steps.isEmpty { throw MockFolder.Problem(name, "it has no steps") }
        return Scenario(file.name ?? MockFileName.stem(of: name), steps: file.steps, request: file.request)
    }
}
