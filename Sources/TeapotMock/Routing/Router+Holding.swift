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
    /// A test that holds the answers of several endpoints controls their order. When a request arrives, its rules are
    /// evaluated, its answer is counted, and its journal entry begins. Once the answer is released, its delay begins
    /// and its handler runs. Unanswered and refused requests aren't held. If several holds match a request, the last
    /// one holds it.
    ///
    /// Holds work for mock clients, intercepted sessions and servers, in real and in skipped time. Without a limit, the
    /// wait takes real time. It doesn't add to the call's time, but a client with a real timeout may give up. An answer
    /// that isn't released within 30 seconds of real time fails with an error that names the hold.
    ///
    /// If the router comes from the trait `.router` or from `makeRouter()`, the test fails when it ends if a request
    /// wasn't released, or if the hold wasn't used and isn't ``Hold/optional()``.
    ///
    /// - Parameters:
    ///   - path: The path relative to the router's base URL, segment by segment, as in ``Rule/path(_:)``.
    ///   - method: The method, or `nil` for any method.
    ///   - limit: The time after which an answer is released automatically, in seconds, or `nil` for none. In skipped
    ///     time, it passes immediately, and a limit at or past the call's timeout makes the call time out.
    ///   - fileID: The module and file where the hold begins.
    ///   - filePath: The full path of the file where the hold begins.
    ///   - line: The line where the hold begins.
    /// - Returns: The hold.
    @discardableResult
    public func hold(
        _ path: String, method: Teapot.Method? = nil, limit: Double? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) -> Hold {
        let rules = [.path(path)] + (method.map { [Rule.method($0)] } ?? [])
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
    /// It comes after a switchboard, so the switchboard's violations are listed first.
    static let rank = 1

    private let base: RouterBase
    /// The open holds, with the last one taking precedence, and the released holds that weren't used or were forgotten.
    private let holds = Locked((open: [Router.Hold](), spent: [Router.Hold]()))

    /// Whether there are no holds.
    var isEmpty: Bool { holds.withLock { $0.open.isEmpty } }

    init(_ base: RouterBase) { self.base = base }

    func add(_ hold: Router.Hold) { holds.withLock { $0.open.append(hold) } }

    /// Removes a released hold; a violation makes the router's test fail.
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

    func finish() { for hold in holds.withLock({ $0.open }) { hold.close() } }
}
