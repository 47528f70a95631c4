import Foundation
import TeapotMockDrift

/// An OpenAPI document that is given to a command.
enum OpenAPIFile {
    /// Reads a document.
    ///
    /// - Throws: ``Failure`` if there is no such file, or it is not a valid document.
    static func read(_ path: String) throws(Failure) -> OpenAPIDocument {
        try InputFile.check(path)
        do throws(OpenAPIDocument.ReadingError) {
            return try OpenAPIDocument(contentsOf: URL(fileURLWithPath: path))
        } catch { throw Failure("\(error)", .badData) }
    }
}
