import Foundation
public import Teapot
public import TeapotMock

extension Response {
    /// Creates the response to a GraphQL operation.
    ///
    /// - Parameters:
    ///   - data: The data, such as `["teas": []]`, or `nil` for none. A response without data and errors has the data
    ///     `null`.
    ///   - errors: The errors, with or without data.
    ///   - extensions: The extensions, or `nil` for none.
    ///   - status: The status code. GraphQL servers also send errors with status 200.
    ///   - headers: The headers, which replace those that describe the body. The media type is `application/json`,
    ///     which clients that request `application/graphql-response+json` can also read.
    ///   - delay: The time to wait before responding, in seconds.
    /// - Returns: The response.
    public static func graphql(
        data: JSON? = nil,
        errors: [GraphQL.Error] = [],
        extensions: JSON? = nil,
        status: Teapot.StatusCode = .ok,
        headers: Teapot.HeaderFields = [:],
        delay: Double = 0
    ) -> Response {
        var members: [String: any Sendable] = ["extensions": extensions, "data": data].compactMapValues(\.self)
        if !errors.isEmpty { members["errors"] = errors.map(\.json) }
        if data == nil, errors.isEmpty { members["data"] = NSNull() }
        return .json(.dictionary(members), status: status, headers: headers, delay: delay)
    }

    /// The response to an unknown persisted query hash, as defined by Apollo.
    ///
    /// A client then sends the document along with the hash.
    public static var persistedQueryNotFound: Response {
        .graphql(errors: [
            GraphQL.Error("PersistedQueryNotFound", extensions: ["code": "PERSISTED_QUERY_NOT_FOUND"])
        ])
    }
}
