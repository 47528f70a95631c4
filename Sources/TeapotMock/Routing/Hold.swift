import Teapot

extension Router {
    /// Answers that a router holds until a test releases them.
    ///
    /// ``Router/hold(_:method:limit:fileID:filePath:line:)`` begins a hold, and ``release(_:)`` ends it.
    public final class Hold: Sendable {
        private struct State {
            var isOver = false
            /// The number of requests that were held, including released ones.
            var count = 0
            /// The number of answers that were released before their requests arrived.
            var credit = 0
            /// The requests whose answers weren't released in time.
            var forgotten: [Request] = []
            /// Whether the hold may stay unused.
            var isOptional = false
            /// The waiting answers, in the order their requests arrived.
            var answers: [HeldAnswer] = []
        }

        let rules: [Rule]
        let limit: Double?
        let place: SourcePlace
        private let journal: Journal
        /// Removes the hold from its router, if the router still exists; a violation makes the router's test fail.
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

        /// The held requests, in order of arrival.
        public var requests: [Request] { answers.map(\.request) }

        /// The waiting answers, in the order their requests arrived.
        var answers: [HeldAnswer] { state.withLock { $0.answers } }

        /// Allows the hold to stay unused, so a test doesn't fail if no request was held.
        ///
        /// - Returns: This hold.
        @discardableResult
        public func optional() -> Hold {
            state.withLock { $0.isOptional = true }
            return self
        }

        /// Releases answers, in the order their requests arrived.
        ///
        /// Each answer is delivered before this function returns, unless it has a delay in real time, its handler is
        /// asynchronous, or its body is a stream. Answers from a server arrive later. To fix their order, await each
        /// answer before you release the next one.
        ///
        /// - Parameter count: The number of answers. If fewer are held, the rest of the count applies to the next
        ///   requests, which aren't held. By default, all answers are released, and later requests aren't held.
        public func release(_ count: Int = .max) {
            let answers = state.withLock { state -> [HeldAnswer] in
                let released = Array(state.answers.prefix(max(0, count)))
                state.answers.removeFirst(released.count)
                let (sum, isOverflow) = state.credit.addingReportingOverflow(max(0, count) - released.count)
                state.credit = count == .max || isOverflow ? .max : sum
                return released
            }
            if count == .max { leave(self, isUnused || !unreleased.isEmpty) }
            for answer in answers { answer.end(.released) }
        }

        /// Waits until the given number of requests are held.
        ///
        /// Requests that have already been released count, too.
        ///
        /// - Parameters:
        ///   - count: The number of requests. A number less than one counts as one.
        ///   - timeout: The time to wait, in seconds of real time.
        /// - Throws: ``Journal/TimedOut``, which describes what arrived instead, or `CancellationError` if the task is
        ///   cancelled.
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
    /// Holds the answer to a request, or returns `nil` if the answer shouldn't wait.
    func take(_ request: Request) -> HeldAnswer? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            let answer = state.credit > 0 ? nil : HeldAnswer(request, by: self)
            if let answer { state.answers.append(answer) } else { state.credit -= 1 }
            state.count += 1
            return answer
        }
    }

    /// Whether the hold was expected to hold a request, but didn't.
    var isUnused: Bool { state.withLock { $0.count == 0 && !$0.isOptional } }

    /// Whether all answers were released before a request arrived.
    var isReleasedEarly: Bool { state.withLock { $0.count == 0 && $0.credit == .max } }

    /// The requests that are still held, or were forgotten.
    var unreleased: [Request] { state.withLock { $0.forgotten + $0.answers.map(\.request) } }

    /// Returns the explanation for a client whose response wasn't released.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - time: The time of the wait, such as `before the test ended`.
    /// - Returns: The explanation, with the remedy.
    func explanation(for request: Request, _ time: String) -> String {
        """
        The response to \(journal.base.target(of: request)) was held at \(place) and wasn't released \(time). \
        Call `release()` on that hold, and then await the response.
        """
    }

    /// Removes an answer that wasn't released in time, but keeps its request.
    ///
    /// - Returns: `true` if the answer was held; otherwise, `false`.
    func forget(_ answer: HeldAnswer) -> Bool {
        state.withLock { state in
            guard let index = state.answers.firstIndex(where: { $0 === answer }) else { return false }
            state.forgotten.append(state.answers.remove(at: index).request)
            return true
        }
    }

    /// Removes an answer that no longer waits.
    func remove(_ answer: HeldAnswer) { state.withLock { $0.answers.removeAll { $0 === answer } } }

    /// Ends the hold along with its router, and fails the answers with an explanation for the client.
    func close() {
        let answers = state.withLock { state in
            state.isOver = true
            defer { state.answers = [] }
            return state.answers
        }
        for answer in answers { answer.end(.closed(explanation(for: answer.request, "before the test ended"))) }
    }
}
