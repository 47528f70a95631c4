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
            settle(router.violations)
            if router.journal.lastNumber > 0 { wasAsked = true }
        }
        threshold = max(64, 2 * routers.count)
        return released
    }

    private mutating func settle(_ violations: [Router.Violation]) {
        let room = Self.violationLimit - settled.count
        settled += violations.prefix(room)
        others += max(0, violations.count - room)
    }

    /// A request that one of the routers has received.
    var received: Request? { routers.lazy.compactMap(\.journal.requests.last).first }

    /// Whether one of the routers has received a request.
    var areAsked: Bool { wasAsked || routers.contains { $0.journal.lastNumber > 0 } }

    /// The violations so far.
    var violations: [Router.Violation] {
        let more = others == 0 ? [] : [Router.Violation.others(onMocks: others)]
        return settled + more + routers.flatMap(\.violations)
    }
}

extension Router.Violation {
    /// Returns a summary of further violations on mocks, whose details weren't kept.
    fileprivate static func others(onMocks count: Int) -> Self {
        let message = "\(count) more violations were found in mocks that the test had already released."
        return Self(kind: .unusedRoute, message: message, place: nil)
    }
}
