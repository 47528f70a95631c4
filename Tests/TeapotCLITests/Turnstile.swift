/// Lets so many through at a time: hundreds of programs at once would starve the tests that run beside them.
actor Turnstile {
    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ places: Int) { self.places = places }

    /// Runs something when there is a place for it.
    nonisolated func pass<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        await enter()
        do {
            let value = try await body()
            await leave()
            return value
        } catch {
            await leave()
            throw error
        }
    }

    private func enter() async {
        if places > 0 {
            places -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func leave() {
        // The place goes to who has waited longest.
        if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
    }
}
