import Teapot

extension Router {
    /// Carries one request out in this process.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - url: The URL that the response is from.
    ///   - report: What to call with each event, ending with `finished`: before this returns, unless the answer has a
    ///     delay, its handler may wait, or its body is a stream.
    /// - Returns: What abandons the exchange.
    func carryOut(
        _ request: Request,
        url: URL,
        report: @escaping @Sendable (Teapot.ExchangeEvent) -> Void
    ) -> @Sendable () -> Void {
        report(.began)
        let performance = Performance(of: request, url: url, journal: journal, report: report)
        let abandon = answer(request) { performance.perform($0, entry: $1) }
        return {
            abandon()
            performance.abandon()
        }
    }
}
