import Foundation
import Teapot

extension Router {
    /// Plays the response to one request to a client in this process.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - url: The URL of the response.
    ///   - time: The time of the call, if it is skipped.
    ///   - report: A closure that is called with each event. The last one is `finished`. All calls happen before this
    ///     function returns, unless there is a delay in real time, the handler is asynchronous, or the body is a
    ///     stream.
    /// - Returns: A closure that abandons the exchange.
    func play(
        _ request: Request, url: URL, in time: CallTime? = nil,
        report: @escaping @Sendable (Teapot.ExchangeEvent) -> Void
    ) -> @Sendable () -> Void {
        report(.began)
        var reporter = ResponseReporter(request: request, url: url, router: self, time: time, report: report)
        if let time {
            // What the client does is no part of this call, but may be part of another.
            let outer = CallTime.current
            reporter.report = { event in
                time.arrive(in: outer) { CallTime.$current.withValue(outer) { report(event) } }
            }
        }
        switch resolve(request, in: time) {
        case .now(let response, let entry):
            // A synchronous handler may have passed time.
            if time?.isExpired != true, playAtOnce(response, entry, to: reporter) { return {} }
            let player = ResponsePlayer(reporter, entry: entry)
            player.play(response)
            return { player.abandon() }
        case .later(let pending):
            let player = ResponsePlayer(reporter, entry: pending.entry, over: pending.link)
            player.upload(of: pending) {
                player.waits { isReady in
                    pending.start(in: player.time, after: isReady) { response, _ in player.play(response) }
                }
            }
            return { player.abandon() }
        }
    }

    /// Plays a response that takes no time, as a player would, without making one.
    ///
    /// Such an exchange cannot be abandoned, because the closure that abandons it has not been returned yet.
    ///
    /// - Returns: `true` if the response took no time and was played; otherwise, `false`.
    private func playAtOnce(_ response: Response, _ entry: Int, to reporter: ResponseReporter) -> Bool {
        // NaN is not a delay either.
        if response.isStream || response.delay > 0 { return false }
        reporter.reportSent(for: response)
        if case .over(let ending, let error) = reporter.reportResponse(response, while: { true }) {
            reporter.end(entry, ending, error)
        }
        return true
    }
}
