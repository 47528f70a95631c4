public import Teapot
public import TeapotMock

/// An HTTP/1.1 server on this machine that answers from a router.
///
/// From the moment ``start(port:on:)`` returns a client may connect:
///
/// ```swift
/// let server = Server()
/// server.router.get("/users/:id") { request in
///     ["id": request["id"], "name": "Joan"]
/// }
/// let port = try server.start()
/// // … ask http://127.0.0.1:port/users/1 …
/// try await server.stop()
/// ```
///
/// A handler that returns at once runs on the server's own thread, one after the other: it should not block. One that
/// may wait, an `async` one, runs in a task of its own, beside all others; a delay holds back its own response only. The
/// requests of one connection are answered in the order in which they came. A server that is let go of stops by itself.
public final class Server: Sendable {
    /// What answers requests.
    ///
    /// Others may ask it too. Of its base URL only the path counts here.
    public let router: Router
    private let limits: Limits
    private let loopCount: Int
    private let inspector: Inspector?
    private let phase = Locked(Phase.idle)

    private enum Phase {
        case idle
        case running(Running)
        case stopping
    }

    /// Creates a server that is not listening yet.
    ///
    /// - Parameters:
    ///   - router: What answers requests.
    ///   - limits: How much is taken in, and how long is waited for it.
    ///   - eventLoops: How many threads serve connections, each its own; one is enough for most.
    ///   - inspector: Whether there is a page at ``inspectorURL``, for this machine alone. Without it all paths are the
    ///     router's.
    public init(
        router: Router = Router(), limits: Limits = Limits(), eventLoops: Int = 1, inspector: Bool = true
    ) {
        self.router = router
        self.limits = limits
        loopCount = max(1, eventLoops)
        self.inspector = inspector ? Inspector(router) : nil
    }

    /// Creates a server that answers each request with a handler's response, and is not listening yet.
    ///
    /// - Parameters:
    ///   - limits: How much is taken in, and how long is waited for it.
    ///   - fileID: Where the handler is given.
    ///   - filePath: Where the handler is given.
    ///   - line: Where the handler is given.
    ///   - handler: Answers a request. What it throws becomes a response of status 500 that names the error. It is
    ///     cancelled when its connection is reset or the server stops. A client that closes may have ended its own half
    ///     alone and still want the answer, so that this cancels nothing.
    public convenience init(
        limits: Limits = Limits(),
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        handler: @escaping @Sendable (Request) async throws -> Response
    ) {
        self.init(limits: limits)
        router.respond(with: handler, fileID: fileID, filePath: filePath, line: line)
    }

    /// Creates a server that answers each request with a handler's response, and is not listening yet.
    ///
    /// - Parameters:
    ///   - limits: How much is taken in, and how long is waited for it.
    ///   - fileID: Where the handler is given.
    ///   - filePath: Where the handler is given.
    ///   - line: Where the handler is given.
    ///   - handler: Answers a request, at once, on the server's own thread. What it throws becomes a response of status
    ///     500 that names the error.
    public convenience init(
        limits: Limits = Limits(),
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        handler: @escaping @Sendable (Request) throws -> Response
    ) {
        self.init(limits: limits)
        router.respond(with: handler, fileID: fileID, filePath: filePath, line: line)
    }

    deinit {
        if case .running(let running) = phase.withLock({ $0 }) { running.cutOff() }
    }

    /// Begins to listen; a client may connect as soon as it returns.
    ///
    /// A server that was stopped may be started again.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for any that is free.
    ///   - interface: Who may connect: this machine alone, unless told otherwise.
    /// - Returns: The port that it listens on.
    /// - Throws: ``StartError`` when the server is running already, the port is taken, or the system refuses.
    @discardableResult
    public func start(port: UInt16 = 0, on interface: Interface = .loopback) throws(StartError) -> UInt16 {
        // A closure could not throw a typed error through the lock.
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
                    inspector: inspector)
                phase = .running(started)
                return started.port
            }
        }.get()
    }

    /// Stops listening, which frees the port at once, lets what is under way end, and closes all connections.
    ///
    /// - Parameter seconds: How long what is under way may take; then it is cut off: its handlers are cancelled, and
    ///   what they answer goes nowhere. Connections without a request are closed at once.
    /// - Throws: ``NotRunning`` when there is nothing to stop.
    public func stop(within seconds: Double = 0.5) async throws(NotRunning) {
        let stopped: Running? = phase.withLock { phase in
            guard case .running(let running) = phase else { return nil }
            phase = .stopping
            return running
        }
        guard let stopped else { throw NotRunning() }
        await withCheckedContinuation { continuation in
            stopped.stop(within: seconds) { continuation.resume() }
        }
        phase.withLock { $0 = .idle }
    }

    /// Refuses those who connect, as if nobody listened, while the port stays the server's.
    ///
    /// Connections that are open stay open.
    ///
    /// - Throws: ``NotRunning``; or ``StartError``, when the system refuses.
    public func refuseConnections() async throws {
        try await running().refuse()
    }

    /// Lets clients connect again.
    ///
    /// - Throws: ``NotRunning``; or ``StartError``, when the system refuses.
    public func acceptConnections() async throws {
        try await running().accept()
    }

    /// The port that the server listens on; `nil` when it is not running.
    public var port: UInt16? { try? running().port }

    /// Where the server answers, such as `http://127.0.0.1:49152`; `nil` when it is not running.
    public var baseURL: URL? { port.flatMap { URL(string: "http://127.0.0.1:\($0)") } }

    /// Keeps responses for the inspector from now on, and not only once somebody has looked.
    package func keepResponses() { inspector?.responses.begin() }

    /// The page that shows what is asked and lets people choose the answers, such as
    /// `http://127.0.0.1:49152/__teapot/`; `nil` when the server is not running, or has no inspector.
    ///
    /// <doc:TheInspector> tells what it does.
    public var inspectorURL: URL? {
        inspector == nil ? nil : port.flatMap { URL(string: "http://127.0.0.1:\($0)\(Inspector.place)/") }
    }

    private func running() throws(NotRunning) -> Running {
        guard case .running(let running) = phase.withLock({ $0 }) else { throw NotRunning() }
        return running
    }
}
