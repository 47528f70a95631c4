public import Teapot
public import TeapotMock

extension GraphQL {
    /// A callable value that registers routes for operations of one kind.
    ///
    /// ``Endpoint/query``, ``Endpoint/mutation`` and the other properties are values of this type.
    public struct Verb: Sendable {
        let endpoint: Endpoint
        let kind: Kind?
        var isPersisted = false

        /// Registers a route that answers with responses, one after another.
        ///
        /// - Parameters:
        ///   - name: The name of the operation, or `nil` for any operation of the kind.
        ///   - variables: The values that variables must have. The request may have other variables. An object must
        ///     have at least the expected members, and a list must have exactly the expected elements, in order.
        ///   - rules: Additional rules that a request must match.
        ///   - times: The number of operations that the route answers, or `nil` for any number.
        ///   - delay: The time to wait before responding, in seconds.
        ///   - response: The response to the first operation.
        ///   - responses: The responses to later operations, in order. The last one is repeated.
        ///   - fileID: The module and the file where the route is registered.
        ///   - filePath: The full path of the file where the route is registered.
        ///   - line: The line where the route is registered.
        /// - Returns: A token that removes the route.
        @discardableResult
        public func callAsFunction(
            _ name: String? = nil,
            variables: JSON = [:],
            when rules: Rule...,
            times: Int? = nil,
            delay: Double = 0,
            with response: Response,
            _ responses: Response...,
            fileID: StaticString = #fileID,
            filePath: StaticString = #filePath,
            line: UInt = #line
        ) -> Router.Registration {
            let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
            return add(name, variables, rules, times, delay, place, .responses([response] + responses))
        }

        /// Registers a route that answers with a response from a closure.
        ///
        /// - Parameters:
        ///   - name: The name of the operation, or `nil` for any operation of the kind.
        ///   - variables: The values that variables must have. The request may have other variables. An object must
        ///     have at least the expected members, and a list must have exactly the expected elements, in order.
        ///   - rules: Additional rules that a request must match.
        ///   - times: The number of operations that the route answers, or `nil` for any number.
        ///   - delay: The time to wait before responding, in seconds.
        ///   - fileID: The module and the file where the route is registered.
        ///   - filePath: The full path of the file where the route is registered.
        ///   - line: The line where the route is registered.
        ///   - handler: A closure that returns the response. A thrown ``GraphQL/Error`` is sent in the response's
        ///     `errors`.
        /// - Returns: A token that removes the route.
        @discardableResult
        public func callAsFunction(
            _ name: String? = nil,
            variables: JSON = [:],
            when rules: Rule...,
            times: Int? = nil,
            delay: Double = 0,
            fileID: StaticString = #fileID,
            filePath: StaticString = #filePath,
            line: UInt = #line,
            handler: @escaping @Sendable (Operation) throws -> Response
        ) -> Router.Registration {
            let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
            return add(
                name, variables, rules, times, delay, place,
                .immediate { request in
                    do { return try handler(try Operation(of: request)) } catch let error as GraphQL.Error {
                        return .graphql(errors: [error])
                    }
                })
        }

        /// Registers a route that answers with a response from an asynchronous closure.
        ///
        /// - Parameters:
        ///   - name: The name of the operation, or `nil` for any operation of the kind.
        ///   - variables: The values that variables must have. The request may have other variables. An object must
        ///     have at least the expected members, and a list must have exactly the expected elements, in order.
        ///   - rules: Additional rules that a request must match.
        ///   - times: The number of operations that the route answers, or `nil` for any number.
        ///   - delay: The time to wait before responding, in seconds.
        ///   - fileID: The module and the file where the route is registered.
        ///   - filePath: The full path of the file where the route is registered.
        ///   - line: The line where the route is registered.
        ///   - handler: An asynchronous closure that returns the response. A thrown ``GraphQL/Error`` is sent in the
        ///     response's `errors`.
        /// - Returns: A token that removes the route.
        @discardableResult
        public func callAsFunction(
            _ name: String? = nil,
            variables: JSON = [:],
            when rules: Rule...,
            times: Int? = nil,
            delay: Double = 0,
            fileID: StaticString = #fileID,
            filePath: StaticString = #filePath,
            line: UInt = #line,
            handler: @escaping @Sendable (Operation) async throws -> Response
        ) -> Router.Registration {
            let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
            return add(
                name, variables, rules, times, delay, place,
                .suspending { request in
                    do { return try await handler(try Operation(of: request)) } catch let error as GraphQL.Error {
                        return .graphql(errors: [error])
                    }
                })
        }

        private func add(
            _ name: String?,
            _ variables: JSON,
            _ rules: [Rule],
            _ times: Int?,
            _ delay: Double,
            _ place: SourcePlace,
            _ handler: Route.Handler
        ) -> Router.Registration {
            OperationBatches.install(in: endpoint.router)
            let matcher = OperationMatcher(
                kind: kind, name: name, isPersisted: isPersisted, variables: variables.dictionary ?? [:])
            return endpoint.router.add(
                Route(
                    rules: [.path(endpoint.path), Rule(matcher)] + rules, handler: handler, delay: delay,
                    limit: times, place: place))
        }
    }
}

extension GraphQL.Operation {
    /// Reads the operation of a request that an ``OperationMatcher`` matched.
    fileprivate init(of request: Request) throws(GraphQL.Error) {
        switch GraphQLReading(request) {
        case .operation(let operation): self = operation
        case .batch: throw GraphQL.Error("received a batch")
        case .problem(let text): throw GraphQL.Error(text)
        }
    }
}
