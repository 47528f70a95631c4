public import Foundation
import Teapot
public import TeapotMock

/// An HTTP/1.1 server on this machine that answers requests with a router.
///
/// A client can connect as soon as ``start(port:on:)`` returns:
///
/// ```swift
/// let server = Server()
/// server.router.get("/users/:id") { request in
///     ["id": Int(request["id"] ?? "") ?? 0, "name": "Joan"]
/// }
/// let port = try server.start()
/// // … ask http://127.0.0.1:port/users/1 …
/// try await server.stop()
/// ```
///
/// Synchronous handlers run on the server's own thread, one after another, and shouldn't block. An `async` handler runs
/// in its own task, concurrently with all others. On Linux and on Apple systems from 2025 on, that task begins on the
/// server's thread and leaves the thread when it first suspends, so it shouldn't block before then. A delay affects
/// only its own response. Requests on one connection are answered in order of arrival. A server stops automatically
/// when it's released.
public final class Server: Sendable {
    /// The router that responds to requests.
    ///
    /// You can share it with mock clients and sessions. The server uses only the path of its base URL.
    public let router: Router
    private let limits: Limits
    private let loopCount: Int
    /// The application mounted next to the router, or `nil` for none.
    package let mount: (any Mount)?
    private let phase = Locked(Phase.idle)

    private enum Phase {
        case idle
        case running(Running)
        case stopping(Running)
    }

    /// Creates a server that isn't listening yet.
    ///
    /// - Parameters:
    ///   - router: The router that responds to requests.
    ///   - limits: The limits on size and time.
    ///   - eventLoops: The number of threads. Each serves its own connections, and one is usually enough.
    public convenience init(router: Router = Router(), limits: Limits = Limits(), eventLoops: Int = 1) {
        self.init(router: router, limits: limits, eventLoops: eventLoops, mount: nil)
    }

    /// Creates a server with an application mounted next to its router; it isn't listening yet.
    ///
    /// - Parameters:
    ///   - router: The router that responds to requests.
    ///   - limits: The limits on size and time.
    ///   - eventLoops: The number of threads. Each serves its own connections, and one is usually enough.
    ///   - mount: The mount that responds to requests for its path instead of the router, or `nil` for none.
    package init(router: Router, limits: Limits, eventLoops: Int, mount: (any Mount)?) {
        self.router = router
        self.limits = limits
        loopCount = max(1, eventLoops)
        self.mount = mount
    }

    /// Creates a server that answers each request with an asynchronous handler; it isn't listening yet.
    ///
    /// - Parameters:
    ///   - limits: The limits on size and time.
    ///   - fileID: The file that contains the handler.
    ///   - filePath: The path of that file.
    ///   - line: The line of the handler.
    ///   - handler: A closure that responds to a request. If it throws an error, the response has status 500 and names
    ///     the error. The closure is cancelled when its connection is reset or the server stops. It isn't cancelled
    ///     when the client closes the connection, because the client may have closed only its sending half and may
    ///     still expect the response.
    public convenience init(
        limits: Limits = Limits(),
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        handler: @escaping @Sendable (Request) async throws -> Response
    ) {
        self.init(limits: limits)
        router.register(handler, fileID: fileID, filePath: filePath, line: line)
    }

    /// Creates a server that answers each request with a handler; it isn't listening yet.
    ///
    /// - Parameters:
    ///   - limits: The limits on size and time.
    ///   - fileID: The file that contains the handler.
    ///   - filePath: The path of that file.
    ///   - line: The line of the handler.
    ///   - handler: A closure that responds to a request synchronously, on the server's own thread. If it throws an
    ///     error, the response has status 500 and names the error.
    public convenience init(
        limits: Limits = Limits(),
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        handler: @escaping @Sendable (Request) throws -> Response
    ) {
        self.init(limits: limits)
        router.register(handler, fileID: fileID, filePath: filePath, line: line)
    }

    deinit {
        if case .running(let running) = phase.withLock({ $0 }) { running.cutOff() }
    }

    /// Starts listening; a client can connect as soon as the function returns.
    ///
    /// A stopped server can be started again.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for any free port.
    ///   - interface: The network interface; by default, only this machine can connect.
    /// - Returns: The port that the server listens on.
    /// - Throws: ``StartError`` if the server is already running, the port is taken, or the system refuses.
    @discardableResult
    public func start(port: UInt16 = 0, on interface: Interface = .loopback) throws(StartError) -> UInt16 {
        // The lock's closure can't throw a typed error.
        try phase.withLock { phase in
            Result<UInt16, StartError> {
                () throws(StartError) in
                switch phase {
                case .running(let running): throw .alreadyRunning(port: running.port)
                case .stopping: throw .stopping
                case .idle: break
                }
                let started = try Running(
                    port: port, interface: interface, limits: limits, loopCount: loopCount, router: router,
                    mount: mount)
                phase = .running(started)
                return started.port
            }
        }.get()
    }

    /// Stops listening, waits for current requests to finish, and closes all connections; the port is free immediately.
    ///
    /// - Parameter seconds: The maximum time for current requests, in seconds. After that, their handlers are cancelled
    ///   and their responses are dropped. Connections without a request are closed immediately.
    /// - Throws: ``NotRunning`` if the server isn't running.
    public func stop(within seconds: Double = 0.5) async throws(NotRunning) {
        guard let stopped = takeRunning() else { throw NotRunning() }
        await withCheckedContinuation { continuation in
            stopped.stop(within: seconds) { continuation.resume() }
        }
        phase.withLock { $0 = .idle }
    }

    /// Stops listening and drops current requests, for use in a `defer` or a `tearDown`; the port is then free.
    ///
    /// A synchronous handler can't be interrupted. This waits for the handler for at most half a second; then the port
    /// is free. A `stop(within:)` that is waiting for requests drops them, too. If the server isn't running, nothing
    /// happens.
    public func stop() {
        guard let stopped = takeRunning() else {
            if case .stopping(let running) = phase.withLock({ $0 }) { running.tellToStop(within: 0) }
            return
        }
        let ended = DispatchSemaphore(value: 0)
        stopped.stop(within: 0) { [phase] in
            phase.withLock { $0 = .idle }
            ended.signal()
        }
        _ = ended.wait(timeout: .now() + 0.5)
    }

    private func takeRunning() -> Running? {
        phase.withLock { phase in
            guard case .running(let running) = phase else { return nil }
            phase = .stopping(running)
            return running
        }
    }

    /// Refuses new connections, as if no server were listening, but keeps the port.
    ///
    /// Open connections stay open.
    ///
    /// - Throws: ``NotRunning``, or ``StartError`` if the system refuses.
    public func refuseConnections() async throws {
        try await running().refuse()
    }

    /// Accepts connections again.
    ///
    /// - Throws: ``NotRunning``, or ``StartError`` if the system refuses.
    public func acceptConnections() async throws {
        try await running().accept()
    }

    /// The port that the server listens on, or `nil` if it isn't running.
    public var port: UInt16? { try? running().port }

    /// The URL for a client of the server, such as `http://127.0.0.1:49152`, or `nil` if it isn't running.
    ///
    /// If the router's base URL has a path, so has this one: `http://127.0.0.1:49152/v1` for `https://api.test/v1`.
    public var baseURL: URL? { port.flatMap { URL(string: "http://127.0.0.1:\($0)\(router.base.encodedPath)") } }

    private func running() throws(NotRunning) -> Running {
        guard case .running(let running) = phase.withLock({ $0 }) else { throw NotRunning() }
        return running
    }
}
