import Teapot

/// Where a mock looks for its fixtures.
///
/// - A directory: in it, nowhere else. A fixture's name may name folders below it.
/// - A bundle: in its resource folder; then, unless it is no more than a program's directory, in the folders that are
///   directly in that one; then in the resource bundles (`*.resources`, `*.bundle`) beside or in it, one after the
///   other in the order of their names, and in the folders directly in each.
///
/// The resource bundles count because `Bundle(for:)` on Linux is the program's directory, beside which the package
/// manager puts them; on Apple platforms it puts them beside the test bundle. The first file found is the one.
enum FixturePlace: Sendable {
    case nowhere
    case directory(URL)
    case bundle(URL, resources: URL)

    init(_ bundle: Bundle) {
        self = .bundle(bundle.bundleURL, resources: bundle.resourceURL ?? bundle.bundleURL)
    }

    /// The folders, in the order in which they are searched.
    var folders: [URL] {
        switch self {
        case .nowhere: []
        case .directory(let url): [url]
        case .bundle(let url, let resources): Self.folders(of: url, resources)
        }
    }

    private static func folders(of bundle: URL, _ resources: URL) -> [URL] {
        let isTestBundle = bundle.pathExtension == "xctest"
        let nearby = isTestBundle ? [resources, bundle.deletingLastPathComponent()] : [resources]
        let bundles = nearby.flatMap { subfolders(of: $0).filter(isResourceBundle) }
        return [resources] + (bundle.pathExtension.isEmpty ? [] : plainFolders(in: resources))
            + bundles.map { Bundle(url: $0)?.resourceURL ?? $0 }.flatMap { [$0] + plainFolders(in: $0) }
    }

    private static func isResourceBundle(_ url: URL) -> Bool { ["resources", "bundle"].contains(url.pathExtension) }

    /// Folders that are no bundles and no languages.
    private static func plainFolders(in folder: URL) -> [URL] {
        subfolders(of: folder).filter(\.pathExtension.isEmpty)
    }

    private static func subfolders(of folder: URL) -> [URL] {
        contents(of: folder).filter { isFolder($0) }
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// The names of the files in some folders, sorted, each once; hidden ones are left out.
    static func fileNames(in folders: [URL]) -> [String] {
        let files = folders.flatMap { contents(of: $0).filter { !isFolder($0) } }
        return Set(files.map(\.lastPathComponent)).sorted()
    }

    /// What is in a folder, by name.
    ///
    /// One that can't be read has nothing in it: its path is in the error to come.
    private static func contents(of folder: URL) -> [URL] {
        let found = try? FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil,
            options: .skipsHiddenFiles
        )
        return (found ?? []).sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
}
