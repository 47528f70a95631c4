import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

/// A file of a document, in JSON or YAML.
struct DocumentFile: Sendable {
    let tree: JSONTree
    /// The places of values in a text that isn't JSON.
    let yaml: YAMLDocument?

    /// Reads a text as JSON or, if it doesn't begin like JSON, as YAML.
    init(_ data: Data, named name: String) throws(OpenAPIDocument.ReadingError) {
        let start = data.prefix(4096).first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
        let isYAML = name.hasSuffix(".yaml") || name.hasSuffix(".yml")
        if isYAML || start.map({ !"{[\"".utf8.contains($0) }) ?? false {
            do throws(YAMLDocument.ParsingError) {
                let yaml = try onDeepStack {
                    Result { () throws(YAMLDocument.ParsingError) in try YAMLDocument(parsing: data) }
                }.get()
                (tree, self.yaml) = (yaml.tree, yaml)
            } catch { throw .init(file: name, line: error.line, column: error.column, reason: error.reason) }
            return
        }
        do { (tree, yaml) = (try JSONTree(parsingDeep: data), nil) } catch {
            throw .init(file: name, line: error.line, column: error.column, reason: error.reason)
        }
    }

    /// Reads a file.
    init(contentsOf url: URL, named name: String) throws(OpenAPIDocument.ReadingError) {
        let data: Data
        do { data = try Data(contentsOf: url) } catch {
            throw .init(file: name, reason: "can't be read: \(error.systemReason)")
        }
        try self.init(data, named: name)
    }

    /// The paths of the other files that references point to, relative to the document.
    ///
    /// - Parameter file: The path of this file.
    /// - Returns: The paths.
    func files(from file: String) -> Set<String> {
        var found: Set<String> = []
        var pending = [tree]
        while let next = pending.popLast() {
            if let reference = next["$ref"]?.text, !reference.hasPrefix("#"),
                let path = SchemaDocument.file(of: reference, in: file)
            {
                found.insert(path)
            }
            pending += next.elements ?? next.members.map { Array($0.values) } ?? []
        }
        return found
    }
}

extension [String: DocumentFile] {
    /// Returns the line and the column of a place such as `common.yaml#/Product`, if its file is in YAML.
    func position(of place: String) -> (line: Int, column: Int)? {
        let file = place.prefix { $0 != "#" }
        return self[String(file)]?.yaml?.position(of: JSONPointer.tokens(of: place.dropFirst(file.count + 1)))
    }
}
