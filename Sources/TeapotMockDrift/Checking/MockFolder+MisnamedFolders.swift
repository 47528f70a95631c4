package import Foundation
import TeapotMock
package import TeapotMockFolders

extension MockFolder {
    /// Finds the folders whose names resemble “Mocks” and “Scenarios”, next to this folder and in it, and an index file
    /// next to it.
    ///
    /// - Parameter scenarios: The folder of scenarios that is used, or `nil` if there's none.
    /// - Returns: A finding for each folder, with the effect of its name.
    package func misnamedFolders(besides scenarios: URL?) -> [Finding] {
        let parent = directory.deletingLastPathComponent()
        let (beside, inside) = (Self.folders(in: parent), Self.folders(in: directory))
        let isMocks = directory.lastPathComponent == "Mocks"
        var found: [Finding] = []
        func report(_ name: String, in folder: URL, _ reason: String) {
            let isUsed = folder.appendingPathComponent(name).standardizedFileURL.path == scenarios?.path
            if !isUsed { found.append(Finding(Problem(name, reason), in: folder)) }
        }
        let index = FileManager.default.fileExists(atPath: parent.appendingPathComponent(ConditionFile.fileName).path)
        if isMocks, index { report(ConditionFile.fileName, in: parent, "it's ignored; move it next to its mocks") }
        // On a disk that ignores case, “mocks” is this folder.
        for name in isMocks && beside.contains("Mocks") ? beside : [] {
            guard let meant = Self.folder(near: name), meant != name else { continue }
            let isTaken = beside.contains(meant)
            let reason = "it's ignored, since “\(meant)” is next to it; move its files there"
            report(name, in: parent, isTaken ? reason : "it's ignored; did you mean “\(meant)”?")
        }
        for name in inside {
            switch Self.folder(near: name) {
            case "Mocks"?:
                let advice = isMocks ? "move its contents up" : "did you mean “Mocks”?"
                report(name, in: directory, "it's part of the paths, as in /\(name)/products; \(advice)")
            case "Scenarios"? where name != "Scenarios" && hasScenario(in: name):
                report(name, in: directory, "its scenarios are served as mocks; did you mean “Scenarios”?")
            default: break
            }
        }
        return found
    }

    /// The effect of being in a folder “Mocks”, with advice, or `nil` unless a mock is in the folder itself.
    package var misplacement: String? {
        let parts = directory.pathComponents
        let place = parts.last == "Mocks" ? nil : parts.lastIndex(of: "Mocks")
        guard let place, mocks.contains(where: { $0.folder == "/" }) else { return nil }
        let rest = parts[(place + 1)...].joined(separator: "/")
        let outer = URL(fileURLWithPath: String(directory.path.dropLast(rest.count + 1)), isDirectory: true)
        let (name, shown) = (directory.lastPathComponent, String(Finding.prefix(of: outer).dropLast()))
        let command = "teapot serve \(shown.isEmpty ? "." : shown.quotedIfNecessary)"
        return "“\(name)” is in “Mocks”, so its paths begin at /; to serve /\(rest)/…, run “\(command)”."
    }

    /// Returns the name that a folder's name was probably meant to be; “socks” and “docks” may be paths.
    private static func folder(near name: String) -> String? {
        ["mock", "mocks"].contains(name.lowercased()) ? "Mocks" : name.closest(among: ["Scenarios"], within: 1)
    }

    private static func folders(in folder: URL) -> [String] {
        let items = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (items ?? []).filter(\.hasDirectoryPath).map(\.lastPathComponent).sorted()
    }

    /// Returns whether a mock in a folder is a scenario.
    private func hasScenario(in folder: String) -> Bool {
        mocks.contains { mock in
            mock.path.hasPrefix(folder + "/") && (try? mock.bytes())?.range(of: Data("responseFileName".utf8)) != nil
        }
    }
}
