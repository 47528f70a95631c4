import Teapot
public import TeapotMock

/// An error as a JSON:API document, with the status of its response.
///
/// A handler can return an error, return several in an array or as ``JSONAPIErrors``, or throw one.
public struct JSONAPIError: Error, ResponseFieldsProvider {
    /// The part of the request that caused an error; at most one of the three properties should be set.
    public struct Source: Serializable, Sendable, Hashable {
        /// A JSON Pointer (RFC 6901) to the value in the request's document, such as `/data/attributes/title`.
        public var pointer: String?
        /// The name of a query parameter.
        public var parameter: String?
        /// The name of a header.
        public var header: String?

        /// Creates a source.
        ///
        /// - Parameters:
        ///   - pointer: A JSON Pointer to the value in the request's document.
        ///   - parameter: The name of a query parameter.
        ///   - header: The name of a header.
        public init(pointer: String? = nil, parameter: String? = nil, header: String? = nil) {
            self.pointer = pointer
            self.parameter = parameter
            self.header = header
        }
    }

    /// An error's members (JSON:API 1.1, Error Objects).
    public struct Builder: Sendable {
        /// The identifier of this occurrence of the error.
        public var id: String?
        /// A link to details about this occurrence.
        public var about: JSONAPILink?
        /// A link to details about errors of this type.
        public var type: JSONAPILink?
        /// The status code, such as 404, which is a string in the document.
        public var status: Int
        /// The application-specific error code.
        public var code: String?
        /// A summary for people, the same for each occurrence.
        public var title: String?
        /// An explanation of this occurrence for people.
        public var detail: String?
        /// The part of the request that caused the error.
        public var source: Source?
        /// Other information, which must serialize to an object.
        public var meta: (any Serializable & Sendable)?
    }

    /// The error's members.
    public let builder: Builder
    /// The response's headers, if any.
    public let headerFields: [String: String]?

    /// The response's status code.
    public var statusCode: Int { builder.status }
    /// The document.
    public var body: any Serializable { JSONAPIErrorDocument(errors: [builder]) }

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - statusCode: The status code, such as 404.
    ///   - headerFields: The response's headers.
    ///   - errorBuilder: A closure that sets the other members.
    public init(
        statusCode: Int, headerFields: [String: String]? = nil,
        errorBuilder: (_ error: inout Builder) -> Void = { _ in }
    ) {
        var builder = Builder(status: statusCode)
        errorBuilder(&builder)
        self.builder = builder
        self.headerFields = headerFields
    }
}

/// Several errors as one JSON:API document.
public struct JSONAPIErrors: Error, ResponseFieldsProvider {
    /// The errors.
    public let errors: [JSONAPIError]
    /// The response's status code.
    public let statusCode: Int
    /// The response's headers, if any.
    public let headerFields: [String: String]?

    /// The document.
    public var body: any Serializable { JSONAPIErrorDocument(errors: errors.map(\.builder)) }

    /// Creates a document of several errors.
    ///
    /// - Parameters:
    ///   - errors: The errors.
    ///   - statusCode: The response's status code. By default, it's the status code that the errors share. If they
    ///     differ, it's 400 if all are below 500 and otherwise 500, as JSON:API 1.1 (Processing Errors) advises.
    ///   - headerFields: The response's headers. By default, they're the errors' headers. If two have the same name,
    ///     the first is used.
    public init(_ errors: [JSONAPIError], statusCode: Int? = nil, headerFields: [String: String]? = nil) {
        self.errors = errors
        let codes = Set(errors.map(\.statusCode))
        let common = codes.count == 1 ? codes.first : nil
        let general = !codes.isEmpty && codes.allSatisfy { $0 < 500 } ? 400 : 500
        self.statusCode = statusCode ?? common ?? general
        self.headerFields =
            headerFields
            ?? errors.compactMap(\.headerFields).reduce(nil) { all, own in
                (all ?? [:]).merging(own) { first, _ in first }
            }
    }
}

// A handler can return a list of errors, which is sent as one document.
extension Array: AnsweredByAnother where Element == JSONAPIError {
    package var answer: any ResponseFieldsProvider { JSONAPIErrors(self) }
}

/// A document of errors (JSON:API 1.1, Errors).
private struct JSONAPIErrorDocument: CustomSerializable, JSONAPIDocument {
    let errors: [JSONAPIError.Builder]

    func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        let serializer = Serializer(keyTransformer)
        return ["errors": errors.map { Self.object($0, serializer) }]
    }

    private static func object(_ error: JSONAPIError.Builder, _ serializer: Serializer) -> [String: any Sendable] {
        var links: [String: JSONAPILink] = [:]
        links["about"] = error.about
        links["type"] = error.type
        var object: [String: any Sendable] = ["status": "\(error.status)"]
        object["id"] = error.id
        object["links"] = links.isEmpty ? nil : serializer.links(links)
        object["code"] = error.code
        object["title"] = error.title
        object["detail"] = error.detail
        object["source"] = error.source?.serialized()
        object["meta"] = error.meta.flatMap { serializer.meta($0) }
        return object
    }
}
