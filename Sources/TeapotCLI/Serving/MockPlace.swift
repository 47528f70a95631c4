import Teapot
import TeapotMock

/// Where a folder's mocks and scenarios are: in it, or in its `Mocks` and `Scenarios`.
struct MockPlace: Equatable {
    /// The folder of mocks.
    let mocks: URL
    /// The folder of scenarios; `nil` if there is none.
    let scenarios: URL?

    /// Looks at a folder.
    ///
    /// - Parameters:
    ///   - path: The folder that was given.
    ///   - scenarios: The folder of scenarios that was given; `nil` to look beside the mocks, and in them.
    /// - Throws: ``Failure`` when there is no such folder.
    init(_ path: String, scenarios: String? = nil) throws(Failure) {
        try InputFile.checkFolder(path)
        let folder = URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL
        mocks = Self.folder("Mocks", in: folder) ?? folder
        if let scenarios {
            try InputFile.checkFolder(scenarios)
            self.scenarios = URL(fileURLWithPath: scenarios, isDirectory: true).standardizedFileURL
        } else {
            self.scenarios =
                Self.folder("Scenarios", in: mocks.deletingLastPathComponent())
                ?? Self.folder("Scenarios", in: mocks)
        }
    }

    /// Whether a folder is a root of WireMock's, which has a folder `mappings`.
    static func isWireMock(_ path: String) -> Bool {
        InputFile.isFolder(path + "/mappings") == true && InputFile.isFolder(path + "/Mocks") != true
    }

    private static func folder(_ name: String, in parent: URL) -> URL? {
        let url = parent.appendingPathComponent(name, isDirectory: true)
        return InputFile.isFolder(url.path) == true ? url : nil
    }
}
