public import Foundation

extension TeapotClient {
    /// Downloads an image.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - query: The items to add to the query.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - deliveryQueue: The queue that `completion` is called on, or `nil` for the client's queue.
    ///   - completion: A closure to call once with the image, but not after a cancellation. If the body isn't an image,
    ///     the error has type `missingImage`.
    /// - Returns: A handle for the call, or `nil` if the request couldn't be built; `completion` then receives the
    ///   error.
    @discardableResult public func downloadImage(
        _ path: String, query: Teapot.Query = [], headerFields: [String: String] = [:],
        timeout: TimeInterval? = nil, allowsCellular: Bool = true, deliveryQueue: DispatchQueue? = nil,
        completion: @escaping @Sendable (NetworkImageResult) -> Void
    ) -> Handle? {
        let fields = acceptingImages(headerFields)
        let request = build(.get, path, query, .none, fields, timeout, allowsCellular)
        return start(request, deliveryQueue, readsJSON: false) { result in
            do throws(TeapotError) {
                let response = try result.get()
                completion(.success(try image(from: response, request), response))
            } catch { completion(.failure(error.response ?? noResponse(from: try? request.get().url), error)) }
        }
    }

    /// Downloads an image and waits for it.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - query: The items to add to the query.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - isolation: The actor that receives the image, by default the caller's.
    /// - Returns: The image.
    /// - Throws: ``TeapotError``, of type `missingImage` if the body isn't an image.
    public func downloadImage(
        _ path: String, query: Teapot.Query = [], headerFields: [String: String] = [:],
        timeout: TimeInterval? = nil, allowsCellular: Bool = true, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> sending Teapot.Image {
        let fields = acceptingImages(headerFields)
        let request = build(.get, path, query, .none, fields, timeout, allowsCellular)
        return try image(from: try await perform(request, readsJSON: false), request)
    }

    /// Sends an existing request for an image, and waits for the image.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isolation: The actor that receives the image, by default the caller's.
    /// - Returns: The image.
    /// - Throws: ``TeapotError``, of type `missingImage` if the body is not an image.
    public func downloadImage(_ request: Teapot.Request, isolation: isolated (any Actor)? = #isolation)
        async throws(TeapotError) -> sending Teapot.Image
    { try image(from: try await perform(checked(request), readsJSON: false), .success(request)) }

    private func acceptingImages(_ headerFields: [String: String]) -> [String: String] {
        headerFields.completed(from: ["Accept": "image/*, */*;q=0.5"])
    }

    private func image(from response: Teapot.Response, _ request: Result<Teapot.Request, TeapotError>)
        throws(TeapotError) -> sending Teapot.Image
    {
        try logging(try? request.get()) { () throws(TeapotError) in
            guard let image = Teapot.image(from: response.body) else { throw .make(.missingImage, response: response) }
            return image
        }
    }
}
