extension TeapotClient {
    /// Downloads an image.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - query: Items for the query.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - deliveryQueue: The queue to call the completion on, this once; the client's unless given.
    ///   - completion: What to call with the image, once; `missingImage` if the body is none. Never after a cancel.
    /// - Returns: The handle on the call; `nil` if the request could not be built, which the completion is told.
    @discardableResult public func downloadImage(
        _ path: String, query: [URLQueryItem] = [], headerFields: [String: String] = [:],
        timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true, deliveryQueue: DispatchQueue? = nil,
        completion: @escaping @Sendable (NetworkImageResult) -> Void
    ) -> Handle? {
        let fields = acceptingImages(headerFields)
        let request = build(.get, path, query, .none, fields, timeoutInterval, allowsCellular)
        let url = url(of: request)
        return start(request, deliveryQueue, readsJSON: false) { result in
            do throws(TeapotError) {
                let response = try result.get()
                completion(.success(try image(from: response, request), response))
            } catch { completion(.failure(error.response(from: url), error)) }
        }
    }

    /// Downloads an image.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - query: Items for the query.
    ///   - headerFields: Header fields, which replace the client's own of the same name.
    ///   - timeoutInterval: How long to wait for anything to arrive, in seconds; the client's unless given.
    ///   - allowsCellular: Whether the request may go over a cellular network.
    ///   - isolation: The actor that is given the image; the caller's unless given.
    /// - Returns: The image.
    /// - Throws: ``TeapotError``; of type `missingImage` if the body is no image.
    public func downloadImage(
        _ path: String, query: [URLQueryItem] = [], headerFields: [String: String] = [:],
        timeoutInterval: TimeInterval? = nil, allowsCellular: Bool = true, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> sending Teapot.Image {
        let fields = acceptingImages(headerFields)
        let request = build(.get, path, query, .none, fields, timeoutInterval, allowsCellular)
        return try image(from: try await perform(request, readsJSON: false), request)
    }

    private func acceptingImages(_ headerFields: [String: String]) -> [String: String] {
        headerFields.completed(from: ["Accept": "image/*, */*;q=0.5"])
    }

    private func image(from response: Teapot.Response, _ request: Result<Teapot.Request, TeapotError>)
        throws(TeapotError) -> sending Teapot.Image
    {
        guard let image = Teapot.Image(data: response.data) else {
            throw logged(.make(.missingImage, response: response), about: request)
        }
        return image
    }
}
