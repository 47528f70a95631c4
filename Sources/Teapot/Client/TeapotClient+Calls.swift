package import Foundation

// The pipeline that all verbs share, from building a request, which may fail, to the result.
extension TeapotClient {
    /// Calls ``makeRequest(_:_:query:parameters:headerFields:timeout:allowsCellular:)``, and returns its error
    /// as a value.
    package func build(
        _ method: Teapot.Method, _ path: String, _ query: Teapot.Query, _ parameters: some Teapot.Parameters,
        _ headerFields: [String: String], _ timeout: TimeInterval?, _ allowsCellular: Bool
    ) -> Result<Teapot.Request, TeapotError> {
        result(method, path.replacingOccurrences(of: .missingSegment, with: "…")) { () throws(TeapotError) in
            try makeRequest(
                method, path, query: query, parameters: parameters, headerFields: headerFields,
                timeout: timeout, allowsCellular: allowsCellular)
        }
    }

    /// Returns a request that was built earlier, or its validation error.
    package func checked(_ request: Teapot.Request) -> Result<Teapot.Request, TeapotError> {
        result(request.method, request.url.absoluteString) { () throws(TeapotError) in
            var request = request
            request.secretNames = options.secrets
            try request.check()
            return request
        }
    }

    /// Returns the request that `build` returns, or logs and returns its error, with the method and the target.
    private func result(
        _ method: Teapot.Method, _ target: @autoclosure () -> String, _ build: () throws(TeapotError) -> Teapot.Request
    ) -> Result<Teapot.Request, TeapotError> {
        do throws(TeapotError) { return .success(try build()) } catch {
            var error = error.hidingSecrets(options.isSecret)
            let target = target().prefix(200).debugDescription.dropFirst().dropLast()
            error.parts.origin = "\(method) \(Secrets.hide(in: String(target), options.isSecret)): "
            logger.log(.error) { "\(error)" }
            return .failure(error)
        }
    }

    /// Begins a call.
    ///
    /// If the request couldn't be built, its error is delivered on the same queue as any other result.
    func start(
        _ request: Result<Teapot.Request, TeapotError>, _ deliveryQueue: DispatchQueue?, into sink: BodySink = .memory,
        readsJSON: Bool = true, progress: (@Sendable (Teapot.Progress) -> Void)? = nil,
        outcome: @escaping @Sendable (Result<Teapot.Response, TeapotError>) -> Void
    ) -> Handle? {
        let queue = deliveryQueue ?? defaultDeliveryQueue
        switch request {
        case .failure(let error):
            if let queue { queue.async { outcome(.failure(error)) } } else { outcome(.failure(error)) }
            return nil
        case .success(let request):
            let call = Teapot.Call(
                Teapot.Call.Plan(
                    client: self, request: request, sink: sink, readsJSON: readsJSON, progress: progress, queue: queue))
            call.begin(outcome)
            return handle(on: call)
        }
    }

    /// Begins a call that delivers a ``NetworkResult``.
    func start(
        _ request: Result<Teapot.Request, TeapotError>, _ deliveryQueue: DispatchQueue?,
        progress: (@Sendable (Teapot.Progress) -> Void)? = nil,
        _ completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> Handle? {
        let url = try? request.get().url
        return start(request, deliveryQueue, progress: progress) {
            completion(NetworkResult($0, orElse: noResponse(from: url)))
        }
    }

    /// Returns a response with status 0, which has the base URL if the request couldn't be built.
    func noResponse(from url: URL?) -> Teapot.Response { .init(url: url ?? baseURL, statusCode: 0).keeping(options) }

    /// Performs a call and waits for it.
    ///
    /// Cancelling the waiting task cancels the call.
    func perform(
        _ request: Result<Teapot.Request, TeapotError>, into sink: BodySink = .memory, readsJSON: Bool = true,
        progress: (@Sendable (Teapot.Progress) -> Void)? = nil
    ) async throws(TeapotError) -> Teapot.Response {
        let request = try request.get()
        let call = Teapot.Call(
            Teapot.Call.Plan(
                client: self, request: request, sink: sink, readsJSON: readsJSON, progress: progress,
                deliversCancellation: true))
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in call.begin { continuation.resume(returning: $0) } }
        } onCancel: {
            call.cancel()
        }
        return try result.get()
    }

    /// Returns the result of `read` after the end of a call, or logs and throws its error with the request added.
    package func logging<Value>(_ request: Teapot.Request?, _ read: () throws(TeapotError) -> Value) throws(TeapotError)
        -> Value
    {
        do { return try read() } catch {
            let error = request.map { error.about($0, options) } ?? error
            logger.log(.error) { "\(error)" }
            throw error
        }
    }

    /// Performs a call and decodes its body.
    func decode<T: Decodable & Sendable>(_ built: Result<Teapot.Request, TeapotError>) async throws(TeapotError) -> T {
        let response = try await perform(built, readsJSON: false)
        return try logging(try? built.get()) { () throws(TeapotError) in try response.decode(T.self) }
    }
}
