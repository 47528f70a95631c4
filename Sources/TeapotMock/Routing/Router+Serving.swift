import Foundation
import Teapot

extension Router {
    /// Answers one request for a carrier that always has to send a response, such as a server.
    ///
    /// This waits for the delays of the route and the router before it runs a handler.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response. Its fixture has been read, the pieces of its stream have been joined, and its delay
    ///   includes all delays that are not over. The carrier has to wait for the delay. An unmatched request gives
    ///   status 404, a request that a route refuses because of its header fields gives status 400, and a fixture that
    ///   can't be read gives status 500. Each of these has a JSON object with an `error` as its body. The one for
    ///   status 404 also contains the nearest routes; clients for people, such as browsers and `curl`, get it as text
    ///   unless they ask for JSON.
    public func respond(to request: Request) async -> Response {
        guard needsTestValues else { return await response(to: request) }
        let task = startTask { await self.response(to: request) }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func response(to request: Request) async -> Response {
        let (chosen, entry) = await chosenResponse(to: request)
        let response = await chosen.gathered(for: request.method)
        if let entry {
            let ending: Journal.Ending = response.fault == nil ? .responded(response.status) : .failed
            journal.end(entry, ending, in: response.delay)
        }
        return response
    }

    /// Returns the response for a request and the number of the journal entry, or no number if the carrier was
    /// cancelled.
    private func chosenResponse(to request: Request) async -> (Response, entry: Int?) {
        let chosen = OneShot<(Response, entry: Int?)>()
        let giveUp = resolve(request) { chosen.finish((Response($0), $1)) }
        return await withTaskCancellationHandler {
            await chosen.value()
        } onCancel: {
            giveUp()
            // The carrier was cancelled, so this response is not read.
            chosen.finish((.status(503), nil))
        }
    }
}

extension Response {
    /// Returns the response with all pieces of its stream joined to one body, for a carrier that sends whole bodies.
    ///
    /// If the stream fails, the result is an error instead of the response.
    ///
    /// - Parameter method: The method of the request. The response to `HEAD` has no body.
    /// - Returns: The response, unchanged if its body is not a stream.
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

    /// Creates the response that a carrier sends for a resolved response.
    package init(_ resolved: consuming Router.ResolvedResponse) {
        switch consume resolved {
        case .response(let response): self = response
        case .failure(let error): self = .explaining(error)
        case .unanswered(let diagnosis) where diagnosis.request.prefersText:
            let text = TeapotError.unanswered(diagnosis).description + "\n"
            let type: Teapot.HeaderFields = ["Content-Type": "text/plain; charset=utf-8"]
            self = Response(status: 404, headerFields: type, body: Data(text.utf8))
        case .unanswered(let diagnosis):
            var members = diagnosis.json.dictionary ?? [:]
            members["error"] = TeapotError.unanswered(diagnosis).description
            self = .json(.dictionary(members), status: 404)
        case .shared(let failure, let policy, let request):
            self = Response(failure)
            policy.apply(to: &self, for: request)
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
