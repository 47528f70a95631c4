import Teapot

/// What a scenario, or a step of one, asks of a request; what is `nil` or empty asks for nothing.
public struct RequestCondition: Sendable, Equatable {
    /// The method, in any case.
    public var method: String?
    /// What the path ends with, such as `/v1/products`.
    ///
    /// A segment in braces, such as `{id}`, stands for any one. Case makes no difference, as in a ``MockFolder``.
    public var path: String?
    /// Items that stand in the query, decoded.
    public var query: [String: String]
    /// Header fields, whose values are compared exactly.
    public var headerFields: [String: String]

    /// Creates a condition.
    ///
    /// - Parameters:
    ///   - method: The method; `nil` for any.
    ///   - path: What the path ends with; `nil` for any.
    ///   - query: Items that stand in the query.
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

    /// Whether a request is one of those that are meant.
    ///
    /// - Parameter request: The request.
    /// - Returns: Whether it is.
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
