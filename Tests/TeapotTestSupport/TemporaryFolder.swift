package import Foundation

/// A folder of a test's own, which is gone when the test lets go of it.
package final class TemporaryFolder: Sendable {
    /// Where it is.
    package let url: URL

    /// Creates a folder.
    ///
    /// - Parameter files: What is in it: texts by their paths, below it.
    /// - Throws: What the file system says.
    package init(_ files: [String: String] = [:]) throws {
        let name = "teapot-" + UUID().uuidString
        url = URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true)
            .appendingPathComponent(name, isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (path, text) in files { try write(text, to: path) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file, and makes the folders that it is in.
    package func write(_ text: String, to path: String) throws {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Writes a file of bytes.
    package func file(_ name: String, _ contents: Data = Data("contents".utf8)) throws -> URL {
        let file = path(name)
        try contents.write(to: file)
        return file
    }

    /// Where a file would be.
    package func path(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Deletes a file or folder.
    package func remove(_ path: String) throws {
        try FileManager.default.removeItem(at: url.appendingPathComponent(path))
    }
}
