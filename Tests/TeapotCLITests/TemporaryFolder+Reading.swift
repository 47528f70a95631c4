import Foundation
import Teapot
import TeapotTestSupport

extension TemporaryFolder {
    /// The path of the folder.
    var place: String { url.path }

    /// Returns the contents of a file.
    func text(of name: String) throws -> String { try String(contentsOf: path(name), encoding: .utf8) }

    /// The paths of the files in the folder, except a recorder's list of its own files.
    var files: [String] {
        let paths = FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String } ?? []
        return paths.filter { name in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: path(name).path, isDirectory: &isDirectory)
                && !isDirectory.boolValue && !name.hasSuffix(".recorded.json")
        }.sorted()
    }
}
