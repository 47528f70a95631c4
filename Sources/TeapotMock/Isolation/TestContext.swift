import Teapot

/// The test that a router belongs to, with everything it uses besides the router.
package final class TestContext: Sendable {
    private struct State {
        var mocks = AdoptedRouters()
        /// The requests of the test's tasks that other routers or the network received.
        var strays = StrayRequests()
        /// The stray requests that left the device even though no router was allowed to send them.
        var leaks = StrayRequests()
        /// Whether another router has replaced this one as the test's router.
        var isReplaced = false
    }

    /// Whether the test passes even if it sends no requests, or doesn't send all of them to the router.
    private let isOptional: Bool
    /// The number of stray requests in the process before the test.
    private let earlierStrays: Int
    private let state = Locked(State())

    init(isOptional: Bool) {
        self.isOptional = isOptional
        earlierStrays = StrayRequests.ofNoTest.withLock { $0.count }
    }

    /// Includes the router of a mock that the test created from a fixture in the test's verification.
    func adopt(_ router: Router) {
        // Release the routers outside the lock, because releasing the objects that routes retain may run any code.
        let released = state.withLock { $0.mocks.add(router) }
        withExtendedLifetime(released) {}
    }

    /// Returns a request that one of the test's mocks has received.
    package func received(meeting rules: [Rule]) -> Request? { state.withLock { $0.mocks }.received(meeting: rules) }

    func record(_ stray: StrayRequests.Stray, isLeak: Bool) {
        state.withLock { state in
            state.strays.record(stray)
            if isLeak { state.leaks.record(stray) }
        }
    }

    /// Marks that the test intentionally sends its requests to another router.
    func replace() { state.withLock { $0.isReplaced = true } }

    /// Returns all violations of the test.
    ///
    /// - Parameters:
    ///   - violations: The router's violations.
    ///   - isAsked: Whether the router received a request.
    ///   - isCutShort: Whether the test stopped early, so only its own stray requests count if there are no violations.
    /// - Returns: Those violations, the violations of the test's mocks, and a note about stray requests. If the router
    ///   and the mocks received no requests, the note covers all stray requests. Otherwise, it covers only the test's
    ///   own requests that left the device.
    func completed(_ violations: [Router.Violation], isAsked: Bool, isCutShort: Bool) -> [Router.Violation] {
        let state = state.withLock { $0 }
        var all = violations + state.mocks.violations.filter { !(isCutShort && $0.kind.isForWholeTest) }
        guard !isAsked, !state.isReplaced, !state.mocks.areAsked else {
            if !isOptional, let note = state.leaks.note(isOfTest: true) { all.append(.strayRequest(note)) }
            if !isAsked, let first = violations.first, let request = state.mocks.received() {
                all[0] = first.adding("One of this test's mocks received \(request.method) \(request.shortPath).")
            }
            return all
        }
        let own = state.strays.note(isOfTest: true)
        let note = own ?? StrayRequests.ofNoTest.withLock { $0.since(earlierStrays) }.note(isOfTest: false)
        if let first = all.first {
            if let note { all[0] = first.adding(note) }
        } else if !isOptional, !isCutShort || own != nil {
            all = [.unaskedRouter(note)]
        }
        return all
    }
}

extension Router.State {
    /// The test of the router, or `nil` if it has none or is finished.
    var testContext: TestContext? {
        get { attachments[ObjectIdentifier(TestContext.self)] as? TestContext }
        set { attachments[ObjectIdentifier(TestContext.self)] = newValue }
    }
}

extension Router {
    /// The test of the router, or `nil` if it has none or is finished.
    package var testContext: TestContext? { withState { $0.testContext } }

    /// Includes a mock's router in the verification of this router if this one belongs to a test, and gives it the same
    /// kind of time.
    func adopt(_ router: Router) {
        guard let context = testContext else { return }
        (router.time, router.seed) = (time, seed)
        context.adopt(router)
    }
}

extension Router.Violation {
    /// Returns the violation for a test's router that received no request.
    fileprivate static func unaskedRouter(_ note: String?) -> Self {
        let remedy = "Give the code under test `MockTeapot(router: .current)` or `URLSession(answeredBy: .current)`."
        let message = """
            No request reached this test's router: the code under test sent its requests elsewhere, \
            sent none, or cancelled its calls before they were sent.
            \(note ?? remedy)
            If this is intended, write `.router(isOptional: true)`.
            """
        return Self(kind: .unaskedRouter, message: message, place: nil)
    }

    /// Returns the violation for a test that also sent requests to the network.
    fileprivate static func strayRequest(_ note: String) -> Self {
        let message = """
            Some of this test's requests didn't reach its router or a mock.
            \(note)
            If this is intended, write `.router(isOptional: true)`.
            """
        return Self(kind: .strayRequest, message: message, place: nil)
    }

    fileprivate func adding(_ note: String) -> Self {
        Self(kind: kind, message: "\(message)\nNo request reached this test's router. \(note)", place: place)
    }
}
