import Teapot

extension Router {
    /// The switchboard that responds to the requests below the router's base URL that no route matches; `nil` by
    /// default.
    ///
    /// Requests that it leaves unanswered go to ``passthrough``, if there is one.
    public var switchboard: Switchboard? {
        get { state.withLock { $0.switchboard } }
        set {
            // Released outside the lock: releasing the last reference ends sessions and streams.
            _ = state.withLock { state in
                defer { state.switchboard = newValue }
                return state.switchboard
            }
        }
    }

    /// Responds to a request according to the decision of a switchboard.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - switchboard: The switchboard.
    ///   - choice: The decision.
    ///   - entry: The number of the journal's entry.
    /// - Returns: The outcome, or one that waits for it.
    func answer(
        _ request: Request, by switchboard: Switchboard, _ choice: Switchboard.Choice, entry: Int
    ) -> Outcome {
        switch choice {
        case .answer(let response, _):
            return answer(
                request, by: Claim(route: Self.route { _ in response }, time: 0, latency: latency, entry: entry))
        case .live, .nothing:
            let route = Self.suspendingRoute { try await self.live(request, by: switchboard) }
            return answer(request, by: Claim(route: route, time: 0, latency: latency, entry: entry))
        case .hold(let id, let exchange):
            switchboard.change { $0.board.note(entry: entry, of: id) }
            let route = Self.suspendingRoute {
                let decision: Switchboard.Decision
                do { decision = try await exchange.decision() } catch {
                    switchboard.forget(id)
                    throw error
                }
                let (response, reason) = switchboard.response(to: decision)
                if let response {
                    self.journal.change(entry, to: .switched(reason))
                    return response
                }
                let live = self.liveServer(for: request, of: switchboard)
                self.journal.change(
                    entry, to: live.map { .passedThrough(to: $0.passthrough.baseURL) } ?? .switched(reason))
                return try await self.live(request, by: switchboard)
            }
            let outcome = answer(request, by: Claim(route: route, time: 0, latency: latency, entry: entry))
            guard case .later(var pending) = outcome else { return outcome }
            pending.isHeld = true
            return .later(pending)
        }
    }

    /// Returns the passthrough for a request that goes live, and the number of path segments to remove.
    func liveServer(for request: Request, of switchboard: Switchboard) -> (passthrough: Passthrough, depth: Int)? {
        if let passthrough = switchboard.environment?.passthrough ?? passthrough {
            return (passthrough, base.path.count)
        }
        guard let origin = request.origin, let url = URL(string: origin) else { return nil }
        return (switchboard.passthrough(to: url), 0)
    }

    private func live(_ request: Request, by switchboard: Switchboard) async throws -> Response {
        guard let live = liveServer(for: request, of: switchboard) else { return .withoutLiveServer(request) }
        return try await live.passthrough.respond(to: request, below: live.depth)
    }

    private static func route(_ handler: @escaping @Sendable (Request) -> Response) -> Route {
        Route(rules: [], handler: .immediate(handler), place: SourcePlace())
    }

    private static func suspendingRoute(_ handler: @escaping @Sendable () async throws -> Response) -> Route {
        Route(rules: [], handler: .suspending { _ in try await handler() }, place: SourcePlace())
    }
}

extension Switchboard {
    /// Returns the passthrough that forwards requests to their original destination.
    fileprivate func passthrough(to origin: URL) -> Passthrough {
        let key = origin.absoluteString
        if let passthrough = state.withLock({ $0.origins[key] }) { return passthrough }
        let made = Passthrough(to: origin)
        return state.withLock { state in
            // Another request may have added one in the meantime.
            if let passthrough = state.origins[key] { return passthrough }
            state.origins[key] = made
            return made
        }
    }
}

extension Response {
    /// Returns the response to a request that is to go live when no live server is configured.
    fileprivate static func withoutLiveServer(_ request: Request) -> Response {
        let text = """
            \(request.method) \(request.path) is to go to the live server, and there is none: give the switchboard \
            `environments`, or the router a `passthrough`.
            """
        var response = Response.json(["error": text], status: 502)
        response.fault = .onlyInProcess(TeapotError.make(.unansweredRequest, text))
        return response
    }
}
