import Foundation
import TeapotMockOpenAPI

/// An OpenAPI document that a command receives.
enum OpenAPIFile {
    /// Reads a document.
    ///
    /// - Throws: ``Failure`` if there's no such file, or it isn't a valid document.
    static func read(_ path: String) throws(Failure) -> OpenAPIDocument {
        try InputFile.check(path)
        do throws(OpenAPIDocument.ReadingError) {
            return try OpenAPIDocument(contentsOf: URL(fileURLWithPath: path))
        } catch { throw Failure("\(error)", .badData) }
    }
}
