public import Teapot

extension Router {
    /// Holds the answers to requests for an end point until a test releases them.
    ///
    /// ```swift
    /// let hold = router.hold("/search")
    /// async let first = teapot.get("search?text=tea")
    /// try await hold.waitForRequest()
    /// hold.release()
    /// ```
    ///
    /// A test that holds the answers of several end points fixes the order in which they are given. Rules are
    /// evaluated, answers are counted, and entries of the journal begin when the requests arrive; handlers run, and
    /// delays begin, after the release. Requests that nothing answers or that a route refuses are not held. Of several
    /// holds for a request, the last one holds it.
    ///
    /// Every carrier holds answers, in real and in skipped time. Without a limit the wait is real: it takes no time of
    /// the call, and a client whose own time-out is real may give up. An answer that nobody releases within 30 seconds
    /// of real time fails with an error that names the hold.
    ///
    /// At its end, a test whose router comes from the trait `.router` or from `makeRouter()` fails if a request was not
    /// released, or if the hold held none and is not ``Hold/optional()``.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL of the router, segment by segment, as in ``Rule/path(matches:)``.
    ///   - method: The method, or `nil` for any method.
    ///   - limit: The time after which an answer is released by itself, in seconds, or `nil` for none. In skipped
    ///     time it passes at once, and a limit at or past the time-out of its call is that time-out.
    ///   - fileID: The module and the file in which the hold begins.
    ///   - filePath: The full path of the file in which the hold begins.
    ///   - line: The line on which the hold begins.
    /// - Returns: The hold.
    @discardableResult
    public func hold(
        _ path: String,
        method: Teapot.Method? = nil,
        limit: Double? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line
    ) -> Hold {
        let rules = [.path(matches: path)] + (method.map { [Rule.method(matches: $0)] } ?? [])
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return withState { state in
            let hold = Hold(rules, limit: limit, of: self, after: journal.lastNumber, at: place)
            // A finished router answers nothing.
            if state.closing == nil { state.holds.append(hold) }
            return hold
        }
    }

    /// Returns the wait of the answer to a request, or `nil` if it is not held.
    func held(_ request: Request) -> HeldAnswer? {
        let holds = withState { $0.holds }
        guard !holds.isEmpty else { return nil }
        let path = journal.path(of: request)
        let hold = holds.last { $0.rules.allSatisfy { $0.matcher.matches(request, path: path) } }
        return hold?.take(request)
    }
}
