public import Foundation

// Downloads to files.
extension TeapotClient {
    /// Downloads the resource at a path to a file, a piece at a time.
    ///
    /// If ``Teapot/Options/retriers`` retry an interrupted download, it resumes where it left off; see <doc:Downloads>.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - file: The destination. An existing file is replaced in one step when the download is complete. Until then,
    ///     the bytes are written to a hidden file in the same folder, which is removed if the download fails or is
    ///     cancelled. The body of an unsuccessful response stays in memory, in the response.
    ///   - method: The request method.
    ///   - query: The items to add to the query.
    ///   - parameters: The parameters to send.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - part: The partial download to resume. If this call fails, it also keeps the bytes received so far.
    ///   - deliveryQueue: The queue that `completion` is called on, or `nil` for the client's queue.
    ///   - progress: A closure to call as bytes are received, on the same queue.
    ///   - completion: A closure to call once with the result, but not after a cancellation.
    /// - Returns: A handle for the call, or `nil` if the request couldn't be built; `completion` then receives the
    ///   error.
    @discardableResult public func download(
        _ path: String, to file: URL, method: Teapot.Method = .get, query: Teapot.Query = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        timeout: TimeInterval? = nil, allowsCellular: Bool = true, resuming part: Teapot.PartialDownload? = nil,
        deliveryQueue: DispatchQueue? = nil, progress: (@Sendable (Teapot.Progress) -> Void)? = nil,
        completion: @escaping @Sendable (Result<Teapot.Response, TeapotError>) -> Void
    ) -> Handle? {
        let request = build(method, path, query, parameters, headerFields, timeout, allowsCellular)
        return start(request, deliveryQueue, into: .file(file, resuming: part), progress: progress, outcome: completion)
    }

    /// Downloads the resource at a path to a file, a piece at a time.
    ///
    /// If ``Teapot/Options/retriers`` retry an interrupted download, it resumes where it left off; see <doc:Downloads>.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL.
    ///   - file: The destination. An existing file is replaced in one step when the download is complete. Until then,
    ///     the bytes are written to a hidden file in the same folder, which is removed if the download fails or is
    ///     cancelled. The body of an unsuccessful response stays in memory, in the response.
    ///   - method: The request method.
    ///   - query: The items to add to the query.
    ///   - parameters: The parameters to send.
    ///   - headerFields: The headers, which replace the client's headers with the same names.
    ///   - timeout: The time to wait for anything to arrive, in seconds, or `nil` for the client's timeout.
    ///   - allowsCellular: Whether the request may use a cellular network.
    ///   - part: The partial download to resume. If this call fails, it also keeps the bytes received so far.
    ///   - progress: A closure to call as bytes are received.
    ///   - isolation: The actor that the call is made from, by default the caller's.
    /// - Returns: The response, with an empty `body`.
    /// - Throws: ``TeapotError``, of type `fileFailed` if the file can't be written.
    @discardableResult public func download(
        _ path: String, to file: URL, method: Teapot.Method = .get, query: Teapot.Query = [],
        parameters: some Teapot.Parameters = Teapot.Payload.none, headerFields: [String: String] = [:],
        timeout: TimeInterval? = nil, allowsCellular: Bool = true, resuming part: Teapot.PartialDownload? = nil,
        progress: (@Sendable (Teapot.Progress) -> Void)? = nil, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        let request = build(method, path, query, parameters, headerFields, timeout, allowsCellular)
        return try await perform(request, into: .file(file, resuming: part), progress: progress)
    }

    /// Sends an existing request, and downloads the body of its response to a file, a piece at a time.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - file: The destination. An existing file is replaced when the download is complete.
    ///   - part: The partial download to resume. If this call fails, it also keeps the bytes received so far.
    ///   - deliveryQueue: The queue that `completion` is called on, or `nil` for the client's queue.
    ///   - progress: A closure to call as bytes are received, on the same queue.
    ///   - completion: A closure to call once with the result, but not after a cancellation.
    /// - Returns: A handle for the call, or `nil` if the request couldn't be built; `completion` then receives the
    ///   error.
    @discardableResult public func download(
        _ request: Teapot.Request, to file: URL, resuming part: Teapot.PartialDownload? = nil,
        deliveryQueue: DispatchQueue? = nil, progress: (@Sendable (Teapot.Progress) -> Void)? = nil,
        completion: @escaping @Sendable (Result<Teapot.Response, TeapotError>) -> Void
    ) -> Handle? {
        start(
            checked(request), deliveryQueue, into: .file(file, resuming: part), progress: progress, outcome: completion)
    }

    /// Sends an existing request, and downloads the body of its response to a file, a piece at a time.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - file: The destination. An existing file is replaced when the download is complete.
    ///   - part: The partial download to resume. If this call fails, it also keeps the bytes received so far.
    ///   - progress: A closure to call as bytes are received.
    ///   - isolation: The actor that the call is made from, by default the caller's.
    /// - Returns: The response, with an empty `body`.
    /// - Throws: ``TeapotError``, of type `fileFailed` if the file can't be written.
    @discardableResult public func download(
        _ request: Teapot.Request, to file: URL, resuming part: Teapot.PartialDownload? = nil,
        progress: (@Sendable (Teapot.Progress) -> Void)? = nil, isolation: isolated (any Actor)? = #isolation
    ) async throws(TeapotError) -> Teapot.Response {
        try await perform(checked(request), into: .file(file, resuming: part), progress: progress)
    }
}

extension BodySink {
    /// Returns a sink that writes to a file and continues a partial download.
    ///
    /// Without a partial download, it resumes only between the attempts of one call.
    fileprivate static func file(_ file: URL, resuming part: Teapot.PartialDownload?) -> Self {
        .file(file, part ?? Teapot.PartialDownload(isTemporary: true))
    }
}
