import Foundation
import Teapot

extension ResponsePlayer {
    /// Sends the body of the request over the network of a response, if it takes time, and goes on.
    ///
    /// - Parameters:
    ///   - pending: The response, which is given up if the exchange ends before.
    ///   - next: The closure that goes on. It is called before this function returns, unless there is a body to send in
    ///     real time.
    func upload(of pending: Router.PendingResponse, _ next: @escaping @Sendable () -> Void) {
        let count = reporter.request.body.count
        guard let link = pending.link, count > 0, !pending.failsAtOnce else { return next() }
        waits { _ in { pending.abandon() } }
        guard let time else { return upload(count, of: count, over: link.up, from: Uptime.now, next) }
        var (up, sent) = (link.up, 0)
        while sent < count {
            let step = up.step(upTo: min(count - sent, up.pieceLength(ofBody: count)))
            guard time.pass(step) else { return }
            sent += step.count
            reporter.report(.sent(Int64(sent), of: Int64(count)))
        }
        next()
    }

    /// Sends the rest of a body in real time, and goes on.
    ///
    /// - Parameters:
    ///   - rest: The number of bytes.
    ///   - count: The number of bytes of the whole body.
    ///   - up: The way of the rest.
    ///   - start: The time of ``Uptime`` at which the bytes before were sent.
    ///   - next: The closure that goes on, unless the player is abandoned before.
    private func upload(
        _ rest: Int, of count: Int, over up: NetworkTransfer, from start: UInt64, _ next: @escaping @Sendable () -> Void
    ) {
        guard rest > 0 else { return next() }
        var up = up
        let step = up.step(upTo: min(rest, up.count(in: 0.1)))
        let (due, now) = (start + step.stall + step.flow, Uptime.now)
        after(Double(due - min(due, now)) / 1e9) { [up] in
            self.reporter.report(.sent(Int64(count - rest + step.count), of: Int64(count)))
            self.upload(rest - step.count, of: count, over: up, from: due, next)
        }
    }
}
