import Teapot
public import TeapotMock

extension Router {
    /// Returns a value that registers routes for the GraphQL operations sent to one path.
    ///
    /// ```swift
    /// let api = router.graphql("/graphql")
    /// api.query("Teas", with: .graphql(data: ["teas": ["Assam", "Sencha"]]))
    /// api.mutation("AddTea", variables: ["id": 7]) { operation in
    ///     .graphql(data: ["addTea": ["id": operation["id"]]])
    /// }
    /// ```
    ///
    /// Operations are read from `POST` and `GET` requests. Each operation in a batch is answered by its own route.
    ///
    /// - Parameter path: The path below the router's base URL.
    /// - Returns: The value.
    public func graphql(_ path: String = "/graphql") -> GraphQL.Endpoint { GraphQL.Endpoint(router: self, path: path) }
}

extension GraphQL {
    /// A path that operations are sent to.
    public struct Endpoint: Sendable {
        let router: Router
        let path: String

        /// A callable value that registers routes for queries.
        public var query: Verb { Verb(endpoint: self, kind: .query) }
        /// A callable value that registers routes for mutations.
        public var mutation: Verb { Verb(endpoint: self, kind: .mutation) }
        /// A callable value that registers routes for subscriptions.
        public var subscription: Verb { Verb(endpoint: self, kind: .subscription) }
        /// A callable value that registers routes for operations of every kind.
        public var operation: Verb { Verb(endpoint: self, kind: nil) }
        /// A callable value that registers routes for persisted queries that are sent only by their hash.
        ///
        /// The other routes also answer such queries, like a server that knows the hash. A route with
        /// `.persistedQueryNotFound` makes the client send the document.
        public var persistedQuery: Verb { Verb(endpoint: self, kind: nil, isPersisted: true) }
    }
}
