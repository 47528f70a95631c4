import Teapot

extension Router {
    /// Plays the response to one request to a client in this process.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - url: The URL of the response.
    ///   - report: A closure that is called with each event. The last one is `finished`. All calls happen before this
    ///     function returns, unless the response has a delay, its handler is asynchronous, or its body is a stream.
    /// - Returns: A closure that abandons the exchange.
    func play(
        _ request: Request,
        url: URL,
        report: @escaping @Sendable (Teapot.ExchangeEvent) -> Void
    ) -> @Sendable () -> Void {
        report(.began)
        let reporter = ResponseReporter(request: request, url: url, report: report)
        switch resolve(request) {
        case .now(let resolved, let entry):
            if playAtOnce(resolved, entry, to: reporter) { return {} }
            let player = ResponsePlayer(reporter, journal: journal)
            player.play(resolved, entry: entry)
            return { player.abandon() }
        case .later(let pending):
            let player = ResponsePlayer(reporter, journal: journal)
            let abandon = pending.start { player.play($0, entry: $1) }
            return {
                abandon()
                player.abandon()
            }
        }
    }

    /// Plays a response that takes no time.
    ///
    /// Such an exchange cannot be abandoned, because the closure that abandons it has not been returned yet.
    ///
    /// - Returns: `true` if the response took no time and was played; otherwise, `false`.
    private func playAtOnce(_ resolved: ResolvedResponse, _ entry: Int, to reporter: ResponseReporter) -> Bool {
        let (ending, error): (Journal.Ending, (any Error)?)
        switch resolved {
        case .response(let response):
            if case .stream = response.content { return false }
            // NaN is not a delay either.
            if response.delay > 0 { return false }
            reporter.reportSent(for: response)
            guard case .over(let end, let failure) = reporter.reportResponse(response, while: { true }) else {
                return true
            }
            (ending, error) = (end, failure)
        case .failure(let failure): (ending, error) = (.failed, failure)
        case .unanswered(let diagnosis): (ending, error) = (.failed, TeapotError.unanswered(diagnosis))
        }
        journal.end(entry, ending)
        reporter.report(.finished(error))
        return true
    }
}
