import Foundation
import Teapot

extension ResponseReporter {
    /// Returns the reporter for a client behind a network.
    ///
    /// - Parameters:
    ///   - link: The network, if it takes time.
    ///   - time: The time of the exchange, if it is skipped.
    /// - Returns: The reporter.
    func over(_ link: NetworkLink?, in time: ExchangeTime?) -> ResponseReporter {
        guard let link else { return self }
        var reporter = self
        reporter.network = (Locked(link.down), time)
        return reporter
    }

    /// A Boolean value that indicates whether the body takes real time.
    var isSlow: Bool { network.map { $0.time == nil } ?? false }

    /// Reports a part of the body in skipped time, in pieces between which the time of the network passes.
    func reportBody(
        _ body: Data, over down: Locked<NetworkTransfer>, in time: ExchangeTime, _ isWanted: () -> Bool
    ) {
        var start = body.startIndex
        while start < body.endIndex, isWanted() {
            let rest = body.endIndex - start
            let step = down.withLock { $0.step(upTo: min(rest, $0.pieceLength(ofBody: body.count))) }
            guard time.pass(step) else { return }
            report(.data(body.subdata(in: start..<start + step.count)))
            start += step.count
        }
    }

    /// Reports a piece of a stream in real time, as slowly as the network of the client is.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func deliver(_ piece: Data, while isWanted: @Sendable () -> Bool) async throws {
        guard let network, network.time == nil else { return reportBody(piece, while: isWanted) }
        var (start, due) = (piece.startIndex, Uptime.now)
        while start < piece.endIndex, isWanted() {
            let rest = piece.endIndex - start
            let step = network.down.withLock { $0.step(upTo: min(rest, $0.pieceLength)) }
            // From the end of the step before, so that late wake-ups are made up for.
            due += step.stall + step.flow
            let now = Uptime.now
            if due > now { try await Task.sleep(nanoseconds: due - now) }
            guard isWanted() else { return }
            report(.data(piece.subdata(in: start..<start + step.count)))
            start += step.count
        }
    }
}

extension ExchangeTime {
    /// Passes the time of bytes over a network.
    ///
    /// - Returns: `true` if the client still waits; otherwise, `false`.
    func pass(_ step: NetworkTransfer.Step) -> Bool { (step.stall == 0 || pass(step.stall)) && flow(step.flow) }
}
