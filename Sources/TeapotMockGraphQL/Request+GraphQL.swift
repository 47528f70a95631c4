import Teapot
public import TeapotMock

extension Request {
    /// The GraphQL operations in the request: one, several in a batch, or none.
    ///
    /// An element of a batch that isn't an operation is omitted.
    public var graphql: [GraphQL.Operation] {
        switch GraphQLReading(self) {
        case .operation(let operation): [operation]
        case .batch(let elements): parts(elements).flatMap { $0?.graphql ?? [] }
        case .problem: []
        }
    }

    /// Returns a request for each operation in a batch, with the operation as its body, or `nil` for an element that
    /// isn't an object.
    func parts(_ elements: [any Sendable]) -> [Request?] {
        let upload = isUpload ? try? OperationUpload(self) : nil
        return elements.enumerated().map { index, element in
            guard element is [String: any Sendable], let body = try? JSON.data(from: element, .sortedKeys) else {
                return nil
            }
            var part = self
            part.body = upload?.body(with: body, at: index) ?? body
            return part
        }
    }
}

extension Journal {
    /// The GraphQL operations in the kept requests, in order of arrival.
    ///
    /// ```swift
    /// #expect(router.journal.graphql.map(\.name) == ["Teas", "AddTea"])
    /// ```
    public var graphql: [GraphQL.Operation] { requests.flatMap(\.graphql) }
}
