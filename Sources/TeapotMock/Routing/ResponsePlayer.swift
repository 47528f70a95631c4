import Foundation
import Teapot

/// A player that waits for a response, and reports its events to one client in this process.
struct ResponsePlayer: Sendable {
    let request: Request
    /// The URL of the response.
    let url: URL
    let router: Router
    /// The number of the journal entry.
    let entry: Int
    /// The time of the call, if it is skipped.
    let time: CallTime?
    /// The closure that is called with each event.
    let report: @Sendable (Teapot.Transport.Event) -> Void
    /// The exchange, or `nil` if the response takes no time.
    var exchange: Exchange?
    /// The transfer of the body over a network that takes time.
    var down: Locked<NetworkTransfer>?
    /// The rest of a stream in skipped time.
    ///
    /// A stream may send from several threads, and its time may end on another thread.
    var rest: Serial<ResponsePlan?>?

    /// Attaches the exchange of a response that may take time.
    mutating func attach(_ exchange: Exchange) {
        self.exchange = exchange
        down = exchange.link.map { Locked($0.down) }
        guard let time else { return }
        exchange.time = time.open()
        let rest = Serial(ResponsePlan?.none)
        self.rest = rest
        let player = self
        time.end { error in rest.run { _ in player.finish(.abandoned, player.named(error, waits: true)) } }
    }

    /// Returns an error with the mock that caused it, so the client's error can name it.
    private func named(_ error: any Error, waits: Bool = false) -> any Error {
        guard let error = error as? URLError, error.code != .cancelled,
            var mock = router.journal.entry(entry)?.mock()
        else { return error }
        if waits, error.code == .timedOut, let time {
            mock += time.wait < 1e9 ? String(format: ", waits %g s", time.wait) : ", never answers"
        }
        return URLError(error.code, userInfo: error.errorUserInfo.merging([TeapotError.mockKey: mock]) { $1 })
    }

    var isOver: Bool { exchange?.isOver ?? false }

    /// Plays a response, immediately or after its delay.
    func play(_ response: Response) {
        if isOver { return }
        reportSent(for: response)
        guard let exchange else { return begin(response) }
        guard let time = exchange.time else { return exchange.wait(response.delay) { begin(response) } }
        let takesTime = response.delay > 0 || time.call.isExpired
        if takesTime, !time.pass(Uptime.nanoseconds(response.delay)) { return }
        begin(response)
    }

    /// Stops playing.
    ///
    /// If an event is being reported at the moment, it's the last one.
    func abandon() {
        // The end of the exchange may already be waiting for the code under test.
        time?.leave()
        exchange?.abandon()
    }

    /// Reports that the request body was sent.
    ///
    /// It does nothing if there is no body, if the connection fails first, or if the body was reported piece by piece.
    private func reportSent(for response: Response) {
        guard down == nil, response.fault == nil, !request.body.isEmpty else { return }
        time?.touch()
        report(.sent(Int64(request.body.count), of: Int64(request.body.count)))
    }

    /// Plays a response whose delay is over.
    private func begin(_ response: Response) {
        if isOver { return }
        if response.fault?.hasResponse != false, case .upgrade(let upgrade) = response.content {
            return finish(.failed, TeapotError.needsServer(request, upgrade))
        }
        var plan = ResponsePlan(response, isHead: request.method == "HEAD", isInProcess: true)
        if proceed(with: &plan) { return }
        stream(plan)
    }

    /// Reports the events of a response until the next piece of a stream isn't available, or a slow network takes time.
    ///
    /// - Parameter plan: The rest of the response.
    /// - Returns: `true` if the exchange is over; otherwise, `false`.
    private func proceed(with plan: inout ResponsePlan) -> Bool {
        while true {
            switch plan.next() {
            case .head:
                let status = plan.response.status.rawValue
                time?.touch(status)
                var head = Teapot.Response(url: url, statusCode: status, headers: plan.headers)
                let note = plan.response.note
                head.mock = Box { [journal = router.journal, entry] in journal.entry(entry)?.mock(note) }
                report(.response(head))
                if isSlow, plan.isStream || !plan.body.isEmpty { return false }
            case .bytes(let bytes): reportBody(bytes)
            case .pull: return false
            case .end(let error):
                finish(.responded(plan.response.status), error)
                return true
            case .breakOff(let error):
                finish(.failed, named(error))
                return true
            }
        }
    }

    /// Plays the rest of a response whose body takes time or is a stream.
    private func stream(_ plan: ResponsePlan) {
        guard let exchange else { return }
        if time != nil, down == nil, case .stream(let stream) = plan.response.content,
            let pieces = stream.script?.immediatePieces
        {
            rest?.run { $0 = plan }
            for piece in pieces {
                if isOver { return }
                send(piece)
            }
            return send(nil)
        }
        exchange.run {
            do {
                if let time = exchange.time { try await time.run { try await skip(plan) } } else { try await run(plan) }
            } catch {
                if let rest { rest.run { _ in finish(.failed, error) } } else { finish(.failed, error) }
            }
        }
    }

    /// Plays the rest of a response in real time.
    private func run(_ plan: ResponsePlan) async throws {
        var plan = plan
        var pieces: AsyncThrowingStream<Data, any Error>.Iterator?
        while !isOver {
            switch plan.next() {
            case .head: break
            case .bytes(let bytes): try await deliver(bytes)
            case .pull(let stream):
                if pieces == nil { pieces = stream.start().makeAsyncIterator() }
                if let piece = try await pieces?.next() { plan.receive(piece) } else { plan.endStream() }
            case .end(let error): return finish(.responded(plan.response.status), error)
            case .breakOff(let error): return finish(.failed, error)
            }
        }
    }

    /// Plays a stream in skipped time, reporting each piece before any time passes.
    private func skip(_ plan: ResponsePlan) async throws {
        guard !isOver, case .stream(let stream) = plan.response.content else { return }
        rest?.run { $0 = plan }
        try await stream.run { send($0) }
        send(nil)
    }

    /// Sends a piece of a stream in skipped time, or ends the stream.
    private func send(_ piece: Data?) {
        rest?.run { plan in
            guard var next = plan.take() else { return }
            if let piece { next.receive(piece) } else { next.endStream() }
            if !proceed(with: &next) { plan = next }
        }
    }

    /// Ends the exchange, in the journal and for the client.
    private func finish(_ ending: Journal.Ending, _ error: (any Error)?) {
        if let exchange { return exchange.end(ending) { report(.finished(error)) } }
        router.journal.end(entry, ending, at: Moment(time))
        report(.finished(error))
    }

    /// The number of body bytes to report at once, to simulate a network.
    private static let pieceLength = 65_536

    /// Reports a part of the body.
    func reportBody(_ body: Data) {
        if let down, let time = exchange?.time { return reportBody(body, over: down, in: time) }
        guard !body.isEmpty, !isOver else { return }
        time?.touch()
        guard body.count > Self.pieceLength else { return report(.data(body)) }
        for start in stride(from: body.startIndex, to: body.endIndex, by: Self.pieceLength) where !isOver {
            report(.data(body.subdata(in: start..<min(start + Self.pieceLength, body.endIndex))))
        }
    }
}
