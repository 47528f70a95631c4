import Teapot

extension Router {
    /// The answers of a router that wait until a test releases them.
    ///
    /// ``Router/hold(_:method:limit:fileID:filePath:line:)`` begins it, and ``release(_:)`` ends it.
    public final class Hold: Sendable {
        private struct State {
            var isOver = false
            /// The number of requests that were held, including released ones.
            var count = 0
            /// The number of answers that were released before their requests arrived.
            var credit = 0
            /// The requests whose answers nobody released for long.
            var forgotten: [Request] = []
            /// Whether the hold may hold nothing.
            var isOptional = false
            /// The answers that wait, in the order in which their requests arrived.
            var answers: [HeldAnswer] = []
        }

        let rules: [Rule]
        let limit: Double?
        let place: SourcePlace
        private let journal: Journal
        /// Takes the hold from its router, if there still is one; a violation fails the router's test.
        private let leave: @Sendable (Hold, _ isViolation: Bool) -> Void
        /// The number of the last request before the hold.
        private let mark: Int
        private let state = Locked(State())

        init(
            _ rules: [Rule], limit: Double?, of journal: Journal, after mark: Int, at place: SourcePlace,
            leave: @escaping @Sendable (Hold, _ isViolation: Bool) -> Void
        ) {
            (self.rules, self.limit, self.mark, self.place) = (rules, limit, mark, place)
            (self.journal, self.leave) = (journal, leave)
        }

        /// The requests that are held, in the order in which they arrived.
        public var requests: [Request] { answers.map(\.request) }

        /// The answers that wait, in the order in which their requests arrived.
        var answers: [HeldAnswer] { state.withLock { $0.answers } }

        /// Allows the hold to hold nothing: no test fails because no request was held.
        ///
        /// - Returns: This hold.
        @discardableResult
        public func optional() -> Hold {
            state.withLock { $0.isOptional = true }
            return self
        }

        /// Releases answers, in the order in which their requests arrived.
        ///
        /// Each answer is given before this function returns, unless it has a delay in real time, its handler is
        /// asynchronous, or its body is a stream. What a server sends arrives later at its clients: to fix the order of
        /// answers there, await each one before you release the next.
        ///
        /// - Parameter count: The number of answers. If fewer are held, that many of the next requests are not held. By
        ///   default all are released, and later requests are not held.
        public func release(_ count: Int = .max) {
            let answers = state.withLock { state -> [HeldAnswer] in
                let released = Array(state.answers.prefix(max(0, count)))
                state.answers.removeFirst(released.count)
                if count == .max {
                    state.isOver = true
                } else if !state.isOver {
                    let (sum, isOverflow) = state.credit.addingReportingOverflow(max(0, count) - released.count)
                    state.credit = isOverflow ? .max : sum
                }
                return released
            }
            if count == .max { leave(self, isUnused || !unreleased.isEmpty) }
            for answer in answers { answer.end(.released) }
        }

        /// Waits until a number of requests are held.
        ///
        /// Requests that were released already count.
        ///
        /// - Parameters:
        ///   - count: The number of requests. A number less than one counts as one.
        ///   - timeout: The time to wait, in seconds of real time.
        /// - Throws: ``Journal/TimedOut``, which describes what was received instead, or `CancellationError` if the
        ///   task is cancelled.
        public func waitForRequest(count: Int = 1, timeout: Double = 10) async throws {
            try Task.checkCancellation()
            let isThere = try await Uptime.wait(timeout) { state.withLock { $0.count >= max(1, count) } }
            if isThere { return }
            let others = journal.withState { $0.entries }.entries(after: mark)
            throw journal.timedOut(rules, count: max(1, count), [], others, timeout)
        }
    }
}

extension Router.Hold {
    /// Holds the answer to a request, or returns `nil` if it is not to wait.
    func take(_ request: Request) -> HeldAnswer? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            let answer = state.credit > 0 ? nil : HeldAnswer(request, by: self)
            if let answer { state.answers.append(answer) } else { state.credit -= 1 }
            state.count += 1
            return answer
        }
    }

    /// Whether the hold held nothing, and should have.
    var isUnused: Bool { state.withLock { $0.count == 0 && !$0.isOptional } }

    /// The requests that are held, or were held until they were forgotten.
    var unreleased: [Request] { state.withLock { $0.forgotten + $0.answers.map(\.request) } }

    /// What to do about a held answer.
    var remedy: String { "Call `release()` of the hold at \(place), and await the response." }

    /// Removes an answer that nobody has released for long, but remembers its request.
    ///
    /// - Returns: `true` if the answer was held; otherwise, `false`.
    func forget(_ answer: HeldAnswer) -> Bool {
        state.withLock { state in
            guard let index = state.answers.firstIndex(where: { $0 === answer }) else { return false }
            state.forgotten.append(state.answers.remove(at: index).request)
            return true
        }
    }

    /// Forgets an answer that does not wait any more.
    func remove(_ answer: HeldAnswer) { state.withLock { $0.answers.removeAll { $0 === answer } } }

    /// Ends the hold with its router, and fails the answers with an explanation for the client.
    func close(_ explain: (Request) -> String) {
        let answers = state.withLock { state in
            state.isOver = true
            defer { state.answers = [] }
            return state.answers
        }
        for answer in answers { answer.end(.closed(explain(answer.request))) }
    }
}
