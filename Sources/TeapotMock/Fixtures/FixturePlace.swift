import Foundation
import Teapot

/// The place where a mock looks for its fixtures.
///
/// - A directory: the mock searches only this directory. A fixture's name may contain folders below it.
/// - A bundle: the mock searches the bundle's resource folder first, then the folders directly inside it, unless the
///   bundle is a program's directory. The resource bundles (`*.resources`, `*.bundle`) next to it or inside it follow,
///   sorted by name, each with the folders directly inside it.
///
/// The mock searches the resource bundles because on Linux, `Bundle(for:)` is the program's directory, and the package
/// manager puts the resource bundles next to the program. On Apple platforms, it puts them next to the test bundle. The
/// mock uses the first file that it finds.
enum FixturePlace: Sendable {
    case nowhere
    case directory(URL)
    case bundle(URL, resources: URL)

    init(_ bundle: Bundle) { self = .bundle(bundle.bundleURL, resources: bundle.resourceURL ?? bundle.bundleURL) }

    /// The folders, in search order.
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

    /// Returns the folders that aren't bundles or language folders.
    private static func plainFolders(in folder: URL) -> [URL] { subfolders(of: folder).filter(\.pathExtension.isEmpty) }

    private static func subfolders(of folder: URL) -> [URL] { contents(of: folder).filter { isFolder($0) } }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Returns the names of the files in some folders, sorted and without duplicates.
    ///
    /// Hidden files are omitted.
    static func fileNames(in folders: [URL]) -> [String] {
        let files = folders.flatMap { contents(of: $0).filter { !isFolder($0) } }
        return Set(files.map(\.lastPathComponent)).sorted()
    }

    /// Returns the contents of a folder, sorted by name.
    ///
    /// A folder that can't be read is treated as empty. The error that follows includes its path.
    private static func contents(of folder: URL) -> [URL] {
        let found = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles
        )
        return (found ?? []).ordered { $0.lastPathComponent < $1.lastPathComponent }
    }
}
