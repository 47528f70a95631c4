import Teapot
public import TeapotMock

extension Request {
    /// The GraphQL operations that the request carries: one, several in a batch, or none.
    ///
    /// An element of a batch that is not an operation is left out.
    public var graphql: [GraphQL.Operation] {
        switch GraphQLReading(self) {
        case .operation(let operation): [operation]
        case .batch(let elements): parts(elements).flatMap { $0?.graphql ?? [] }
        case .problem: []
        }
    }

    /// Returns the request with each operation of its batch as its body, or with `nil` for what is not an object.
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
    /// The GraphQL operations that the kept requests carry, in the order in which they arrived.
    ///
    /// ```swift
    /// #expect(router.journal.graphql.map(\.name) == ["Teas", "AddTea"])
    /// ```
    public var graphql: [GraphQL.Operation] { requests.flatMap(\.graphql) }
}
