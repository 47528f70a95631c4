package import Foundation
import Teapot
package import TeapotMockFolders

/// The locations of a folder's mocks and scenarios: the folder itself, or its subfolders `Mocks` and `Scenarios`.
package struct MockDirectories: Equatable {
    /// Returns the advice for a folder without mocks, or `nil` if it has some.
    package static func hint(for folder: MockFolder) -> String? {
        let file = Finding.prefix(of: folder.directory) + "products/success_list.json"
        return folder.mocks.isEmpty ? "no mocks yet: write a file such as \(file), for requests to /products" : nil
    }

    /// The folder of mocks.
    package let mocks: URL
    /// The folder of scenarios, or `nil` if there's none.
    package let scenarios: URL?

    /// Creates the directories from a folder.
    ///
    /// - Parameters:
    ///   - path: The given folder.
    ///   - scenarios: The given folder of scenarios, or `nil` to look for one next to or inside the mocks' folder.
    package init(in path: String, scenarios: String?) {
        let folder = URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL
        let mocks = Self.folder("Mocks", in: folder) ?? folder
        let parent = mocks.deletingLastPathComponent()
        // The scenarios next to a folder “Mocks” belong to it, not to another folder there.
        let isOther = mocks.lastPathComponent.lowercased() != "mocks" && Self.folder("Mocks", in: parent) != nil
        let places = isOther ? [mocks] : [parent, mocks]
        self.mocks = mocks
        self.scenarios =
            scenarios.map { URL(fileURLWithPath: $0, isDirectory: true).standardizedFileURL }
            ?? places.lazy.compactMap { Self.folder("Scenarios", in: $0) }.first
    }

    /// Returns whether a folder is a WireMock root, which has a folder `mappings`.
    package static func isWireMock(_ path: String) -> Bool {
        FileManager.default.isFolder(path + "/mappings") == true
            && FileManager.default.isFolder(path + "/Mocks") != true
    }

    private static func folder(_ name: String, in parent: URL) -> URL? {
        let url = parent.appendingPathComponent(name, isDirectory: true)
        return FileManager.default.isFolder(url.path) == true ? url : nil
    }
}

extension FileManager {
    /// Returns whether a path is a folder rather than a file, or `nil` if it doesn't exist.
    package func isFolder(_ path: String) -> Bool? {
        var isFolder: ObjCBool = false
        return fileExists(atPath: path, isDirectory: &isFolder) ? isFolder.boolValue : nil
    }
}

extension MockDirectories {
    /// Returns advice for a folder of scenarios, or the “mappings” of a WireMock root, or `nil` for another one.
    package static func flaw(of path: String) -> String? {
        let url = URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL
        let parent = String(Finding.prefix(of: url.deletingLastPathComponent()).dropLast())
        let advice = "use “\(parent.isEmpty ? "." : parent)”."
        if url.lastPathComponent == "Scenarios", !ScenarioFolder(url).read().found.isEmpty {
            return "“\(path)” is a folder of scenarios; \(advice)"
        }
        guard url.lastPathComponent == "mappings" else { return nil }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        let isRoot = files.filter { $0.hasSuffix(".json") }.contains { file in
            let text = FileManager.default.contents(atPath: url.appendingPathComponent(file).path)
            return text.flatMap { try? JSON(parsing: $0).dictionary }.map { ForeignFile.isMapping($0) } == true
        }
        return isRoot ? "“\(path)” is the folder “mappings” of a WireMock root; \(advice)" : nil
    }
}
