import Foundation
import Teapot

/// A small sample shop for first use, with mocks and scenarios.
///
/// It's part of the program, so every copy of the program has it.
struct Sample {
    /// The folder with its files.
    let directory: URL

    /// Creates the sample by writing the files to a separate folder.
    ///
    /// - Throws: ``Failure`` if they can't be written.
    init() throws(Failure) {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("teapot-sample-\(UUID().uuidString.prefix(8))", isDirectory: true)
        do {
            for (path, text) in Self.files {
                let file = directory.appendingPathComponent(path)
                let folder = file.deletingLastPathComponent()
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data((text + "\n").utf8).write(to: file)
            }
        } catch {
            throw Failure("the sample can't be written to “\(directory.path)”: \(error.systemReason)", .cannotWrite)
        }
    }

    /// Deletes the files.
    func remove() { try? FileManager.default.removeItem(at: directory) }
}
