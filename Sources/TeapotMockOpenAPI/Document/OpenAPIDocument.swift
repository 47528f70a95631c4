public import Foundation
import TeapotMock
import TeapotMockDocuments

/// An OpenAPI document, version 3.0, 3.1 or 3.2 in YAML or JSON, to answer requests from and to check mocks against.
///
/// References point to places in the document, or in files beside it. Of several YAML documents in one file, the first
/// is read.
public struct OpenAPIDocument: Sendable {
    /// The version of OpenAPI, such as `3.1.0`.
    public let openAPIVersion: String
    /// The API's name.
    public let title: String
    /// The operations, ordered by path and method.
    public let operations: [Operation]
    /// The name of the file, for messages.
    package let name: String
    package let schemas: SchemaDocument
    /// The files, by path relative to the document; that of the document is empty.
    let files: [String: DocumentFile]

    /// One method of one path.
    public struct Operation: Sendable {
        /// The method, such as `GET`.
        public let method: String
        /// The path as documented, such as `/products/{id}`.
        public let path: String
        /// The base paths of the operation's servers.
        package let bases: [PathTemplate]
        package let template: PathTemplate
        /// The path without a slash at its end.
        let plainPath: String
        /// The place in the document.
        package let place: Schema
        /// The place of the path, with what its operations share.
        package let item: Schema
    }

    /// Creates a document by reading a file, and those that it refers to.
    ///
    /// - Parameter url: The file.
    /// - Throws: ``ReadingError``, with the line and column, or the place in the document.
    public init(contentsOf url: URL) throws(ReadingError) {
        let name = url.lastPathComponent
        try self.init(OpenAPIReader(DocumentFile(contentsOf: url, named: name), named: name, at: url))
    }

    /// Creates a document by parsing a text, whose references to files aren't followed.
    ///
    /// - Parameters:
    ///   - data: The text.
    ///   - name: The name of the document in errors.
    /// - Throws: ``ReadingError``, with the line and column, or the place in the document.
    public init(data: Data, named name: String = "the document") throws(ReadingError) {
        try self.init(OpenAPIReader(DocumentFile(data, named: name), named: name))
    }

    private init(_ reader: OpenAPIReader) throws(ReadingError) {
        openAPIVersion = reader.version
        title = reader.schemas.root["info"]?["title"]?.text ?? ""
        operations = try reader.operations()
        (name, schemas, files) = (reader.name, reader.schemas, reader.files)
    }

    /// The files as schemas, ordered by their paths, each with whether further documents follow in it.
    package var roots: [(schema: Schema, hasMore: Bool)] {
        files.sorted { $0.key < $1.key }.map { path, file in
            (Schema(tree: file.tree, pointer: path + "#"), file.yaml?.hasMoreDocuments == true)
        }
    }

    /// Creates an error at a place such as `common.yaml#/Product`.
    package func error(at place: String, _ reason: String) -> ReadingError {
        OpenAPIReader.failure(name, files, place, reason)
    }

    /// Returns the names of an object's members, in the order of a YAML document, and else sorted.
    func names(in place: Schema) -> [String] {
        let tokens = JSONPointer.tokens(of: place.pointer.drop { $0 != "#" })
        return files[place.file]?.yaml?.names(at: tokens) ?? (place.tree.members ?? [:]).keys.sorted()
    }

    /// An error that occurs when a document can't be read.
    public struct ReadingError: Error, Sendable, Equatable {
        /// The file's name.
        public var file: String
        /// The line, counted from 1, if the text can't be parsed, or is YAML.
        public var line: Int?
        /// The column, counted from 1, if the text can't be parsed, or is YAML.
        public var column: Int?
        /// The place in the document, such as `#/paths`, if the text can be parsed.
        public var pointer: String?
        /// The description of the problem.
        public var reason: String
    }
}

extension OpenAPIDocument.ReadingError: LocalizedError, CustomStringConvertible {
    /// The file, the place, and the description of the problem.
    public var description: String {
        let places = [line.map { "line \($0), column \(column ?? 1)" }, pointer].compactMap(\.self)
        return (["“\(file)”"] + places).joined(separator: ", ") + ": \(reason)"
    }

    /// The same text as ``description``.
    public var errorDescription: String? { description }
}
