import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

extension DocumentStage {
    /// Returns the response to a request, with its source for the journal.
    func answer(
        _ request: Request, _ operation: OpenAPIDocument.Operation, _ values: [String: String]
    ) -> (response: Response, source: String) {
        let details = details(of: operation)
        if options.validatesRequests {
            var checker = RequestChecker(document)
            let faults = checker.faults(of: request, for: details, pathValues: values)
            if !faults.isEmpty { return refusal(of: request, details, faults) }
        }
        do throws(Problem) {
            return try answer(request, operation, details, values)
        } catch {
            return (error.response, "\(error.status): \(error.detail)")
        }
    }

    private func refusal(
        of request: Request, _ details: OpenAPIDocument.Details, _ faults: [RequestFault]
    ) -> (Response, String) {
        let lines = faults.map { "\($0.pointer) \($0.reason)" }
        note(request, lines.joined(separator: "; "))
        let status = faults[0].status
        let challenge = status == 401 ? RequestChecker.challenge(of: details) : nil
        let problem = Problem(
            status: status, detail: "The request isn't as \(document.name) describes it: \(lines[0]).", faults: faults,
            headers: challenge.map { [("WWW-Authenticate", $0)] } ?? [])
        return (problem.response, "refused: \(lines.prefix(3).joined(separator: "; "))")
    }

    private func answer(
        _ request: Request, _ operation: OpenAPIDocument.Operation, _ details: OpenAPIDocument.Details,
        _ values: [String: String]
    ) throws(Problem) -> (Response, String) {
        var preference: Preference
        do throws(Preference.Refusal) { preference = try Preference(request) } catch {
            throw Problem(status: 400, detail: error.reason)
        }
        let key = "\(operation.method) \(operation.path)"
        if preference == Preference(), let own = state.withLock({ $0.preferences[key] }) { preference = own }
        if preference == Preference(), let resource = resources[operation.path] {
            let exchange = RememberedExchange(
                request: request, operation: operation, details: details, values: values, resource: resource)
            if let answer = try remembered(exchange) { return answer }
        }
        return try documented(request, details, preference)
    }

    /// Returns the response that the document describes, without what is kept in memory.
    func documented(
        _ request: Request, _ details: OpenAPIDocument.Details, _ preference: Preference,
        replacing replace: (JSONTree, OpenAPIDocument.Media) -> JSONTree = { value, _ in value }
    ) throws(Problem) -> (Response, String) {
        let choice = try choice(details, preference.status, request)
        let maker = AnswerMaker(document: document, seed: Self.seed(of: request, options.seed))
        do throws(Refusal) {
            var body = try maker.body(of: choice, preference)
            if let made = body, let media = choice.media { body?.value = replace(made.value, media) }
            return (maker.response(of: choice, body), "\(choice.status), \(body?.source ?? "no body")")
        } catch {
            throw Problem(status: error.status, detail: error.reason)
        }
    }

    func choice(
        _ details: OpenAPIDocument.Details, _ status: Int?, _ request: Request
    ) throws(Problem) -> AnswerChoice {
        do throws(Refusal) {
            return try AnswerChoice(details, status: status, accept: request.headers["Accept"])
        } catch {
            throw Problem(status: error.status, detail: error.reason)
        }
    }

    /// Returns the seed for a request, the same for equal requests.
    static func seed(of request: Request, _ seed: UInt64) -> UInt64 {
        let query = request.query.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
        return SeededNumbers.seed(seed, "\(request.method) \(request.path) \(query)")
    }
}
