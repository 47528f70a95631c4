public import Foundation

// Requests that were built separately: typed endpoints, pagination links, presigned URLs.
extension TeapotClient {
    /// Sends an existing request.
    ///
    /// Only the adapters in ``options`` change the request. Its headers and timeout were set when it was built;
    /// see ``makeRequest(_:_:query:parameters:headerFields:timeout:allowsCellular:)``.
    ///
    /// - Parameters:
    ///   - request: The request, which is validated again.
    ///   - deliveryQueue: The queue that `completion` is called on, or `nil` for the client's queue.
    ///   - completion: A closure to call once with the result, but not after a cancellation.
    /// - Returns: A handle for the call, or `nil` if the request can't be sent; `completion` then receives the error.
    @discardableResult public func send(
        _ request: Teapot.Request, deliveryQueue: DispatchQueue? = nil,
        completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> Handle? { start(checked(request), deliveryQueue, completion) }

    /// Sends an existing request, and waits for the response.
    ///
    /// - Parameters:
    ///   - request: The request, which is validated again.
    ///   - isolation: The actor that the call is made from, by default the caller's.
    /// - Returns: The response, with its ``Teapot/Response/json`` parsed.
    /// - Throws: ``TeapotError``, with the response if one was received. Cancelling the task cancels the call.
    @discardableResult public func send(
        _ request: Teapot.Request, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response { try await perform(checked(request)) }

    /// Sends an existing request, and decodes the response.
    ///
    /// - Parameters:
    ///   - request: The request, which is validated again.
    ///   - type: The type to decode.
    ///   - isolation: The actor that the call is made from, by default the caller's.
    /// - Returns: The value decoded from the body with the decoder in ``options``.
    /// - Throws: ``TeapotError``, of type `invalidResponseBody` if the body can't be decoded.
    public func send<Value: Decodable & Sendable>(
        _ request: Teapot.Request, as type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Value { try await decode(checked(request)) }
}
