// Requests that were built apart: typed endpoints, pagination links, presigned URLs.
extension TeapotClient {
    /// Sends a request that was built before.
    ///
    /// Nothing is added from ``options`` but what its adapters do: ``makeRequest(_:_:query:parameters:headerFields:timeoutInterval:allowsCellular:)``
    /// has put the client's header fields and time-out into the request already.
    ///
    /// - Parameters:
    ///   - request: The request, which is checked again.
    ///   - deliveryQueue: The queue to call the completion on, this once; the client's unless given.
    ///   - completion: What to call with the result, once; never after a cancel.
    /// - Returns: The handle on the call; `nil` if the request can't be sent, which the completion is told.
    @discardableResult public func send(
        _ request: Teapot.Request, deliveryQueue: DispatchQueue? = nil,
        completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> Handle? { start(checked(request), deliveryQueue, completion) }

    /// Sends a request that was built before, and waits for the response.
    ///
    /// - Parameters:
    ///   - request: The request, which is checked again.
    ///   - isolation: The actor that calls.
    /// - Returns: The response, whose ``Teapot/Response/json`` has been read.
    /// - Throws: ``TeapotError``, with the response if one came. Cancelling the task cancels the call.
    @discardableResult public func send(
        _ request: Teapot.Request, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response { try await perform(checked(request)) }

    /// Sends a request that was built before, and decodes the response.
    ///
    /// - Parameters:
    ///   - request: The request, which is checked again.
    ///   - type: The type to decode.
    ///   - isolation: The actor that calls.
    /// - Returns: The body, decoded with the decoder in ``options``.
    /// - Throws: ``TeapotError``; of type `invalidResponseBody` if the body is not what it should be.
    public func send<Value: Decodable & Sendable>(
        _ request: Teapot.Request, as type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Value { try await decode(checked(request)) }
}
