public import Teapot
public import TeapotMock

/// GraphQL over HTTP, with operations on one URL that differ in name, kind and variables.
///
/// There's no schema. A route matches an operation and sends the response that you give it.
public enum GraphQL {
    /// The kind of an operation.
    public enum Kind: String, Sendable {
        /// An operation that reads.
        case query
        /// An operation that writes.
        case mutation
        /// An operation that answers with events.
        case subscription
    }

    /// An operation in a request.
    public struct Operation: Sendable {
        /// The kind of the operation, or `nil` for a persisted query by `POST`, whose document is unknown.
        public let kind: Kind?
        /// The name of the operation: the `operationName`, or the name in the document, or `nil` if it's anonymous.
        public let name: String?
        /// The text of the document, or `nil` for a persisted query sent only by its hash.
        public let document: String?
        /// The values of the variables, as an object.
        public let variables: JSON
        /// The extensions of the request, as an object.
        public let extensions: JSON
        /// The request with the operation.
        ///
        /// In a batch, its body is the operation alone or, in an upload, the operation and its files.
        public let request: Request

        /// The SHA-256 hash of a persisted query, in hexadecimal digits, or `nil` for any other operation.
        public var persistedQueryHash: String? {
            (extensions.dictionary?["persistedQuery"] as? [String: any Sendable])?["sha256Hash"] as? String
        }

        /// Returns the value of a variable.
        ///
        /// - Parameter variable: The name of the variable, without the dollar sign.
        /// - Returns: The value, whose type is one of those in the table at `JSON`, or `nil` if the request has no such
        ///   variable.
        public subscript(variable: String) -> (any Sendable)? { variables.dictionary?[variable] }
    }
}

extension GraphQL.Operation: CustomStringConvertible {
    /// The kind and the name, such as `query “Teas”`, `anonymous query` or `persisted query “Teas”`.
    public var description: String {
        let noun = (document == nil ? "persisted " : "") + (kind?.rawValue ?? "query")
        if let name { return "\(noun) “\(name.shortened(to: 60))”" }
        return document == nil ? noun + " without a name" : "anonymous " + noun
    }
}
