import Foundation
import Teapot

/// A value that reports a response to one client in this process, event by event.
struct ResponseReporter: Sendable {
    let request: Request
    /// The URL of the response.
    let url: URL
    /// The router that responds.
    let router: Router
    /// The time of the call, if it is skipped.
    let time: CallTime?
    /// The way of the body over a network that takes time, and the time of the exchange, if it is skipped.
    var network: (down: Locked<NetworkTransfer>, time: ExchangeTime?)?
    /// The closure that is called with each event.
    var report: @Sendable (Teapot.ExchangeEvent) -> Void

    /// Reports that the request body was sent.
    ///
    /// Does nothing if there is no body or the connection fails first, or if it was reported piece by piece.
    func reportSent(for response: Response) {
        if network != nil { return }
        guard response.fault == nil, !request.body.isEmpty else { return }
        time?.touch()
        report(.sent(Int64(request.body.count), of: Int64(request.body.count)))
    }

    /// Reports the head and the body of a response, if there is one.
    ///
    /// - Parameters:
    ///   - response: The response, whose delay is over.
    ///   - isWanted: A closure that returns whether the client is still waiting for the response.
    /// - Returns: The end of the exchange, or the rest of the response.
    func reportResponse(_ response: Response, while isWanted: () -> Bool) -> End {
        if case .instead(let error) = response.fault?.kind { return .over(.failed, error) }
        if case .upgrade(let upgrade) = response.content {
            return .over(.failed, TeapotError.needsServer(request, upgrade))
        }
        var plan = ResponsePlan(response, isHead: request.method == "HEAD", isInProcess: true)
        guard let (ending, error) = reportNext(of: &plan, while: isWanted) else { return .paused(plan) }
        return .over(ending, error)
    }

    /// Reports what is sent of a response until a piece of a stream is missing, or a slow network takes time.
    ///
    /// - Parameters:
    ///   - plan: The rest of the response.
    ///   - isWanted: A closure that returns whether the client is still waiting for the response.
    /// - Returns: The ending and the error of the exchange, or `nil` if there is more to report.
    func reportNext(of plan: inout ResponsePlan, while isWanted: () -> Bool) -> (Journal.Ending, (any Error)?)? {
        while true {
            switch plan.next() {
            case .head:
                let status = plan.response.status.rawValue
                time?.touch(status)
                report(.response(Teapot.Response(url: url, statusCode: status, headerFields: plan.headerFields)))
                if isSlow, plan.isStream || !plan.body.isEmpty { return nil }
            case .bytes(let bytes): reportBody(bytes, while: isWanted)
            case .pull: return nil
            case .end(let error): return (.responded(plan.response.status), error)
            case .breakOff(let error): return (.failed, error)
            }
        }
    }

    /// The work that remains after a response was reported.
    enum End {
        /// Report that the exchange is over, with this ending and error.
        case over(Journal.Ending, (any Error)?)
        /// Report the rest of the response, for which the client has to wait.
        case paused(ResponsePlan)
    }

    /// Records the end of the exchange, and reports it.
    func end(_ entry: Int, _ ending: Journal.Ending, _ error: (any Error)?) {
        router.journal.end(entry, ending, at: Moment(time))
        report(.finished(error))
    }

    /// The number of body bytes that are reported at once, to simulate a network.
    private static let pieceLength = 65_536

    /// Reports a part of the body.
    func reportBody(_ body: Data, while isWanted: () -> Bool) {
        if let network, let time = network.time { return reportBody(body, over: network.down, in: time, isWanted) }
        guard !body.isEmpty, isWanted() else { return }
        time?.touch()
        guard body.count > Self.pieceLength else { return report(.data(body)) }
        for start in stride(from: body.startIndex, to: body.endIndex, by: Self.pieceLength) where isWanted() {
            report(.data(body.subdata(in: start..<min(start + Self.pieceLength, body.endIndex))))
        }
    }
}
