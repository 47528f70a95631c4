import Teapot

/// Reports a response to one client in this process, event by event.
struct Delivery: Sendable {
    let request: Request
    /// The URL that the response is from.
    let url: URL
    /// What is called with each event.
    let report: @Sendable (Teapot.ExchangeEvent) -> Void

    /// Reports that the request's body went out, if there is one and the connection does not fail before.
    func reportSent(for response: Response) {
        guard response.fault == nil, !request.body.isEmpty else { return }
        report(.sent(Int64(request.body.count), of: Int64(request.body.count)))
    }

    /// Reports the head and the body.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - isWanted: Whether the client is still there.
    /// - Returns: How the exchange ends, or the stream that the body is to be read from.
    func deliver(_ response: Response, while isWanted: () -> Bool) -> End {
        if case .instead(let error) = response.fault?.kind { return .over(.failed, error) }
        if case .webSocket = response.content { return .over(.failed, TeapotError.needsServer(request)) }
        let reply = Reply(response, to: request.method)
        report(
            .response(Teapot.Response(url: url, statusCode: reply.status.rawValue, headerFields: reply.headerFields)))
        if let stream = reply.stream { return .stream(stream) }
        if let fault = response.fault, case .after(let count, let error) = fault.kind {
            deliver(reply.body.prefix(count), while: isWanted)
            let isCut = fault.breaksOff(bodyOf: reply.body.count)
            return isCut ? .over(.failed, error) : .over(.responded(reply.status), nil)
        }
        deliver(reply.body, while: isWanted)
        return .over(.responded(reply.status), nil)
    }

    /// What a delivery leaves to be done.
    enum End {
        /// To say that the exchange is over, and how it ended.
        case over(Journal.Ending, (any Error)?)
        /// To read the body from this.
        case stream(Response.Stream)
    }

    /// How many bytes of a body come at once, as from a network.
    private static let pieceLength = 65_536

    /// Reports a part of the body.
    func deliver(_ body: Data, while isWanted: () -> Bool) {
        guard body.count > Self.pieceLength else {
            if !body.isEmpty, isWanted() { report(.data(body)) }
            return
        }
        for start in stride(from: body.startIndex, to: body.endIndex, by: Self.pieceLength) where isWanted() {
            report(.data(body.subdata(in: start..<min(start + Self.pieceLength, body.endIndex))))
        }
    }
}
