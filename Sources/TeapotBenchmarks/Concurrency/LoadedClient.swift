import Teapot

/// What both contenders can do: Teapot, and the bare `URLSession` calls that do the same work.
protocol LoadedClient: Sendable {
    /// Reads what is at a path.
    ///
    /// - Parameters:
    ///   - path: The path below the server's root.
    ///   - timeout: How long to wait for anything to arrive, in seconds.
    /// - Returns: How many bytes the body had.
    /// - Throws: Why it failed.
    func get(_ path: String, timeout: TimeInterval) async throws -> Int

    /// Reads what is at a path and parses it as JSON, without waiting for it.
    ///
    /// - Parameters:
    ///   - path: The path below the server's root.
    ///   - timeout: How long to wait for anything to arrive, in seconds.
    ///   - then: What to call, where the client calls closures by default, behind the parsing.
    func getJSON(_ path: String, timeout: TimeInterval, then: @escaping @Sendable () -> Void)

    /// Downloads what is at a path to a file.
    ///
    /// - Parameters:
    ///   - path: The path below the server's root.
    ///   - file: Where to.
    ///   - progress: What to call as bytes come.
    /// - Throws: Why it failed.
    func download(_ path: String, to file: URL, progress: (@Sendable () -> Void)?) async throws
}

/// Teapot, with closures called where results arise.
struct LoadedTeapot: LoadedClient {
    private let teapot: Teapot

    private let slow: URL

    /// - Parameters:
    ///   - url: The server's root.
    ///   - slow: Another server's, which alone knows `slow` and `never`.
    init(_ url: URL, slow: URL) {
        teapot = Teapot(baseURL: url, defaultDeliveryQueue: nil)
        self.slow = slow
    }

    func get(_ path: String, timeout: TimeInterval) async throws -> Int {
        let url = slow.serves(path) ? slow.appendingPathComponent(path) : teapot.baseURL.appendingPathComponent(path)
        return try await teapot.send(try teapot.makeRequest(.get, url: url, timeoutInterval: timeout)).data.count
    }

    func getJSON(_ path: String, timeout: TimeInterval, then: @escaping @Sendable () -> Void) {
        let url = slow.serves(path) ? slow.appendingPathComponent(path) : teapot.baseURL.appendingPathComponent(path)
        guard let request = try? teapot.makeRequest(.get, url: url, timeoutInterval: timeout) else { return then() }
        teapot.send(request) { _ in then() }
    }

    func download(_ path: String, to file: URL, progress: (@Sendable () -> Void)?) async throws {
        var told: (@Sendable (Teapot.Progress) -> Void)?
        if let progress { told = { _ in progress() } }
        try await teapot.download(path, to: file, progress: told)
    }
}

/// `URLSession` with completion handlers.
///
/// A cancel is passed on, but nobody waits for what it leads to: on Linux that may be nothing.
final class LoadedSession: LoadedClient {
    private let session = URLSession(configuration: .ephemeral)
    private let url: URL
    private let slow: URL

    /// - Parameters:
    ///   - url: The server's root.
    ///   - slow: Another server's, which alone knows `slow` and `never`.
    init(_ url: URL, slow: URL) {
        self.url = url
        self.slow = slow
    }

    func get(_ path: String, timeout: TimeInterval) async throws -> Int {
        let root = slow.serves(path) ? slow : url
        let request = URLRequest(url: root.appendingPathComponent(path), timeoutInterval: timeout)
        let waiting = Locked<CheckedContinuation<Int, any Error>?>(nil)
        let finish = { @Sendable (result: Result<Int, any Error>) in
            waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }?.resume(with: result)
        }
        let task = session.dataTask(with: request) { data, _, error in
            finish(error.map { .failure($0) } ?? .success(data?.count ?? 0))
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting.withLock { $0 = continuation }
                task.resume()
                if Task.isCancelled { finish(.failure(CancellationError())) }
            }
        } onCancel: {
            task.cancel()
            finish(.failure(CancellationError()))
        }
    }

    func getJSON(_ path: String, timeout: TimeInterval, then: @escaping @Sendable () -> Void) {
        let root = slow.serves(path) ? slow : url
        let request = URLRequest(url: root.appendingPathComponent(path), timeoutInterval: timeout)
        session.dataTask(with: request) { data, _, _ in
            _ = try? JSONSerialization.jsonObject(with: data ?? Data())
            then()
        }.resume()
    }

    func download(_ path: String, to file: URL, progress: (@Sendable () -> Void)?) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            session.downloadTask(with: url.appendingPathComponent(path)) { temporary, _, error in
                do {
                    if let error { throw error }
                    if let temporary { try FileManager.default.moveItem(at: temporary, to: file) }
                    continuation.resume()
                } catch { continuation.resume(throwing: error) }
            }.resume()
        }
    }
}

extension URL {
    /// Whether a path is the slow server's.
    fileprivate func serves(_ path: String) -> Bool { ["slow", "never"].contains(path) }
}
