import Foundation
import Teapot

/// The operations of both contenders: Teapot, and bare `URLSession` calls that do the same work.
protocol LoadedClient: Sendable {
    /// Reads the resource at a path.
    ///
    /// - Parameters:
    ///   - path: The path below the server's root.
    ///   - timeout: The time to wait for anything to arrive, in seconds.
    /// - Returns: The number of bytes of the body.
    /// - Throws: An error if the request fails.
    func get(_ path: String, timeout: TimeInterval) async throws -> Int

    /// Reads the resource at a path and parses it as JSON, without waiting for the result.
    ///
    /// - Parameters:
    ///   - path: The path below the server's root.
    ///   - timeout: The time to wait for anything to arrive, in seconds.
    ///   - then: A closure to call after parsing, on the thread where the client calls closures by default.
    func getJSON(_ path: String, timeout: TimeInterval, then: @escaping @Sendable () -> Void)

    /// Downloads the resource at a path to a file.
    ///
    /// - Parameters:
    ///   - path: The path below the server's root.
    ///   - file: The destination.
    ///   - progress: A closure to call when bytes arrive.
    /// - Throws: An error if the request fails.
    func download(_ path: String, to file: URL, progress: (@Sendable () -> Void)?) async throws
}

/// A Teapot client that calls closures on the thread that produces the result.
struct LoadedTeapot: LoadedClient {
    private let teapot: Teapot

    private let slow: URL

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - url: The server's root.
    ///   - slow: The root of another server, which serves `slow` and `never`.
    init(_ url: URL, slow: URL) {
        teapot = Teapot(baseURL: url, defaultDeliveryQueue: nil)
        self.slow = slow
    }

    func get(_ path: String, timeout: TimeInterval) async throws -> Int {
        let url = slow.serves(path) ? slow.appendingPathComponent(path) : teapot.baseURL.appendingPathComponent(path)
        return try await teapot.send(try teapot.makeRequest(.get, url: url, timeout: timeout)).body.count
    }

    func getJSON(_ path: String, timeout: TimeInterval, then: @escaping @Sendable () -> Void) {
        let url = slow.serves(path) ? slow.appendingPathComponent(path) : teapot.baseURL.appendingPathComponent(path)
        guard let request = try? teapot.makeRequest(.get, url: url, timeout: timeout) else { return then() }
        teapot.send(request) { _ in then() }
    }

    func download(_ path: String, to file: URL, progress: (@Sendable () -> Void)?) async throws {
        var told: (@Sendable (Teapot.Progress) -> Void)?
        if let progress { told = { _ in progress() } }
        try await teapot.download(path, to: file, progress: told)
    }
}

/// A client on `URLSession` with completion handlers.
///
/// Cancellation is passed on, but its effect isn't awaited, because on Linux there may be none.
final class LoadedSession: LoadedClient {
    private let session = URLSession(configuration: .ephemeral)
    private let url: URL
    private let slow: URL

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - url: The server's root.
    ///   - slow: The root of another server, which serves `slow` and `never`.
    init(_ url: URL, slow: URL) {
        self.url = url
        self.slow = slow
    }

    func get(_ path: String, timeout: TimeInterval) async throws -> Int {
        let root = slow.serves(path) ? slow : url
        let request = URLRequest(url: root.appendingPathComponent(path), timeoutInterval: timeout)
        let waiting = Locked<CheckedContinuation<Int, any Error>?>(nil)
        let finish = { @Sendable (result: Result<Int, any Error>) in
            waiting.withLock { $0.take() }?.resume(with: result)
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
    /// Returns whether a path belongs to the slow server.
    fileprivate func serves(_ path: String) -> Bool { ["slow", "never"].contains(path) }
}
