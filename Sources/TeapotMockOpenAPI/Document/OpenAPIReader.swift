import Foundation
import TeapotMock
import TeapotMockDocuments

/// Reads the paths of an OpenAPI document.
struct OpenAPIReader {
    private typealias Failure = OpenAPIDocument.ReadingError

    let name: String
    let version: String
    private(set) var schemas: SchemaDocument
    /// The files, by path relative to the document; that of the document is empty.
    private(set) var files: [String: DocumentFile]

    /// The fields of a path item that are operations.
    private static let methods = ["delete", "get", "head", "options", "patch", "post", "put", "trace"]

    init(_ file: DocumentFile, named name: String, at url: URL? = nil) throws(OpenAPIDocument.ReadingError) {
        (self.name, files) = (name, ["": file])
        let root = file.tree
        func failure(_ place: String, _ reason: String) -> Failure { Self.failure(name, ["": file], place, reason) }
        let found = root.kind == .null ? "nothing" : root.found
        guard root.kind == .object else { throw failure("#", "expected an object, found \(found)") }
        if root["swagger"] != nil {
            let advice = "Convert it first, for example with `npx swagger2openapi swagger.json -o openapi.json`"
            throw failure("#/swagger", "this is Swagger 2.0, and only OpenAPI 3.0 to 3.2 can be read. \(advice).")
        }
        guard let version = root["openapi"]?.text ?? root["openapi"]?.number?.text else {
            throw failure("#", "this isn't an OpenAPI document, because it has no “openapi” with a version")
        }
        self.version = version
        switch version.split(separator: ".").prefix(2).joined(separator: ".") {
        case "3.0": schemas = SchemaDocument(root: root, dialect: .openAPI30)
        case "3.1", "3.2": schemas = SchemaDocument(root: root, dialect: .jsonSchema2020)
        default: throw failure("#/openapi", "this is OpenAPI \(version.shortened(to: 20)); only 3.0 to 3.2 can be read")
        }
        if let url { readFiles(beside: url) }
    }

    static func failure(
        _ name: String, _ files: [String: DocumentFile], _ place: String, _ reason: String
    ) -> OpenAPIDocument.ReadingError {
        let (position, file) = (files.position(of: place), place.prefix { $0 != "#" })
        return Failure(
            file: file.isEmpty ? name : String(file), line: position?.line, column: position?.column,
            pointer: String(place.dropFirst(file.count)), reason: reason)
    }

    /// Reads the files that references point to, also those of one another.
    private mutating func readFiles(beside url: URL) {
        var pending = files[""].map { [("", $0)] } ?? []
        while let (path, file) = pending.popLast() {
            for other in file.files(from: path)
            where schemas.files[other] == nil && schemas.unreadable[other] == nil {
                guard ["json", "yaml", "yml"].contains((other as NSString).pathExtension.lowercased()) else {
                    schemas.unreadable[other] = "“\(other)” isn't a .yaml, .yml or .json file"
                    continue
                }
                do throws(Failure) {
                    let read = try DocumentFile(contentsOf: URL(fileURLWithPath: other, relativeTo: url), named: other)
                    (schemas.files[other], files[other]) = (read.tree, read)
                    pending.append((other, read))
                } catch { schemas.unreadable[other] = "\(error)" }
            }
        }
    }

    /// Returns all operations, ordered by path and method.
    func operations() throws(OpenAPIDocument.ReadingError) -> [OpenAPIDocument.Operation] {
        guard let paths = schemas.schema["paths"] else { return [] }
        var operations: [OpenAPIDocument.Operation] = []
        for name in try members(of: paths).keys.sorted() where !name.hasPrefix("x-") {
            guard let written = paths[name] else { continue }
            let path = name.hasPrefix("/") ? name : "/" + name
            let item = try resolving(written)
            _ = try members(of: item)
            var places = Self.methods.map { ($0.uppercased(), item[$0]) }
            // OpenAPI 3.2 §4.9.
            if version.hasPrefix("3.2") {
                places.append(("QUERY", item["query"]))
                places += (item["additionalOperations"]?.members ?? []).map { ($0.name, $0.value) }
            }
            for (method, place) in places {
                guard let place else { continue }
                _ = try members(of: place)
                if let responses = place["responses"] { _ = try members(of: responses) }
                let servers = place["servers"] ?? item["servers"] ?? schemas.schema["servers"]
                operations.append(
                    OpenAPIDocument.Operation(
                        method: method, path: path, bases: try bases(servers), template: PathTemplate(path),
                        plainPath: "/" + path.split(separator: "/").joined(separator: "/"), place: place, item: item))
            }
        }
        return operations
    }

    /// Returns the paths of the servers' URLs.
    private func bases(_ servers: Schema?) throws(OpenAPIDocument.ReadingError) -> [PathTemplate] {
        guard let servers else { return [PathTemplate("")] }
        guard servers.tree.elements != nil else {
            throw failure(servers, "expected a list, found \(servers.tree.found)")
        }
        var bases: [PathTemplate] = []
        for server in servers.elements {
            guard var url = server.tree["url"]?.text else { throw failure(server, "a server must have a “url”") }
            for (name, variable) in server.tree["variables"]?.members ?? [:] {
                // One with several values stays a variable.
                guard let value = variable["default"]?.text, variable["enum"]?.elements?.count ?? 1 == 1 else {
                    continue
                }
                url = url.replacingOccurrences(of: "{\(name)}", with: value)
            }
            if let host = url.range(of: "//") {
                let rest = url[host.upperBound...]
                url = String(rest[(rest.firstIndex(of: "/") ?? rest.endIndex)...])
            }
            let path = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").filter { $0 != "." && $0 != ".." }
            let base = PathTemplate(path.joined(separator: "/"))
            if !bases.contains(base) { bases.append(base) }
        }
        return bases.isEmpty ? [PathTemplate("")] : bases
    }

    private func resolving(_ schema: Schema) throws(OpenAPIDocument.ReadingError) -> Schema {
        switch schemas.resolving(schema) {
        case .found(let target): return target
        case .unreachable(let reason): throw failure(schema, reason)
        }
    }

    private func members(of schema: Schema) throws(OpenAPIDocument.ReadingError) -> [String: JSONTree] {
        guard let members = schema.tree.members else {
            throw failure(schema, "expected an object, found \(schema.tree.found)")
        }
        return members
    }

    private func failure(_ place: Schema, _ reason: String) -> OpenAPIDocument.ReadingError {
        Self.failure(name, files, place.pointer, reason)
    }
}
