import Foundation
import TeapotMockDrift
import TeapotMockOpenAPI

/// An OpenAPI document that a command receives.
enum OpenAPIFile {
    /// Returns whether a path is that of a document.
    static func isDocument(_ path: String) -> Bool {
        (try? InputFile.check(path)) != nil && OpenAPIDocument.isDocument(atPath: path)
    }

    /// Reads a document, and warns of the parts that have no effect.
    ///
    /// - Throws: ``Failure`` if there's no such file, or it isn't a valid document.
    static func read(_ path: String, _ console: Console) throws(Failure) -> OpenAPIDocument {
        try InputFile.check(path)
        do throws(OpenAPIDocument.ReadingError) {
            let document = try OpenAPIDocument(contentsOf: URL(fileURLWithPath: path))
            for finding in Finding.all(in: document, at: path) { console.warn(finding.text) }
            return document
        } catch { throw Failure("\(error)", .badData) }
    }
}
