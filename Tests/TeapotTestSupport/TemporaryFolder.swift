package import Foundation

/// A folder for a test, which is deleted when the test releases it.
package final class TemporaryFolder: Sendable {
    /// The URL of the folder.
    package let url: URL

    /// Creates a folder.
    ///
    /// - Parameter files: The contents: texts by their paths in the folder.
    /// - Throws: An error of the file system.
    package init(_ files: [String: String] = [:]) throws {
        let name = "teapot-" + UUID().uuidString
        url = URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true)
            .appendingPathComponent(name, isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (path, text) in files { try write(text, to: path) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file and creates its folders.
    package func write(_ text: String, to path: String) throws {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Writes a file with bytes.
    package func file(_ name: String, _ contents: Data = Data("contents".utf8)) throws -> URL {
        let file = path(name)
        try contents.write(to: file)
        return file
    }

    /// Returns the URL of a file, which need not exist.
    package func path(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Deletes a file or folder.
    package func remove(_ path: String) throws {
        try FileManager.default.removeItem(at: url.appendingPathComponent(path))
    }
}
