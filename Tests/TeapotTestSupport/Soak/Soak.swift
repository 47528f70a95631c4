package import Foundation
import Teapot

/// Many concurrent calls of all kinds to misbehaving servers.
///
/// Each call has to end exactly once and in the expected way, without leaks.
package struct Soak: Sendable {
    /// The number of calls.
    package var calls: Int
    /// The number of concurrent calls.
    package var width = 32
    /// The servers: a ``SoakServer``, one for files, and a port on which no server listens.
    package var server: URL
    package var files: URL
    package var nobody: URL

    /// Creates a soak.
    package init(calls: Int, server: URL, files: URL? = nil, nobody: URL) {
        self.calls = calls
        self.server = server
        self.files = files ?? server
        self.nobody = nobody
    }

    /// The results of a soak.
    package struct Report: Sendable {
        /// The number of calls of each kind that ended as expected.
        package var good: [SoakKind: Int] = [:]
        /// The problems of the other calls.
        package var flaws: [String] = []
        /// The maximum delay of a timeout, in seconds.
        package var lateness: Double = 0
    }

    /// The clients, which are independent of each other.
    private struct Clients: Sendable {
        let server: Teapot
        let files: Teapot
        let nobody: Teapot

        func client(for kind: SoakKind) -> Teapot {
            switch kind {
            case .large, .download: files
            case .refused: nobody
            default: server
            }
        }
    }

    /// Makes the calls.
    ///
    /// - Parameter folder: The folder for downloads.
    /// - Returns: The results.
    package func run(in folder: URL) async -> Report {
        let configuration = URLSessionConfiguration.teapot
        configuration.httpMaximumConnectionsPerHost = width
        let clients = Clients(
            server: Teapot(baseURL: server, defaultDeliveryQueue: nil, configuration: configuration),
            files: Teapot(baseURL: files, defaultDeliveryQueue: .global(), configuration: configuration),
            nobody: Teapot(baseURL: nobody, defaultDeliveryQueue: nil, configuration: configuration))
        let kinds = SoakKind.allCases.flatMap { [SoakKind](repeating: $0, count: $0.weight) }
        var generator = SeededGenerator(seed: 10)
        let order = kinds.shuffled(using: &generator)
        let next = Locked(0)
        let ends = Locked([UInt8](repeating: 0, count: calls))
        let report = Locked(Report())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<width {
                group.addTask {
                    while let index = next.withLock({ next -> Int? in
                        defer { next += 1 }
                        return next < calls ? next : nil
                    }) {
                        let kind = order[index % order.count]
                        let flaw = await call(kind, index, clients, folder, ends, report)
                        report.withLock { report in
                            if let flaw {
                                report.flaws.append("\(kind.rawValue), call \(index): \(flaw)")
                            } else {
                                report.good[kind, default: 0] += 1
                            }
                        }
                    }
                }
            }
        }
        // A second end of a call would have arrived by now, or arrives while this last request is answered.
        _ = try? await clients.server.get("small")
        var result = report.withLock { $0 }
        for (index, count) in ends.withLock({ $0 }).enumerated() {
            let kind = order[index % order.count]
            if count != (kind == .cancelled ? 0 : 1) {
                result.flaws.append("\(kind.rawValue), call \(index): \(count) ends")
            }
        }
        return result
    }

    private func call(
        _ kind: SoakKind, _ index: Int, _ clients: Clients, _ folder: URL, _ ends: Locked<[UInt8]>,
        _ report: Locked<Report>
    ) async -> String? {
        let client = clients.client(for: kind)
        let file = folder.appendingPathComponent("\(index)")
        if kind == .cancelled { return await cancel(index, client, ends) }
        let timeout: TimeInterval = kind == .timedOut ? 0.05 : 60
        let start = ContinuousClock.now
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<Teapot.Response, TeapotError>, Never>) in
            let end = { @Sendable (result: Result<Teapot.Response, TeapotError>) in
                let count = ends.withLock { ends in
                    ends[index] += 1
                    return ends[index]
                }
                if count == 1 { continuation.resume(returning: result) }
            }
            if kind == .download || kind == .cutDownload {
                client.download(kind.path, to: file, timeout: timeout) { end($0) }
            } else {
                client.get(kind.path, timeout: timeout) { result in
                    switch result {
                    case .success(_, let response): end(.success(response))
                    case .failure(_, _, let error): end(.failure(error))
                    }
                }
            }
        }
        if kind == .timedOut {
            let lateness = (ContinuousClock.now - start) / .seconds(1) - timeout
            report.withLock { $0.lateness = max($0.lateness, lateness) }
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        if attributes != nil { try? FileManager.default.removeItem(at: file) }
        return kind.flaw(in: result, fileLength: attributes?[.size] as? Int)
    }

    /// Cancels a call that is never answered, some time after its start; its completion must not be called.
    private func cancel(_ index: Int, _ client: Teapot, _ ends: Locked<[UInt8]>) async -> String? {
        let task = client.get(SoakKind.cancelled.path) { _ in ends.withLock { $0[index] += 1 } }
        for _ in 0..<index % 7 { await Task.yield() }
        if index.isMultiple(of: 3) { try? await Task.sleep(for: .microseconds(index % 2_000)) }
        task?.cancel()
        guard task?.state == .completed, (task?.error as? URLError)?.code == .cancelled else {
            return "state \(String(describing: task?.state)), error \(String(describing: task?.error))"
        }
        return nil
    }
}
