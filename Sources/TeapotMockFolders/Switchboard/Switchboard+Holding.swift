import Teapot
public import TeapotMock

extension Switchboard {
    /// The requests that are held until a response is chosen, in order of arrival.
    public var held: [HeldRequest] {
        state.withLock(\.board.held).sorted { $0.key < $1.key }.map { id, held in
            HeldRequest(
                id: id, request: held.request, date: held.date, entry: held.entry,
                mocks: folder?.mocks(for: held.request) ?? [])
        }
    }

    /// Decides how to answer a held request.
    ///
    /// - Parameters:
    ///   - id: The request's ``HeldRequest/id``.
    ///   - decision: The decision.
    /// - Throws: A ``Refusal`` if the request is no longer held or there's no such mock. In the latter case, the
    ///   request remains held.
    public func answer(_ id: Int, _ decision: Decision) throws(Refusal) {
        if case .mock(let path) = decision, folder?.mock(at: path) == nil {
            throw Refusal.unknown("mock", path, among: folder?.mocks.map(\.path) ?? [])
        }
        guard let held = change({ $0.board.release(id) }), held.finish(decision) else {
            throw Refusal(
                description: "The request \(id) is not held: it was already answered, or its client disconnected.")
        }
    }

    /// Waits for a request to be held.
    ///
    /// - Parameter isWanted: A closure that returns whether a request is one to wait for; by default, any request is.
    /// - Returns: The first matching request that is held, including requests held before the call.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func nextHeld(where isWanted: @Sendable (Request) -> Bool = { _ in true }) async throws -> HeldRequest {
        let changes = changes
        if let held = held.first(where: { isWanted($0.request) }) { return held }
        for await _ in changes {
            if let held = held.first(where: { isWanted($0.request) }) { return held }
        }
        throw CancellationError()
    }

    /// Removes a request whose client has disconnected.
    func forget(_ id: Int) { _ = change { $0.board.release(id) } }
}
