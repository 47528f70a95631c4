import Foundation
import Teapot
import TeapotGuide

/// A small sample shop for first use, with mocks, conditions and scenarios.
enum Sample {
    /// The sample in the line that says what is served.
    static let name = "the sample"

    /// Writes the files to a folder, which is created if necessary.
    ///
    /// - Throws: ``Failure`` if they can't be written, or one already exists.
    static func write(to directory: URL) throws(Failure) {
        do {
            for (path, text) in Guide.sample {
                let file = directory.appendingPathComponent(path)
                let folder = file.deletingLastPathComponent()
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data((text + "\n").utf8).write(to: file, options: .withoutOverwriting)
            }
        } catch {
            throw Failure("the sample can't be written to “\(directory.path)”: \(error.systemReason)", .cannotWrite)
        }
    }
}
