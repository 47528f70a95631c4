import Teapot
import TeapotMock
import TeapotMockDocuments

extension DocumentStage {
    /// Returns the response to a request, with its source for the journal, or the one that the document describes for
    /// a status.
    func answer(
        _ request: Request, _ operation: OpenAPIDocument.Operation, _ values: [String: String], as status: Int? = nil
    ) -> (response: Response, source: String) {
        let details = details(of: operation)
        do throws(Refusal) {
            if let status { return try documented(request, details, Preference(status: status)) }
            var preference = try Preference(request)
            let own = state.withLock(\.preferences)
            if !own.isEmpty, preference == Preference() {
                preference = own["\(operation.method) \(operation.path)"] ?? preference
            }
            // Whoever asks for an error may send a wrong request.
            if options.validatesRequests, details.hasConditions, preference.status ?? 200 < 400 {
                // It keeps compiled patterns.
                var checker = state.withLock { $0.checker } ?? RequestChecker(document)
                let faults = checker.faults(of: request, for: details, pathValues: values)
                state.withLock { state in
                    // Another request may have met others meanwhile.
                    checker.checker.broken.formUnion(state.checker?.checker.broken ?? [])
                    state.checker = checker
                }
                if !faults.isEmpty { return refusal(of: request, details, faults) }
            }
            return try answer(request, operation, details, values, preference)
        } catch { return (error.response, error.loggedReason) }
    }

    private func refusal(
        of request: Request, _ details: OpenAPIDocument.Details, _ faults: [RequestFault]
    ) -> (Response, String) {
        let faults = Array(faults.prefix(100))
        let lines = faults.map { "\($0.pointer) \($0.reason)" }
        note(request, lines.joined(separator: "; "))
        let (status, more) = (faults[0].status, lines.count > 1 ? ", and \(lines.count - 1) more" : "")
        let challenge = status == 401 ? RequestChecker.challenge(of: details) : nil
        let problem = Refusal(
            status: status, reason: "The request doesn't match \(document.name): \(lines[0])\(more).",
            faults: faults, headers: challenge.map { [("WWW-Authenticate", $0)] } ?? [])
        return (problem.response, "refused: \(lines.prefix(3).joined(separator: "; "))")
    }

    private func answer(
        _ request: Request, _ operation: OpenAPIDocument.Operation, _ details: OpenAPIDocument.Details,
        _ values: [String: String], _ preference: Preference
    ) throws(Refusal) -> (Response, String) {
        var preference = preference
        if let status = preference.status, status == (try? AnswerChoice(details, status: nil, accept: nil))?.status {
            preference.status = nil
        }
        let resource = resources[operation.plainPath]
        if preference == Preference(), let any = resource ?? resources.values.first {
            let exchange = RememberedExchange(
                request: request, operation: operation, details: details, values: values, resource: any)
            if let answer = try resource == nil ? answerBelowItem(exchange) : remembered(exchange) { return answer }
        }
        let (response, source) = try documented(request, details, preference)
        return (response, preference.status == nil ? source : "\(source), as preferred")
    }

    /// Returns the response that the document describes, without what is kept in memory.
    func documented(
        _ request: Request, _ details: OpenAPIDocument.Details, _ preference: Preference,
        replacing replace: ((JSONTree, OpenAPIDocument.Media) -> JSONTree)? = nil
    ) throws(Refusal) -> (Response, String) {
        let key = AnswerKey(
            place: details.place, preference: preference, accept: request.headers["Accept"],
            seed: Self.seed(of: request, options.seed))
        let known = state.withLock { $0.answers[key] }
        var parts = if let known { known } else { try makeParts(key, details) }
        if let replace, let body = parts.body, let media = parts.choice.media {
            parts.body = AnswerMaker.Body(type: body.type, value: replace(body.value, media), source: body.source)
        }
        return (AnswerMaker.response(parts), parts.body?.source ?? "no body")
    }

    /// Makes the parts of a response, and keeps them for equal requests.
    private func makeParts(_ key: AnswerKey, _ details: OpenAPIDocument.Details) throws(Refusal) -> AnswerMaker.Parts {
        let choice = try AnswerChoice(details, status: key.preference.status, accept: key.accept)
        let maker = AnswerMaker(document: document, seed: key.seed)
        let body = try maker.body(of: choice, key.preference)
        let parts = AnswerMaker.Parts(choice: choice, headers: maker.headers(of: choice), body: body)
        state.withLock { state in
            // 8 MB, or 1,000 small ones.
            if state.answers.count >= 1 << 23 / (1 << 13 + (body?.data.count ?? 0)) { state.answers = [:] }
            state.answers[key] = parts
        }
        return parts
    }

    /// Returns the seed for a request, the same for equal requests, and one of 64 so that most responses are made.
    static func seed(of request: Request, _ seed: UInt64) -> UInt64 {
        let number = SeededNumbers.seed(0, "\(request.method) \(request.path) \(request.queryText)") % 64
        return SeededNumbers.seed(seed, "\(number)")
    }
}
