import Foundation
import TeapotMockDrift
import TeapotMockFolders

/// The locations of a folder's mocks and scenarios: the folder itself, or its subfolders `Mocks` and `Scenarios`.
struct MockDirectories: Equatable {
    /// The advice for a folder without mocks.
    static let hint = "no mocks yet: write a file such as products/success_list.json, for requests to /products"

    /// The folder of mocks.
    let mocks: URL
    /// The folder of scenarios, or `nil` if there's none.
    let scenarios: URL?

    /// Creates the directories from a folder.
    ///
    /// - Parameters:
    ///   - path: The given folder.
    ///   - scenarios: The given folder of scenarios, or `nil` to look for one next to the mocks and among them.
    /// - Throws: ``Failure`` if there's no such folder.
    init(_ path: String, scenarios: String? = nil) throws(Failure) {
        try InputFile.checkFolder(path)
        let folder = URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL
        mocks = Self.folder("Mocks", in: folder) ?? folder
        if let scenarios {
            try InputFile.checkFolder(scenarios)
            self.scenarios = URL(fileURLWithPath: scenarios, isDirectory: true).standardizedFileURL
        } else {
            let places = [mocks.deletingLastPathComponent(), mocks]
            self.scenarios = places.lazy.compactMap { Self.folder("Scenarios", in: $0) }.first
        }
    }

    /// Returns whether a folder is a WireMock root, which has a folder `mappings`.
    static func isWireMock(_ path: String) -> Bool {
        InputFile.isFolder(path + "/mappings") == true && InputFile.isFolder(path + "/Mocks") != true
    }

    private static func folder(_ name: String, in parent: URL) -> URL? {
        let url = parent.appendingPathComponent(name, isDirectory: true)
        return InputFile.isFolder(url.path) == true ? url : nil
    }
}

extension Console {
    /// Warns of problems with the files of a folder.
    func warn(_ problems: [MockFolder.Problem], in folder: URL) {
        for problem in problems { warn(Finding(problem, in: folder).text) }
    }
}
