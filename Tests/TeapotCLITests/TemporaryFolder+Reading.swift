import Teapot
import TeapotTestSupport

extension TemporaryFolder {
    /// Where it is, as it is typed.
    var place: String { url.path }

    /// What is in a file.
    func text(of name: String) throws -> String { try String(contentsOf: path(name), encoding: .utf8) }

    /// The files in it, by their paths.
    var files: [String] {
        let paths = FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String } ?? []
        return paths.filter { name in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: path(name).path, isDirectory: &isDirectory)
                && !isDirectory.boolValue
        }.sorted()
    }
}
