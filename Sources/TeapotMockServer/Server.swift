public import Teapot
public import TeapotMock

/// An HTTP/1.1 server on this machine that answers each request with a handler's response.
///
/// It listens on 127.0.0.1 only, and from the moment ``start(port:)`` returns:
///
/// ```swift
/// let server = Server { request in
///     Response(body: Data("You asked for \(request.path)".utf8))
/// }
/// let port = try server.start()
/// // … ask http://127.0.0.1:port …
/// await server.stop()
/// ```
///
/// Handlers run at the same time as each other, but the requests of one connection one after the other. A server that
/// is let go of stops by itself.
public final class Server: Sendable {
    private struct Running {
        var loop: EventLoop
        var thread: SystemThread
        var port: UInt16
    }

    private let handler: @Sendable (Request) async throws -> Response
    private let limits: Limits
    private let running = Locked<Running?>(nil)

    /// Creates a server that is not listening yet.
    ///
    /// - Parameters:
    ///   - limits: How much of one request is taken in.
    ///   - handler: Answers a request. What it throws becomes a response of status 500 that names the error. It is
    ///     cancelled when its connection is reset or the server stops. A client that closes may have ended its own half
    ///     alone and still want the answer, so that this cancels nothing.
    public init(limits: Limits = Limits(), handler: @escaping @Sendable (Request) async throws -> Response) {
        self.limits = limits
        self.handler = handler
    }

    deinit {
        shutDown()
    }

    /// Begins to listen on 127.0.0.1; a client may connect as soon as it returns.
    ///
    /// A server that was stopped may be started again.
    ///
    /// - Parameter port: The port, or 0 for any that is free.
    /// - Returns: The port that it listens on.
    /// - Throws: ``StartError`` when the server is running already, the port is taken, or the system refuses.
    @discardableResult
    public func start(port: UInt16 = 0) throws(StartError) -> UInt16 {
        // A closure could not throw a typed error through the lock.
        try running.withLock { running in
            Result<UInt16, StartError> {
                () throws(StartError) in
                if let running { throw .alreadyRunning(port: running.port) }
                let started = try launch(port: port)
                running = started
                return started.port
            }
        }.get()
    }

    /// Closes the listener and all connections, frees the port, and ends the server's thread.
    ///
    /// Handlers still at work are cancelled, and what they answer goes nowhere. Stopping twice does no harm.
    public func stop() async {
        shutDown()
    }

    /// The port that the server listens on; `nil` when it is not running.
    public var port: UInt16? { running.withLock { $0?.port } }

    /// Where the server answers, such as `http://127.0.0.1:49152`; `nil` when it is not running.
    public var baseURL: URL? { port.flatMap { URL(string: "http://127.0.0.1:\($0)") } }

    private func launch(port: UInt16) throws(StartError) -> Running {
        let listener: Int32
        do throws(SystemError) {
            listener = try Socket.listening(port: port, blocking: false)
        } catch {
            throw StartError(port: port, error)
        }
        do throws(SystemError) {
            let actualPort = try Socket.localPort(of: listener)
            let loop = try EventLoop(listener: listener, limits: limits, handler: handler)
            guard let thread = SystemThread({ loop.run() }) else {
                let error = SystemError("pthread_create")
                loop.mailbox.close()
                throw error
            }
            return Running(loop: loop, thread: thread, port: actualPort)
        } catch {
            _ = Socket.close(listener)
            throw StartError(port: port, error)
        }
    }

    /// Ends the loop and waits for its thread, which never blocks on anything but its own waiting.
    private func shutDown() {
        running.withLock { running in
            guard let stopping = running else { return }
            stopping.loop.mailbox.post(.stop)
            stopping.thread.join()
            running = nil
        }
    }
}
