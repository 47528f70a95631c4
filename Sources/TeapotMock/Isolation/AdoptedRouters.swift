import Teapot

/// The routers of the mocks that a test made from fixtures.
///
/// A router that only this refers to can receive no more requests. Its violations are kept in its place, so that a test
/// that makes many mocks does not keep them all.
struct AdoptedRouters: Sendable {
    /// The number of violations that are kept of routers that were released.
    private static let violationLimit = 20

    private var routers: [Router] = []
    /// The violations on routers that were released.
    private var settled: [Router.Violation] = []
    /// The number of violations on released routers that were not kept.
    private var others = 0
    /// Whether a released router has received a request.
    private var wasAsked = false
    /// The number of routers at which those that nothing else uses are released.
    private var threshold = 64

    /// Adds a router.
    ///
    /// - Returns: The routers that are no longer needed, for the caller to release.
    mutating func add(_ router: Router) -> [Router] {
        routers.append(router)
        guard routers.count >= threshold else { return [] }
        var released: [Router] = []
        var kept: [Router] = []
        for index in routers.indices {
            if isKnownUniquelyReferenced(&routers[index]) {
                released.append(routers[index])
            } else {
                kept.append(routers[index])
            }
        }
        for router in released {
            settle(router.violations)
            if router.journal.lastNumber > 0 { wasAsked = true }
        }
        routers = kept
        threshold = max(64, 2 * kept.count)
        return released
    }

    private mutating func settle(_ violations: [Router.Violation]) {
        let room = Self.violationLimit - settled.count
        settled += violations.prefix(room)
        others += max(0, violations.count - room)
    }

    /// Whether one of the routers has received a request.
    var areAsked: Bool { wasAsked || routers.contains { $0.journal.lastNumber > 0 } }

    /// The violations so far.
    var violations: [Router.Violation] {
        let more = others == 0 ? [] : [Router.Violation.others(onMocks: others)]
        return settled + more + routers.flatMap(\.violations)
    }
}

extension Router.Violation {
    /// Returns a violation for further ones on mocks, of which only the number is known.
    fileprivate static func others(onMocks count: Int) -> Self {
        let message = "\(count) more violations on mocks were found that the test had released."
        return Self(kind: .unusedRoute, message: message, place: nil)
    }
}
