import Foundation
import Teapot

/// A case of several concurrent requests, measured in a separate process.
enum ConcurrencyCase: String, CaseIterable {
    case largeBesideSmall = "100 MB next to a small GET"
    case fourLargeBesideSmall = "4 x 100 MB next to 20 small GETs"
    case cancelled = "6 x 100 MB, cancelled after 0.4 s"
    case timeoutBesideLarge = "a silent GET of 1 s next to 4 x 100 MB"
    case slowBesideJSON = "0.3 s GETs, timeout 1 s, next to 22 MB JSON"
    case slowBesideCompletion = "0.3 s GETs next to a completion of 3 s"
    case slowBesideProgress = "0.3 s GETs next to progress of 3 s"
    case timeoutsOfOthers = "a timeout of 2 s next to another's completion of 3 s"
    case download = "download of 200 MB"
    case downloads = "4 downloads of 200 MB at once"

    /// The result of a case.
    struct Outcome {
        /// The time from the first request to the last result, or the time that the case's name states, in seconds.
        var wall: Double
        /// The number of requests that failed unexpectedly.
        var failures = 0
        /// The delay of a timeout, in seconds.
        var lateness: Double?
        /// The peak memory of the process, in bytes.
        var peak = 0
    }

    /// Runs the case.
    ///
    /// - Parameters:
    ///   - clients: Two clients. All but one case need only the first.
    ///   - folder: A folder for files.
    /// - Returns: The result.
    /// - Throws: An error if a request that the measurement requires fails.
    func run(on clients: [any LoadedClient], in folder: URL) async throws -> Outcome {
        let client = clients[0]
        _ = try await client.get("small", timeout: 10)
        let start = ContinuousClock.now
        var outcome = Outcome(wall: 0)
        switch self {
        case .largeBesideSmall:
            async let large = client.get("files/100MB", timeout: 60)
            try await Task.sleep(for: .milliseconds(30))
            _ = try await client.get("small", timeout: 60)
            _ = try await large
        case .fourLargeBesideSmall:
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { _ = try await client.get("files/100MB", timeout: 120) } }
                for _ in 0..<20 { _ = try await client.get("small", timeout: 120) }
                try await group.waitForAll()
            }
        case .cancelled:
            let tasks = (0..<6).map { _ in Task { try await client.get("files/100MB", timeout: 60) } }
            try await Task.sleep(for: .milliseconds(400))
            for task in tasks { task.cancel() }
            for task in tasks { _ = await task.result }
        case .timeoutBesideLarge:
            async let lateness = lateness(of: 1, on: client)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { _ = try await client.get("files/100MB", timeout: 120) } }
                try await group.waitForAll()
            }
            outcome.lateness = await lateness
        case .slowBesideJSON:
            client.getJSON("files/22MB.json", timeout: 60) {}
            outcome.failures = await failures(of: 8, on: client)
        case .slowBesideCompletion:
            client.getJSON("small", timeout: 60) { Thread.sleep(forTimeInterval: 3) }
            outcome.failures = await failures(of: 8, on: client)
        case .slowBesideProgress:
            let hasSlept = Locked(false)
            async let download: Void = client.download("files/100MB", to: folder.appendingPathComponent("a")) {
                let sleeps = hasSlept.withLock { hasSlept in
                    defer { hasSlept = true }
                    return !hasSlept
                }
                if sleeps { Thread.sleep(forTimeInterval: 3) }
            }
            outcome.failures = await failures(of: 8, on: client)
            // A bare session doesn't call a closure, so it doesn't have to wait for one.
            outcome.wall = (ContinuousClock.now - start) / .seconds(1)
            try await download
        case .timeoutsOfOthers:
            client.getJSON("never", timeout: 1) { Thread.sleep(forTimeInterval: 3) }
            outcome.lateness = await lateness(of: 2, on: clients[1])
        case .download:
            try await client.download("files/200MB", to: folder.appendingPathComponent("a"), progress: nil)
        case .downloads:
            try await withThrowingTaskGroup(of: Void.self) { group in
                for name in ["a", "b", "c", "d"] {
                    let file = folder.appendingPathComponent(name)
                    group.addTask { try await client.download("files/200MB", to: file, progress: nil) }
                }
                try await group.waitForAll()
            }
        }
        if outcome.wall == 0 { outcome.wall = (ContinuousClock.now - start) / .seconds(1) }
        outcome.peak = ProcessUsage.peakResidentBytes
        return outcome
    }

    /// Returns the delay of the timeout of a request that is never answered.
    private func lateness(of timeout: TimeInterval, on client: any LoadedClient) async -> Double {
        let start = ContinuousClock.now
        do { _ = try await client.get("never", timeout: timeout) } catch {}
        return (ContinuousClock.now - start) / .seconds(1) - timeout
    }

    /// Returns the number of consecutive requests that fail with a timeout of 1 s even though each is answered after
    /// 0.3 s.
    private func failures(of count: Int, on client: any LoadedClient) async -> Int {
        var failures = 0
        for _ in 0..<count {
            do { _ = try await client.get("slow", timeout: 1) } catch { failures += 1 }
        }
        return failures
    }
}
