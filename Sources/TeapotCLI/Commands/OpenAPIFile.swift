import Teapot
import TeapotMock

/// An OpenAPI document that a command is given.
enum OpenAPIFile {
    /// Reads a document.
    ///
    /// - Throws: ``Failure`` when there is no such file, or it is no such document.
    static func read(_ path: String) throws(Failure) -> OpenAPIDocument {
        try InputFile.check(path)
        do throws(OpenAPIDocument.ReadingError) {
            return try OpenAPIDocument(contentsOf: URL(fileURLWithPath: path))
        } catch { throw Failure("\(error)", .badData) }
    }
}
