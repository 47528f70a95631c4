import Foundation
import Teapot

extension ResponsePlayer {
    /// Whether sending the body takes real time.
    var isSlow: Bool { down != nil && time == nil }

    /// Sends the request's body over the exchange's network, if that takes time, and continues.
    ///
    /// - Parameter next: The closure that continues. It is called before this function returns, unless there is a body
    ///   to send in real time.
    func upload(then next: @escaping @Sendable () -> Void) {
        let count = request.body.count
        guard let exchange, let link = exchange.link, count > 0, !exchange.failsAtOnce else { return next() }
        upload(count, over: link.up, from: Uptime.now, in: exchange, then: next)
    }

    /// Sends the rest of a body and continues.
    ///
    /// - Parameters:
    ///   - rest: The number of bytes.
    ///   - up: The transfer of the rest.
    ///   - start: The time of ``Uptime`` when the earlier bytes were sent.
    ///   - exchange: The exchange.
    ///   - next: The closure that continues, unless the exchange ends first.
    private func upload(
        _ rest: Int, over up: NetworkTransfer, from start: UInt64, in exchange: Exchange,
        then next: @escaping @Sendable () -> Void
    ) {
        let (count, time) = (request.body.count, exchange.time)
        var (up, rest, due) = (up, rest, start)
        while rest > 0 {
            if exchange.isOver { return }
            let step = up.step(upTo: min(rest, time == nil ? up.count(in: 0.1) : up.pieceLength(ofBody: count)))
            rest -= step.count
            let sent = Int64(count - rest)
            if let time {
                guard time.pass(step) else { return }
            } else {
                due += step.stall + step.flow
                let now = Uptime.now
                if due > now {
                    return exchange.wait(Double(due - now) / 1e9) { [up, rest, due] in
                        report(.sent(sent, of: Int64(count)))
                        upload(rest, over: up, from: due, in: exchange, then: next)
                    }
                }
            }
            report(.sent(sent, of: Int64(count)))
        }
        next()
    }

    /// Reports a part of the body in skipped time, in pieces, and lets the network's time pass between them.
    func reportBody(_ body: Data, over down: Locked<NetworkTransfer>, in time: ExchangeTime) {
        var start = body.startIndex
        while start < body.endIndex, !isOver {
            let rest = body.endIndex - start
            let step = down.withLock { $0.step(upTo: min(rest, $0.pieceLength(ofBody: body.count))) }
            guard time.pass(step) else { return }
            report(.data(body.subdata(in: start..<start + step.count)))
            start += step.count
        }
    }

    /// Reports a piece of a body in real time, at the speed of the client's network.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func deliver(_ piece: Data) async throws {
        guard let down, time == nil else { return reportBody(piece) }
        var (start, due) = (piece.startIndex, Uptime.now)
        while start < piece.endIndex, !isOver {
            let rest = piece.endIndex - start
            let step = down.withLock { $0.step(upTo: min(rest, $0.pieceLength)) }
            // Count from the end of the previous step, to make up for late wake-ups.
            due += step.stall + step.flow
            let now = Uptime.now
            if due > now { try await Task.sleep(nanoseconds: due - now) }
            if isOver { return }
            report(.data(piece.subdata(in: start..<start + step.count)))
            start += step.count
        }
    }
}

extension ExchangeTime {
    /// Lets the time pass that bytes take over a network.
    ///
    /// - Returns: `true` if the client is still waiting; otherwise, `false`.
    func pass(_ step: NetworkTransfer.Step) -> Bool { (step.stall == 0 || pass(step.stall)) && flow(step.flow) }
}
