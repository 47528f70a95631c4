public import Teapot

/// An OpenAPI document, 3.0 or 3.1, written in JSON: what mocks are checked against.
///
/// Read are its paths, its servers' base paths, and of each response the status, the header fields and the schemas of
/// its media types. References have to lead to places in the same document.
public struct OpenAPIDocument: Sendable {
    /// The version of OpenAPI that it is written in, such as `3.1.0`.
    public let openAPIVersion: String
    /// The API's name.
    public let title: String
    /// What may be asked: ordered by path and method.
    public let operations: [Operation]
    let schemas: SchemaDocument

    /// One method of one path.
    public struct Operation: Sendable {
        /// The method, such as `GET`.
        public let method: String
        /// The path as it is documented, such as `/products/{id}`.
        public let path: String
        /// The paths of the servers that it is below.
        let bases: [PathTemplate]
        let template: PathTemplate
        /// Where it stands in the document.
        let place: Schema
    }

    /// Reads a document.
    ///
    /// - Parameter url: The file.
    /// - Throws: ``ReadingError``, with the line and column, or the place in the document.
    public init(contentsOf url: URL) throws(ReadingError) {
        let data: Data
        do { data = try Data(contentsOf: url) } catch {
            throw ReadingError(file: url.lastPathComponent, reason: "can't be read: \(error.localizedDescription)")
        }
        try self.init(data: data, named: url.lastPathComponent)
    }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - data: Its text.
    ///   - name: What errors call it.
    /// - Throws: ``ReadingError``, with the line and column, or the place in the document.
    public init(data: Data, named name: String = "the document") throws(ReadingError) {
        let reader = try OpenAPIReader(data, named: name)
        openAPIVersion = reader.version
        title = reader.schemas.root["info"]?["title"]?.text ?? ""
        operations = try reader.operations()
        schemas = reader.schemas
    }

    /// Why a document can't be read.
    public struct ReadingError: Error, Sendable, Equatable {
        /// The file's name.
        public var file: String
        /// The line, counted from 1, where the text is no JSON.
        public var line: Int?
        /// The column, counted from 1, where the text is no JSON.
        public var column: Int?
        /// The place in the document, such as `#/paths`, where the text is JSON.
        public var pointer: String?
        /// What is wrong.
        public var reason: String
    }
}

extension OpenAPIDocument.ReadingError: LocalizedError, CustomStringConvertible {
    /// The file, the place, and what is wrong.
    public var description: String {
        let place = line.map { ", line \($0), column \(column ?? 1)" } ?? pointer.map { ", \($0)" } ?? ""
        return "“\(file)”\(place): \(reason)"
    }

    /// The same text as ``description``.
    public var errorDescription: String? { description }
}
