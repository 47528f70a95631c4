import Teapot

extension Router {
    /// Answers one request for a carrier that has to respond whatever happens, as a server has.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response, its fixture read, its stream's pieces put together, and all delays in it; waiting is the
    ///   carrier's. What no route answers is a response of status 404, what a route refuses for its header fields one of
    ///   status 400, what names a fixture that can't be read one of status 500; each has a JSON object with an `error` as
    ///   its body, and the first shows the nearest routes in it, too.
    public func respond(to request: Request) async -> Response {
        let (chosen, entry) = await chosenResponse(to: request)
        let response = await chosen.gathered(for: request.method)
        if let entry {
            let ending: Journal.Ending = response.fault == nil ? .responded(response.status) : .failed
            journal.end(entry, ending, in: response.delay)
        }
        return response
    }

    /// What answers a request, and the journal's entry; none if the carrier has gone meanwhile.
    private func chosenResponse(to request: Request) async -> (Response, entry: Int?) {
        let abandon = Locked<(@Sendable () -> Void)?>(nil)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let once = Locked<CheckedContinuation<(Response, entry: Int?), Never>?>(continuation)
                @Sendable func resume(_ response: Response, _ entry: Int?) {
                    let continuation = once.withLock { once in
                        defer { once = nil }
                        return once
                    }
                    continuation?.resume(returning: (response, entry))
                }
                let giveUp = answer(request) { resume(Response($0), $1) }
                let cancel = { @Sendable in
                    giveUp()
                    // Nobody reads it: the carrier has gone.
                    resume(.status(503), nil)
                }
                abandon.withLock { $0 = cancel }
                if Task.isCancelled { cancel() }
            }
        } onCancel: {
            abandon.withLock { $0 }?()
        }
    }
}

extension Response {
    /// The response with all pieces of its stream as one body, for a carrier that sends bodies whole.
    ///
    /// A stream that breaks off is an error in place of the response.
    ///
    /// - Parameter method: The request's method, which may ask for no body.
    /// - Returns: The response; itself when its body is no stream.
    fileprivate func gathered(for method: String) async -> Response {
        var response = self
        if let fault, case .data(let body) = content, !fault.breaksOff(bodyOf: body.count) { response.fault = nil }
        guard case .stream(let stream) = content, fault == nil else { return response }
        response.body = Data()
        guard method != "HEAD", status.mayHaveContent else { return response }
        do {
            for try await piece in stream.start() { response.body += piece }
            return response
        } catch {
            return .error(error, delay: delay)
        }
    }

    /// An answer as a response, whichever it is.
    package init(_ answer: consuming Router.Answer) {
        switch consume answer {
        case .response(let response): self = response
        case .failure(let error): self = .explaining(error)
        case .unanswered(let diagnosis):
            var members = diagnosis.json.dictionary ?? [:]
            members["error"] = TeapotError.unanswered(diagnosis).description
            self = .json(.dictionary(members), status: 404)
        }
    }

    private static func explaining(_ error: TeapotError) -> Response {
        let status: Teapot.StatusCode =
            switch error.type {
            case .unansweredRequest: 404
            case .incorrectHeaders: 400
            default: 500
            }
        return .json(["error": error.description], status: status)
    }
}
