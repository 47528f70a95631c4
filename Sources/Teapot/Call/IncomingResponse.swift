import Foundation

extension Teapot.Call {
    /// The received part of an exchange.
    struct IncomingResponse {
        let request: Box<Teapot.Request>
        let stored: Box<Conditional>?
        /// The statuses whose bodies go to the sink.
        let accepted: Set<Int>
        fileprivate(set) var response: Teapot.Response?
        /// Whether the response is the caller's result, so its progress is reported.
        fileprivate(set) var isResult = false
        fileprivate(set) var body = BodyReceiver()
        fileprivate(set) var failure: (any Error)?

        /// Ends the body, and returns the response and the error, if any.
        mutating func end(_ failure: (any Error)?, _ options: Teapot.Options) -> (Teapot.Response?, (any Error)?) {
            var error = self.failure ?? failure
            do { try body.end(isWhole: error == nil) } catch let failed { error = failed }
            response?.body = body.data
            return (response?.keeping(options, request.value.method), error)
        }

        // A stream of events has no end. Its reader limits the length of each event.
        fileprivate var isUnlimited: Bool { isResult && request.value.idleTimeout != nil }
    }

    func receive(_ event: Teapot.Transport.Event) -> Event? {
        guard incoming?.failure == nil else { return nil }
        do { try take(event) } catch {
            incoming?.failure = error
            return .bodyFailed
        }
        return nil
    }

    private func take(_ event: Teapot.Transport.Event) throws {
        guard let accepted = incoming?.accepted else { return }
        switch event {
        case .response(let response):
            incoming?.response = response
            // The body of a followed redirect is kept in case the redirect turns out not to be followed.
            let isFollowed = options.redirects.maximum > 0 && response.isRedirect
            let isResult = !isFollowed && accepted.contains(response.statusCode)
            incoming?.isResult = isResult
            if isResult, !plan.sink.isMemory { try validate(response) }
            try incoming?.body.begin(response, into: isFollowed ? .memory : plan.sink, accepting: accepted)
        case .data(let data):
            let isLimited = incoming?.isUnlimited == false
            guard !isLimited || data.count <= options.maximumBodyLength - (incoming?.body.length ?? 0) else {
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
    /// The length of the body according to its headers, in bytes.
    ///
    /// It's `nil` for a compressed body, because its decompressed length is unknown.
    var plainLength: Int64? {
        guard headers["Content-Encoding"] == nil else { return nil }
        return headers["Content-Length"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }
}
