import Foundation
import Teapot

extension Router {
    /// Plays the response to one request for a client in this process.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - url: The URL of the response.
    ///   - time: The time of the call, if it is skipped.
    ///   - report: A closure to call with each event. The last event is `finished`. All calls happen before this
    ///     function returns, unless there is a delay in real time, the handler is asynchronous, or the body is a
    ///     stream.
    /// - Returns: A closure that abandons the exchange.
    func play(
        _ request: Request, url: URL, in time: CallTime? = nil,
        report: @escaping @Sendable (Teapot.Transport.Event) -> Void
    ) -> @Sendable () -> Void {
        report(.began)
        var report = report
        if let time {
            // The client's own work isn't part of this call, but may be part of another.
            let (outer, receive) = (CallTime.current, report)
            report = { event in time.arrive(in: outer) { CallTime.$current.withValue(outer) { receive(event) } } }
        }
        switch resolve(request, in: time) {
        case .now(let response, let entry):
            var player = ResponsePlayer(
                request: request, url: url, router: self, entry: entry, time: time, report: report)
            // A synchronous handler may have advanced the time. NaN counts as no delay.
            if time?.isExpired != true, !(response.delay > 0), !response.isStream {
                // It can't be abandoned, because the closure that does so hasn't been returned yet.
                player.play(response)
                return {}
            }
            // The response already exists, so this only waits.
            player.attach(Exchange(request, in: self, entry: entry, from: .response(response)))
            player.play(response)
            return { [player] in player.abandon() }
        case .later(let exchange):
            var player = ResponsePlayer(
                request: request, url: url, router: self, entry: exchange.entry, time: time, report: report)
            player.attach(exchange)
            player.upload { [player] in exchange.start { player.play($0) } }
            return { [player] in player.abandon() }
        }
    }
}
