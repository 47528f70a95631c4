import Foundation
import Teapot
import TeapotMock

/// The GraphQL content of a request.
enum GraphQLReading {
    /// An operation.
    case operation(GraphQL.Operation)
    /// A list of operations in one request, each as JSON.
    case batch([any Sendable])
    /// Content that a GraphQL server can't execute, with the reason.
    case problem(String)

    private struct Problem: Error {
        let text: String

        init(_ text: String) { self.text = text }
    }

    /// Reads a request as defined by GraphQL over HTTP.
    ///
    /// The body's media type is ignored.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - json: The body as JSON.
    init(_ request: Request, json: @autoclosure () -> Result<JSON, JSON.ParsingError>) {
        do throws(Problem) {
            switch request.method {
            case "GET": self = .operation(try Self.operation(inURLOf: request))
            case "POST" where request.body.isEmpty: throw Problem("received no body")
            case "POST":
                switch request.isUpload ? try Self.json(inUpload: request) : json() {
                case .success(.dictionary(let members)):
                    self = .operation(try Self.operation(members, request, in: "body"))
                case .success(.array(let elements)): self = .batch(elements)
                case .failure(let error):
                    throw Problem("\(request.isUpload ? "“operations” in the body" : "the body") is not JSON: \(error)")
                }
            default: throw Problem("received \(request.method), but GraphQL uses POST or GET")
            }
        } catch {
            self = .problem(error.text)
        }
    }

    /// Reads a request as defined by GraphQL over HTTP.
    init(_ request: Request) {
        self.init(
            request, json: Result { () throws(JSON.ParsingError) in try JSON(parsing: request.body) })
    }

    /// Returns the operation in the query of a URL, in which a plus sign means a space.
    private static func operation(inURLOf request: Request) throws(Problem) -> GraphQL.Operation {
        var members: [String: any Sendable] = [:]
        for item in FormDecoder.items(of: Data(request.queryText.utf8)) {
            guard let value = item.value, !value.isEmpty, members[item.name] == nil else { continue }
            guard ["variables", "extensions"].contains(item.name) else {
                if ["query", "operationName"].contains(item.name) { members[item.name] = value }
                continue
            }
            do {
                members[item.name] = try JSON.value(parsing: Data(value.utf8))
            } catch {
                throw Problem("“\(item.name)” in the URL is not JSON: \(error)")
            }
        }
        let operation = try operation(members, request, in: "URL")
        guard operation.kind != .mutation else { throw Problem("received \(operation) by GET; send it by POST") }
        return operation
    }

    /// Returns the operations of an upload.
    private static func json(inUpload request: Request) throws(Problem) -> Result<JSON, JSON.ParsingError> {
        let upload: OperationUpload
        do { upload = try OperationUpload(request) } catch {
            throw Problem("the body is not multipart/form-data: \(error)")
        }
        guard let text = upload.operations else { throw Problem("the form in the body has no field “operations”") }
        return Result { () throws(JSON.ParsingError) in try JSON(parsing: text) }
    }

    private static func operation(
        _ members: [String: any Sendable], _ request: Request, in place: String
    ) throws(Problem) -> GraphQL.Operation {
        func text(_ name: String) throws(Problem) -> String? {
            guard let value = members[name], !(value is NSNull) else { return nil }
            guard let text = value as? String else { throw Problem("“\(name)” in the \(place) is not a string") }
            return text.isEmpty ? nil : text
        }
        func object(_ name: String) throws(Problem) -> JSON {
            guard let value = members[name], !(value is NSNull) else { return [:] }
            guard let object = value as? [String: any Sendable] else {
                throw Problem("“\(name)” in the \(place) is not an object")
            }
            return .dictionary(object)
        }
        let document = try text("query")
        let operationName = try text("operationName")
        let chosen = try document.map { (text) throws(Problem) in try Self.choose(operationName, in: text) }
        let operation = GraphQL.Operation(
            kind: chosen?.kind ?? (request.method == "GET" ? .query : nil), name: chosen?.name ?? operationName,
            document: document, variables: try object("variables"), extensions: try object("extensions"),
            request: request)
        guard document != nil || operation.persistedQueryHash != nil else {
            throw Problem("the \(place) has no “query”")
        }
        return operation
    }

    /// Returns the operation to execute in a document (GraphQL, October 2021, §6.1).
    private static func choose(
        _ name: String?, in text: String
    ) throws(Problem) -> (kind: GraphQL.Kind, name: String?) {
        let document = GraphQLDocument(text)
        guard document.isComplete else { throw Problem("its document is cut off, or has unbalanced brackets") }
        guard let first = document.operations.first else { throw Problem("its document has no operation") }
        if name == nil, document.operations.count == 1 { return first }
        let wanted = document.operations.first { own in
            own.name.map { own in name.map { own.utf8.elementsEqual($0.utf8) } ?? false } ?? false
        }
        if let wanted { return wanted }
        let names = document.operations.prefix(3).map {
            $0.name.map { "“\($0.shortened(to: 60))”" } ?? "an unnamed one"
        }
        let more = document.operations.count > 3 ? ", …" : ""
        let list = names.joined(separator: ", ") + more
        guard let name else {
            throw Problem("its document has several operations (\(list)), and “operationName” is missing")
        }
        throw Problem("“operationName” is “\(name.shortened(to: 60))”, but its document has \(list)")
    }
}
