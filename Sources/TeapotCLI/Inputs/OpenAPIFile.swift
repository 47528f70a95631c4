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
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - console: The console for the warnings.
    ///   - served: Whether a server answers from the document, so that the first answer doesn't wait for the warnings
    ///     of a large one.
    /// - Returns: The document.
    /// - Throws: ``Failure`` if there's no such file, or it isn't a valid document.
    static func read(_ path: String, _ console: Console, served: Bool = false) throws(Failure) -> OpenAPIDocument {
        try InputFile.check(path)
        do throws(OpenAPIDocument.ReadingError) {
            let document = try OpenAPIDocument(contentsOf: URL(fileURLWithPath: path))
            let warn = { @Sendable in Finding.all(document.problems, at: path).forEach { console.warn($0.text) } }
            if served, document.operations.count > InputFile.checkedFirst { Task { warn() } } else { warn() }
            return document
        } catch { throw Failure(Finding.all([error], at: path)[0].text, .badData) }
    }
}
