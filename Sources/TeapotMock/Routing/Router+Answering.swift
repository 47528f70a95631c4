package import Teapot

extension Router {
    /// What comes of a request.
    package enum Answer: Sendable {
        /// A response, its fixture read and all delays in it.
        case response(Response)
        /// None, and why.
        case failure(TeapotError)
    }

    /// Answers one request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deliver: Called once with the answer and the number of the journal's entry: before this returns, unless the
    ///     handler may wait.
    /// - Returns: What abandons a handler that waits, whose answer then goes nowhere.
    func answer(
        _ request: Request,
        deliver: @escaping @Sendable (Answer, _ entry: Int) -> Void
    ) -> @Sendable () -> Void {
        let choice = choose(for: request)
        let entry = journal.begin(request, choice)
        switch choice {
        case .answer(let route, let request, let time):
            switch route.handler {
            case .responses(let responses):
                deliver(complete(responses[min(time, responses.count - 1)], of: route), entry)
            case .immediate(let handler):
                let response: Response
                do { response = try handler(request) } catch { response = .thrown(error, by: route, for: request) }
                deliver(complete(response, of: route), entry)
            case .suspending(let handler):
                let task = Task {
                    let response: Response
                    do { response = try await handler(request) } catch {
                        response = .thrown(error, by: route, for: request)
                    }
                    guard !Task.isCancelled else { return }
                    deliver(complete(response, of: route), entry)
                }
                return {
                    task.cancel()
                    // What has ended already stays as it ended.
                    self.journal.end(entry, .abandoned)
                }
            }
        case .refuse(_, let mismatches):
            deliver(.failure(.refusing(mismatches, options)), entry)
        case .nothing(let diagnosis):
            deliver(.failure(.make(.unansweredRequest, diagnosis.description)), entry)
        case .closed(let explanation):
            deliver(.failure(.make(.unansweredRequest, explanation)), entry)
        }
        return {}
    }

    /// Reads the fixture that a response names, and adds up the delays.
    private func complete(_ response: Response, of route: Route) -> Answer {
        var response = response
        response.delay = max(0, response.delay) + max(0, route.delay) + max(0, latency)
        guard case .file(let name) = response.content, response.fault == nil else { return .response(response) }
        do throws(TeapotError) {
            // Whatever the status: it must not hide a missing fixture.
            if name.isEmpty { throw .unnamedMockFile }
            let fixture = try library.fixture(named: name)
            response.body = fixture.data
            guard response.status.mayHaveContent else { return .response(response) }
            if response.headers.isEmpty {
                response.headers = fixture.headers
            } else if response.headers["Content-Type"] == nil {
                response.headers.append(name: "Content-Type", value: fixture.contentType)
            }
            return .response(response)
        } catch {
            return .failure(error)
        }
    }
}

extension Response {
    /// What a client gets when a handler throws: what the error says itself, or a 500 that names it.
    fileprivate static func thrown(_ error: any Error, by route: Route, for request: Request) -> Response {
        if error is any ResponseFieldsProvider, let response = try? Response(answering: error) { return response }
        let text = """
            The handler of \(route), registered at \(route.place), threw for \(request.method) \(request.path): \
            \(String(reflecting: error))

            """
        return .data(Data(text.utf8), contentType: "text/plain; charset=utf-8", status: 500)
    }
}

extension TeapotError {
    /// A request whose header fields are not as they were expected.
    static func refusing(_ mismatches: [HeaderExpectation.Mismatch], _ options: Teapot.Options) -> TeapotError {
        make(.incorrectHeaders, mismatches.map { $0.explanation(options) }.joined(separator: "; ") + ".")
    }
}
