import Foundation
import Teapot

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests that bypassed a test's router by going to the network or to another router.
///
/// They explain why a test's router received no request. A request that a test unintentionally sent to the network
/// fails the test. Only the most recent distinct requests are kept.
package struct StrayRequests: Sendable {
    /// A request that bypassed a test's router.
    struct Stray: Sendable, Equatable {
        /// The URL without its user, its query and its fragment.
        let url: String
        let destination: Destination
    }

    /// The receiver of a request.
    enum Destination: Sendable, Equatable {
        /// Another router, with its base URL.
        case router(String)
        /// The network, through a client without a router.
        case client
        /// The network, through a session without a router.
        case session
    }

    /// The maximum number of requests to keep.
    private static let limit = 20

    /// The requests that were sent outside the task of a test.
    static let ofNoTest = Locked(StrayRequests())
    /// Whether a router is forwarding a request to a live server, which doesn't count as a stray request.
    @TaskLocal package static var areForwarded = false

    private var kept: [(stray: Stray, number: Int)] = []
    /// The number of all requests.
    private(set) var count = 0

    mutating func record(_ stray: Stray) {
        // On Apple platforms, the client's session also reports the request.
        let client = Stray(url: stray.url, destination: .client)
        if stray.destination == .session, kept.last?.stray == client { return }
        count += 1
        kept.removeAll { $0.stray == stray }
        if kept.count == Self.limit { kept.removeFirst() }
        kept.append((stray, count))
    }

    /// Returns the requests that followed a number of earlier ones.
    func since(_ number: Int) -> StrayRequests {
        var later = self
        later.kept.removeAll { $0.number <= number }
        return later
    }

    /// Returns sentences that describe the requests and suggest a remedy, or `nil` if there are none.
    ///
    /// - Parameter isOfTest: Whether the test sent them, rather than code that ran outside its task at the same time.
    /// - Returns: The sentences.
    func note(isOfTest: Bool) -> String? {
        guard let last = kept.last?.stray else { return nil }
        let others = kept.dropLast().reversed().filter { $0.stray.destination == last.destination }.prefix(2)
        let urls = ([last] + others.map(\.stray)).map(\.url).joined(separator: ", ")
        let time = isOfTest ? "This test used" : "While this test ran, other code, perhaps another test, used"
        let isLocal = URL(string: last.url)?.leavesDevice == false
        let server = isLocal ? " If a server of the test answers there, create it with `Server(router: .current)`." : ""
        switch last.destination {
        case .session:
            return """
                \(time) `URLSession.shared`, or another session without a router, for \(urls). To let the router \
                answer, give the code under test `URLSession(answeredBy: .current)` or `MockTeapot(router: .current)`, \
                or call `Router.register(.current)`.\(server)
                """
        case .client:
            return """
                \(time) a `Teapot` without a router for \(urls). To let the router answer, give the code under \
                test `MockTeapot(router: .current)`, or give its `Teapot` the configuration `.answered(by: .current)`.\(server)
                """
        case .router(let url):
            let name = url.isEmpty ? "" : " “\(url.shortened(to: 200))”"
            return "\(time) another router\(name), or another test's mock, for \(urls). Use `Router.current` instead."
        }
    }
}

extension StrayRequests {
    /// Starts recording the requests that clients' sessions send to the network.
    static func watchClients() { Teapot.sent.withLock { $0 = { record($0, through: .client) } } }

    /// Records a request that no router accepts.
    ///
    /// Foundation calls this while it holds a lock.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - destination: The receiver of the request.
    ///   - isMeant: Whether the test lets a router send requests to the network.
    static func record(_ url: URL, through destination: Destination = .session, isMeant: Bool = false) {
        guard !areForwarded, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return }
        parts.user = nil
        parts.password = nil
        parts.query = nil
        parts.fragment = nil
        let stray = Stray(url: (parts.string ?? "").shortened(to: 200), destination: destination)
        guard let test = Router.ofTest else { return ofNoTest.withLock { $0.record(stray) } }
        test.testContext?.record(stray, isLeak: !isMeant && url.leavesDevice)
    }

    /// Returns whether a request to a router is stray, because the test that sends it has a different router.
    static func areSent(to router: Router) -> Bool { Router.ofTest.map { $0 !== router } ?? false }

    /// Records a request that a router answers, if the test that sends it has a different router.
    static func record(_ request: Request, answeredBy router: Router) {
        guard areSent(to: router), let test = Router.ofTest else { return }
        let url = "\(request.origin ?? "")\(request.path)".shortened(to: 200)
        test.testContext?.record(Stray(url: url, destination: .router(router.baseURL)), isLeak: false)
    }
}

extension URL {
    /// Whether a request to the URL leaves the device.
    ///
    /// A request to the test's own server doesn't.
    fileprivate var leavesDevice: Bool {
        guard let scheme = scheme?.lowercased(), ["http", "https", "ws", "wss"].contains(scheme),
            let host = host?.lowercased()
        else { return false }
        return !["localhost", "::1", "[::1]"].contains(host) && !host.hasPrefix("127.") && !host.hasSuffix(".localhost")
    }
}
