import Teapot

extension Router {
    /// Processes one request in this process.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - url: The URL of the response.
    ///   - report: A closure that is called with each event. The last one is `finished`. All calls happen before this
    ///     function returns, unless the answer has a delay, its handler is asynchronous, or its body is a stream.
    /// - Returns: A closure that abandons the exchange.
    func carryOut(
        _ request: Request,
        url: URL,
        report: @escaping @Sendable (Teapot.ExchangeEvent) -> Void
    ) -> @Sendable () -> Void {
        report(.began)
        let delivery = Delivery(request: request, url: url, report: report)
        switch resolve(request) {
        case .now(let answer, let entry):
            if finish(delivery, answer, entry) { return {} }
            let performance = Performance(of: delivery, journal: journal)
            performance.perform(answer, entry: entry)
            return { performance.abandon() }
        case .later(let pending):
            let performance = Performance(of: delivery, journal: journal)
            let abandon = pending.start { performance.perform($0, entry: $1) }
            return {
                abandon()
                performance.abandon()
            }
        }
    }

    /// Delivers an answer that takes no time.
    ///
    /// Such an exchange cannot be abandoned, because the closure that abandons it has not been returned yet.
    ///
    /// - Returns: `true` if the answer took no time and was delivered; otherwise, `false`.
    private func finish(_ delivery: Delivery, _ answer: ResolvedResponse, _ entry: Int) -> Bool {
        let (ending, error): (Journal.Ending, (any Error)?)
        switch answer {
        case .response(let response):
            if case .stream = response.content { return false }
            // NaN is not a delay either.
            if response.delay > 0 { return false }
            delivery.reportSent(for: response)
            guard case .over(let end, let failure) = delivery.deliver(response, while: { true }) else { return true }
            (ending, error) = (end, failure)
        case .failure(let failure): (ending, error) = (.failed, failure)
        case .unanswered(let diagnosis): (ending, error) = (.failed, TeapotError.unanswered(diagnosis))
        }
        journal.end(entry, ending)
        delivery.report(.finished(error))
        return true
    }
}
