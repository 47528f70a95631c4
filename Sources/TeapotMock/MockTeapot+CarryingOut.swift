public import Teapot

extension MockTeapot {
    /// Carries one request out: chooses its answer and reports it, at once or after the answer's delay.
    public func carryOut(
        _ request: Teapot.Request,
        report: @escaping @Sendable (Teapot.ExchangeEvent) -> Void
    ) -> @Sendable () -> Void {
        report(.began)
        let answer: Response
        let reply: Reply
        do {
            let incoming = try Request(request)
            answer = try choose(for: incoming)
            if let fault = answer.fault {
                return after(answer.delay) { report(.finished(fault.error)) }
            }
            reply = Reply(answer, try answer.file.map(fixture), to: incoming.method)
            if !incoming.body.isEmpty {
                report(.sent(Int64(incoming.body.count), of: Int64(incoming.body.count)))
            }
        } catch {
            report(.finished(error))
            return {}
        }
        return after(answer.delay) { Self.report(reply, from: request.url, report) }
    }

    /// Records a request and chooses its answer.
    private func choose(for request: Request) throws(TeapotError) -> Response {
        let choice = state.withLock { state in
            state.requests.append(request)
            return state.script.choose(for: request)
        }
        switch choice {
        case .answer(let response): return response
        case .refuse(let mismatches):
            let detail = mismatches.map { $0.explanation(options) }.joined(separator: "; ") + "."
            throw .make(.incorrectHeaders, detail)
        }
    }

    private func fixture(named name: String) throws(TeapotError) -> LoadedFixture {
        // Whatever the status: it must not hide a missing fixture.
        if name.isEmpty { throw .unnamedMockFile }
        return try library.fixture(named: name)
    }

    private static func report(_ reply: Reply, from url: URL, _ report: (Teapot.ExchangeEvent) -> Void) {
        let status = reply.status.rawValue
        report(.response(Teapot.Response(url: url, statusCode: status, headerFields: reply.headers)))
        if reply.body.count <= pieceLength {
            if !reply.body.isEmpty { report(.data(reply.body)) }
        } else {
            for start in stride(from: reply.body.startIndex, to: reply.body.endIndex, by: pieceLength) {
                let end = min(start + pieceLength, reply.body.endIndex)
                report(.data(reply.body.subdata(in: start..<end)))
            }
        }
        report(.finished(nil))
    }

    /// How many bytes of a body come at once, as from a network.
    private static let pieceLength = 65_536

    /// Goes on at once, or after a delay unless it is abandoned before.
    ///
    /// - Parameters:
    ///   - delay: Seconds; nothing above zero, or NaN, is no delay.
    ///   - step: How to go on.
    /// - Returns: What abandons it.
    private func after(_ delay: Double, _ step: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        guard delay > 0 else {
            step()
            return {}
        }
        // Emptied when it is abandoned, so that nothing is kept for the rest of the delay.
        let waiting = Locked<(@Sendable () -> Void)?>(step)
        let take = { @Sendable in
            waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
        }
        // A longer time would overflow; after thirty years nobody waits any more.
        DispatchQueue.global().asyncAfter(deadline: .now() + min(delay, 1e9)) { take()?() }
        return { _ = take() }
    }
}
