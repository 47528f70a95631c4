public import Teapot

extension Router {
    /// Holds the answers to requests for an endpoint until a test releases them.
    ///
    /// ```swift
    /// let hold = router.hold("/search")
    /// async let first = teapot.get("search?text=tea")
    /// try await hold.waitForRequest()
    /// hold.release()
    /// ```
    ///
    /// A test that holds the answers of several endpoints fixes the order in which they are given. Rules are evaluated,
    /// answers are counted, and entries of the journal begin when the requests arrive; handlers run, and delays begin,
    /// after the release. Requests that nothing answers or that a route refuses are not held. Of several holds for a
    /// request, the last one holds it.
    ///
    /// Every carrier holds answers, in real and in skipped time. Without a limit the wait is real: it takes no time of
    /// the call, and a client whose own timeout is real may give up. An answer that nobody releases within 30 seconds
    /// of real time fails with an error that names the hold.
    ///
    /// At its end, a test whose router comes from the trait `.router` or from `makeRouter()` fails if a request was not
    /// released, or if the hold held none and is not ``Hold/optional()``.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL of the router, segment by segment, as in ``Rule/path(matches:)``.
    ///   - method: The method, or `nil` for any method.
    ///   - limit: The time after which an answer is released by itself, in seconds, or `nil` for none. In skipped time
    ///     it passes at once, and a limit at or past the timeout of its call is that timeout.
    ///   - fileID: The module and the file in which the hold begins.
    ///   - filePath: The full path of the file in which the hold begins.
    ///   - line: The line on which the hold begins.
    /// - Returns: The hold.
    @discardableResult
    public func hold(
        _ path: String, method: Teapot.Method? = nil, limit: Double? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) -> Hold {
        let rules = [.path(matches: path)] + (method.map { [Rule.method(matches: $0)] } ?? [])
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        let holds = stage(orAdd: Holds(base))
        let hold = Hold(rules, limit: limit, of: journal, after: journal.lastNumber, at: place) {
            [weak holds] hold, isViolation in
            holds?.remove(hold, isViolation)
        }
        holds.add(hold)
        return hold
    }
}

/// The stage that holds the answers of a router.
final class Holds: Stage {
    static let places = [StagePlace.beforeHandlers]
    /// After a switchboard, so that the violations of that come first.
    static let rank = 1

    private let base: RouterBase
    /// The holds, the last of which is asked first, and released ones that had held nothing or were forgotten.
    private let holds = Locked((open: [Router.Hold](), spent: [Router.Hold]()))

    /// Whether no answer is to be held.
    var isEmpty: Bool { holds.withLock { $0.open.isEmpty } }

    init(_ base: RouterBase) { self.base = base }

    func add(_ hold: Router.Hold) { holds.withLock { $0.open.append(hold) } }

    /// Removes a hold that was released; a violation fails the router's test.
    func remove(_ hold: Router.Hold, _ isViolation: Bool) {
        holds.withLock { holds in
            holds.open.removeAll { $0 === hold }
            if isViolation { holds.spent.append(hold) }
        }
    }

    func admit(_ request: Request, in router: Router, _ admission: inout Admission) {
        if isEmpty { return }
        let path = router.journal.path(of: request)
        let hold = holds.withLock { $0.open }.last { $0.rules.allSatisfy { $0.matcher.matches(request, path: path) } }
        admission.held = hold?.take(request)
    }

    var violations: [Router.Violation] {
        let all = holds.withLock { $0.open + $0.spent }
        let held = all.flatMap { hold in hold.unreleased.map { Router.Violation.held(base.target(of: $0), by: hold) } }
        return held + all.filter(\.isUnused).map { .unused($0) }
    }

    var copied: Holds? { nil }

    func finish(_ explain: (Request) -> String) { for hold in holds.withLock({ $0.open }) { hold.close(explain) } }
}
