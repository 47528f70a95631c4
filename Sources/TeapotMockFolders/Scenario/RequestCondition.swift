import Teapot
public import TeapotMock

/// A condition on a request, for a scenario or a step of one; parts that are `nil` or empty are not checked.
public struct RequestCondition: Sendable, Equatable {
    /// The method; case makes no difference.
    public var method: String?
    /// The end of the path, such as `/v1/products`.
    ///
    /// A segment in braces, such as `{id}`, matches any one segment. Case makes no difference, as in a ``MockFolder``.
    public var path: String?
    /// Items that the query contains, decoded.
    public var query: [String: String]
    /// Header fields, whose values are compared exactly.
    public var headerFields: [String: String]

    /// Creates a condition.
    ///
    /// - Parameters:
    ///   - method: The method; `nil` for any.
    ///   - path: The end of the path; `nil` for any.
    ///   - query: Items that the query contains.
    ///   - headerFields: Header fields, whose values are compared exactly.
    public init(
        method: String? = nil,
        path: String? = nil,
        query: [String: String] = [:],
        headerFields: [String: String] = [:]
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headerFields = headerFields
    }

    /// Returns whether a request meets the condition.
    ///
    /// - Parameter request: The request.
    /// - Returns: A Boolean value that indicates whether the request meets the condition.
    public func isMet(by request: Request) -> Bool {
        if let method, method.uppercased() != request.method.uppercased() { return false }
        if let path {
            let expected = FolderMap.segments(of: path)
            let actual = Request.segments(of: request.path).map { $0.lowercased() }
            guard actual.count >= expected.count else { return false }
            let isSame = zip(expected, actual.suffix(expected.count)).allSatisfy {
                $0 == $1 || FolderMap.isVariable($0)
            }
            if !isSame { return false }
        }
        return query.allSatisfy { request.queryValues($0.key).contains($0.value) }
            && headerFields.allSatisfy { request.headerFields[$0.key] == $0.value }
    }
}
