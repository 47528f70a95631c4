import Foundation

extension Teapot.Call {
    /// What was received of an exchange so far.
    struct IncomingResponse {
        let request: Box<Teapot.Request>
        let stored: Box<Conditional>?
        /// The statuses whose bodies go to the sink.
        let accepted: Set<Int>
        fileprivate(set) var response: Teapot.Response?
        /// Whether the response is what the caller asked for, whose progress is told.
        fileprivate var isResult = false
        fileprivate var body = BodyReceiver()
        fileprivate var failure: (any Error)?

        init(request: Box<Teapot.Request>, stored: Box<Conditional>?, accepted: Set<Int>) {
            (self.request, self.stored, self.accepted) = (request, stored, accepted)
        }

        /// Ends the body, and returns the response, or the error with what was received.
        mutating func end(_ failure: (any Error)?, _ options: Teapot.Options) -> (Teapot.Response?, (any Error)?) {
            var error = self.failure ?? failure
            do { try body.end(isWhole: error == nil) } catch let failed { error = failed }
            response?.data = body.data
            return (response?.keeping(options), error)
        }

        // Events go on for ever. Their reader limits each of them.
        fileprivate var isUnlimited: Bool { isResult && request.value.idleTimeoutInterval != nil }

        /// Returns whether a reader has begun to read the response, so that it can't be requested again.
        func hasDelivered(to sink: BodySink) -> Bool {
            if case .stream = sink, let response { accepted.contains(response.statusCode) } else { false }
        }
    }

    func receive(_ event: Teapot.ExchangeEvent) -> Event? {
        guard incoming?.failure == nil else { return nil }
        do { try take(event) } catch {
            incoming?.failure = error
            return .bodyFailed
        }
        return nil
    }

    private func take(_ event: Teapot.ExchangeEvent) throws {
        guard let accepted = incoming?.accepted else { return }
        switch event {
        case .response(let response):
            incoming?.response = response
            // The body of a redirect that is followed is kept for the case that it is not.
            let isFollowed = options.maximumRedirects > 0 && response.isRedirect
            incoming?.isResult = !isFollowed && accepted.contains(response.statusCode)
            try incoming?.body.begin(response, into: isFollowed ? .memory : plan.sink, accepting: accepted)
        case .data(let data):
            let isLimited = incoming?.isUnlimited == false
            guard !isLimited || data.count <= options.maximumResponseLength - (incoming?.body.length ?? 0) else {
                throw URLError(.dataLengthExceedsMaximum)
            }
            try incoming?.body.receive(data)
            guard incoming?.isResult == true else { break }
            tellNow { incoming in
                let total = incoming.response?.plainLength.map { UInt64($0) + UInt64(incoming.body.offset) }
                return .received(Int64(incoming.body.length), of: total.map { Int64(clamping: $0) })
            }
        case .sent(let count, let total): tellNow { _ in .sent(count, of: total > 0 ? total : nil) }
        case .began, .finished: break
        }
    }

    /// Closes the file of a call that was cancelled.
    func discard() -> Event? {
        try? incoming?.body.end(isWhole: false)
        incoming = nil
        return nil
    }
}

extension Teapot.Response {
    /// The length of the body by its header fields, in bytes.
    ///
    /// It is `nil` for a compressed body, whose length after decompression is unknown.
    var plainLength: Int64? {
        guard headerFields["Content-Encoding"] == nil else { return nil }
        return headerFields["Content-Length"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }
}
