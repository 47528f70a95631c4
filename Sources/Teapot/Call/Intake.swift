import Foundation

extension Teapot.Call {
    /// What was received of an exchange so far.
    struct Intake {
        let request: Teapot.Request
        let stored: Conditional?
        /// The statuses whose bodies go to the sink.
        let accepted: Set<Int>
        fileprivate(set) var response: Teapot.Response?
        /// A Boolean value that indicates whether the response is what the caller asked for, whose progress is told.
        fileprivate var isResult = false
        fileprivate var body = BodyReceiver()
        fileprivate var failure: (any Error)?

        init(request: Teapot.Request, stored: Conditional?, accepted: Set<Int>) {
            (self.request, self.stored, self.accepted) = (request, stored, accepted)
        }

        /// Ends the body, and returns the response, or the error with what was received.
        mutating func end(_ failure: (any Error)?) -> (response: Teapot.Response?, error: (any Error)?) {
            var error = self.failure ?? failure
            do { try body.end(isWhole: error == nil) } catch let failed { error = failed }
            response?.data = body.data
            return (response, error)
        }

        // Events go on for ever. Their reader limits each of them.
        fileprivate var isUnlimited: Bool { isResult && request.idleTimeoutInterval != nil }

        /// Returns whether a reader has begun to read the response, so that it can't be requested again.
        func hasDelivered(to sink: BodySink) -> Bool {
            if case .stream = sink, let response { accepted.contains(response.statusCode) } else { false }
        }
    }

    func receive(_ event: Teapot.ExchangeEvent) -> Event? {
        guard intake?.failure == nil else { return nil }
        do { try take(event) } catch {
            intake?.failure = error
            return .bodyFailed
        }
        return nil
    }

    private func take(_ event: Teapot.ExchangeEvent) throws {
        guard let accepted = intake?.accepted else { return }
        switch event {
        case .response(let response):
            intake?.response = response
            // The body of a redirect that is followed is kept for the case that it is not.
            let isFollowed = options.maximumRedirects > 0 && response.isRedirect
            intake?.isResult = !isFollowed && accepted.contains(response.statusCode)
            try intake?.body.begin(response, into: isFollowed ? .memory : plan.sink, accepting: accepted)
        case .data(let data):
            let isLimited = intake?.isUnlimited == false
            guard !isLimited || data.count <= options.maximumResponseLength - (intake?.body.length ?? 0) else {
                throw URLError(.dataLengthExceedsMaximum)
            }
            try intake?.body.receive(data)
            guard intake?.isResult == true else { break }
            tellNow { intake in
                let total = intake.response?.plainLength.map { UInt64($0) + UInt64(intake.body.offset) }
                return .received(Int64(intake.body.length), of: total.map { Int64(clamping: $0) })
            }
        case .sent(let count, let total): tellNow { _ in .sent(count, of: total > 0 ? total : nil) }
        case .began, .finished: break
        }
    }

    /// Closes the file of a call that was cancelled.
    func discard() -> Event? {
        try? intake?.body.end(isWhole: false)
        intake = nil
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
