import Teapot

/// The routers of the mocks that a test created from fixtures.
///
/// A router that nothing else refers to can't receive more requests. In that case, only its violations are kept, so a
/// test that creates many mocks doesn't keep them all alive.
struct AdoptedRouters: Sendable {
    /// The maximum number of violations to keep for released routers.
    private static let violationLimit = 20

    private var routers: [Router] = []
    /// The violations of released routers.
    private var settled: [Router.Violation] = []
    /// The number of released routers' violations that weren't kept.
    private var others = 0
    /// Whether a released router has received a request.
    private var wasAsked = false
    /// The number of routers at which routers that nothing else uses are released.
    private var threshold = 64

    /// Adds a router.
    ///
    /// - Returns: The routers that are no longer needed, for the caller to release.
    mutating func add(_ router: Router) -> [Router] {
        routers.append(router)
        guard routers.count >= threshold else { return [] }
        let areUnused = routers.indices.map { isKnownUniquelyReferenced(&routers[$0]) }
        let released = zip(routers, areUnused).filter(\.1).map(\.0)
        routers = zip(routers, areUnused).filter { !$0.1 }.map(\.0)
        for router in released {
            let (violations, room) = (router.violations, Self.violationLimit - settled.count)
            settled += violations.prefix(room)
            others += max(0, violations.count - room)
            if router.journal.lastNumber > 0 { wasAsked = true }
        }
        threshold = max(64, 2 * routers.count)
        return released
    }

    /// Returns a request that one of the routers has received.
    func received(meeting rules: [Rule] = []) -> Request? {
        routers.lazy.compactMap { try? $0.journal.entries(meeting: rules, after: 0).last?.request }.first
    }

    /// Whether one of the routers has received a request.
    var areAsked: Bool { wasAsked || routers.contains { $0.journal.lastNumber > 0 } }

    /// The violations so far.
    var violations: [Router.Violation] {
        let text = "\(others) more violations were found in mocks that the test had already released."
        let more = others == 0 ? [] : [Router.Violation(kind: .unusedRoute, message: text, place: nil)]
        return settled + more + routers.flatMap(\.violations)
    }
}
