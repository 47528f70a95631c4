import Foundation
import Teapot
package import TeapotMock
import TeapotMockLive

extension Switchboard: Stage {
    package static var places: [StagePlace] { [.insteadOfRoutes] }

    package func match(_ request: Request, began: UInt64, for router: Router) -> StageMatch? {
        switch resolve(request, began: began, of: router) {
        case .nothing: return nil
        case .answer(let response, let reason): return StageMatch(.switched(reason), response)
        case .reading(let mock, let reason):
            return StageMatch(.switched("\(mock.path), \(reason)")) { entry in
                {
                    let (response, reason) = await self.read(mock, because: reason)
                    router.journal.change(entry, to: .switched(reason))
                    return response
                }
            }
        case .live(let reason):
            let live = liveServer(for: request, of: router)
            return StageMatch(live?.outcome(of: request) ?? .switched("no live server: \(reason)")) { _ in
                { try await live.respond(to: request) }
            }
        case .hold(let id, let decision):
            let outcome = Journal.Outcome.switched("held until a response is chosen")
            return StageMatch(outcome, isHeld: true, onAbandon: { self.forget(id) }) { entry in
                self.change { $0.board.note(entry: entry, of: id) }
                return { try await self.respond(to: request, held: (id, decision), entry, of: router) }
            }
        }
    }

    /// Waits for the decision about a held request, and answers the request as decided.
    private func respond(
        to request: Request, held: (id: Int, decision: OneShot<Decision?>), _ entry: Int, of router: Router
    ) async throws -> Response {
        let expiry = giveUp(on: held.id, before: request.timeout)
        guard let decision = await held.decision.value(ifCancelled: nil) else { throw CancellationError() }
        let expired = expiry.withLock { $0 }
        let (response, reason) = if let expired { expired } else { await self.response(to: decision) }
        let live = response == nil ? liveServer(for: request, of: router) : nil
        router.journal.change(entry, to: live?.outcome(of: request) ?? .switched(reason))
        if let response { return response }
        return try await live.respond(to: request)
    }

    /// Returns the live server for a request: the environment's, the router's, or the request's own origin.
    private func liveServer(for request: Request, of router: Router) -> LiveServer? {
        if let passthrough = environment?.passthrough ?? router.passthrough {
            return LiveServer(
                passthrough: passthrough, depth: router.base.path.count, allowsPage: router.allowsPage(of: request))
        }
        guard let origin = request.origin, let url = URL(string: origin) else { return nil }
        return LiveServer(passthrough: passthrough(to: url), depth: 0, allowsPage: router.allowsPage(of: request))
    }

    private func passthrough(to origin: URL) -> Passthrough {
        state.withLock { state in
            let passthrough = state.origins[origin.absoluteString] ?? Passthrough(to: origin)
            state.origins[origin.absoluteString] = passthrough
            return passthrough
        }
    }
}

/// A live server, and the number of path segments to drop from a request.
private struct LiveServer {
    let passthrough: Passthrough
    let depth: Int
    let allowsPage: Bool

    func outcome(of request: Request) -> Journal.Outcome { passthrough.outcome(of: request, allowsPage: allowsPage) }
}

extension LiveServer? {
    fileprivate func respond(to request: Request) async throws -> Response {
        guard let self else { return .withoutLiveServer(request) }
        return try await self.passthrough.respond(to: request, below: self.depth, allowsPage: self.allowsPage)
    }
}

extension Response {
    /// Returns the response to a request that should go to a live server if none is configured.
    fileprivate static func withoutLiveServer(_ request: Request) -> Response {
        let text = """
            \(request.method) \(request.path) must go to the live server, but none is configured: give the \
            switchboard `environments`, or the router a `passthrough`.
            """
        var response = Response.json(["error": text], status: 502)
        response.fault = .onlyInProcess(TeapotError.make(.unansweredRequest, text))
        return response
    }
}
