import Teapot

extension Switchboard {
    /// The requests that wait for somebody to choose, in the order in which they came.
    public var held: [HeldRequest] {
        let held = state.withLock { $0.board.held }
        return held.sorted { $0.key < $1.key }.map { id, held in
            HeldRequest(
                id: id, request: held.request, date: held.date, entry: held.entry,
                mocks: folder?.mocks(for: held.request) ?? [])
        }
    }

    /// Chooses what becomes of a request that is held.
    ///
    /// - Parameters:
    ///   - id: The request's ``HeldRequest/id``.
    ///   - decision: What becomes of it.
    /// - Throws: That the request is not held any more, or that there is no such mock; it is held on then.
    public func answer(_ id: Int, _ decision: Decision) throws(Refusal) {
        if case .mock(let path) = decision, folder?.mock(at: path) == nil {
            throw Refusal.unknown("mock", path, among: folder?.mocks.map(\.path) ?? [])
        }
        guard let exchange = change({ $0.board.release(id) }) else {
            throw Refusal(
                description: "The request \(id) is not held: it was answered before, or its client is gone.")
        }
        exchange.decide(decision)
    }

    /// Waits for a request to be held.
    ///
    /// - Parameter isWanted: Which request is waited for; any, if it is left out.
    /// - Returns: The first that is held and wanted, also if it has been for some time.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func nextHeld(
        where isWanted: @Sendable (Request) -> Bool = { _ in true }
    ) async throws -> HeldRequest {
        let changes = changes
        if let held = held.first(where: { isWanted($0.request) }) { return held }
        for await _ in changes {
            if let held = held.first(where: { isWanted($0.request) }) { return held }
        }
        throw CancellationError()
    }

    /// Forgets a request whose client is gone.
    func forget(_ id: Int) {
        _ = change { $0.board.release(id) }
    }
}
