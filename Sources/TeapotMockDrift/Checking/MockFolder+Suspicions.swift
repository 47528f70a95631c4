import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
package import TeapotMockFolders

extension MockFolder {
    /// The names, conditions and headers that are valid, but probably mean something else, with advice.
    package var suspicions: [Problem] { suspiciousNames + suspiciousConditions + suspiciousHeaders }

    /// The conditions in index files that no request is likely to meet.
    private var suspiciousConditions: [Problem] {
        let indexed = mocks.filter { $0.condition != nil || $0.conditionProblem != nil }
        return Set(indexed.map { $0.place(of: ConditionFile.fileName) }).sorted().flatMap { file in
            Self.problems(in: directory.appendingPathComponent(file), at: file) { entries in
                entries.sorted { $0.key < $1.key }.flatMap { name, entry in
                    ConditionFlaw.all(in: entry, at: JSONPointer().member(name)).map {
                        ConditionFlaw(place: $0.place, reason: "“\(name)”: \($0.reason)")
                    }
                }
            }
        }
    }

    /// The headers next to mocks whose names are nearly those of well-known ones.
    private var suspiciousHeaders: [Problem] {
        mocks.flatMap { mock -> [Problem] in
            guard let url = mock.headersLocation.map({ URL(fileURLWithPath: $0) }) else { return [] }
            return Self.problems(in: url, at: mock.place(of: url.lastPathComponent)) { headers in
                headers.keys.sorted().compactMap { name in
                    ConditionFlaw.header(name).map { ConditionFlaw(place: JSONPointer().member(name), reason: $0) }
                }
            }
        }
    }

    fileprivate static func problems(
        in url: URL, at file: String, _ flaws: ([String: any Sendable]) -> [ConditionFlaw]
    ) -> [Problem] {
        guard let text = FileManager.default.contents(atPath: url.path),
            let members = (try? JSON.value(parsing: text)) as? [String: any Sendable]
        else { return [] }
        let flaws = flaws(members)
        return zip(flaws, JSONLines(text).positions(of: flaws.map(\.place))).map { flaw, place in
            Problem(file, line: place?.line, column: place?.column, flaw.reason)
        }
    }
}

extension MockFolder.Mock {
    /// Returns the path below the folder of a file next to the mock.
    func place(of file: String) -> String { path.dropLast(self.file.count) + file }
}

extension ScenarioFolder {
    /// The conditions that no request is likely to meet.
    package var suspicions: [MockFolder.Problem] {
        read().found.flatMap { _, name, _ in
            MockFolder.problems(in: directory.appendingPathComponent(name), at: name) { members in
                var flaws = ConditionFlaw.all(in: members["request"], at: JSONPointer().member("request"))
                for (index, step) in (members["steps"] as? [any Sendable] ?? []).enumerated() {
                    let place = JSONPointer().member("steps").element(index).member("request")
                    flaws += ConditionFlaw.all(in: (step as? [String: any Sendable])?["request"], at: place).map {
                        ConditionFlaw(place: $0.place, reason: "step \(index + 1): \($0.reason)")
                    }
                }
                return flaws
            }
        }
    }
}

extension MockDirectories {
    /// Returns what's valid, but probably a mistake: names, conditions and headers of mocks, conditions of scenarios.
    package func suspicions(in folder: MockFolder) -> [Finding] {
        let conditions = scenarios.map { url in ScenarioFolder(url).suspicions.map { Finding($0, in: url) } } ?? []
        return folder.suspicions.map { Finding($0, in: mocks) } + conditions
    }
}
