package import Teapot
import TeapotMockServer

/// A server that does to its clients whatever a script says, byte by byte.
///
/// Each connection runs the script on a thread of its own, with blocking calls:
///
/// ```swift
/// let server = try HostileServer { connection in
///     let request = try connection.readRequest()
///     try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\ncut short")
///     connection.reset()
/// }
/// // … ask server.url …
/// server.stop()
/// ```
///
/// When the script returns or throws, its connection is closed. It listens on 127.0.0.1 from the end of the
/// initializer on.
package final class HostileServer: Sendable {
    /// What a connection is treated to.
    package typealias Script = @Sendable (Connection) throws -> Void

    private let core: Core

    /// Begins to listen on a free port.
    ///
    /// - Parameter script: What each connection is treated to.
    /// - Throws: What the system reports when there are no more ports, descriptors or threads.
    package init(_ script: @escaping Script) throws {
        core = try Core(script)
        try core.start()
    }

    deinit {
        core.stop()
    }

    /// A server that answers every request of every connection with the same bytes, each piece in a write of its own.
    package static func responding(_ pieces: String...) throws -> HostileServer {
        try HostileServer { connection in
            while true {
                _ = try connection.readRequest()
                for piece in pieces { try connection.send(piece) }
            }
        }
    }

    /// A well-formed response of a status, fields and a body with its length.
    package static func response(_ status: Int = 200, _ fields: [String] = [], body: String = "") -> String {
        (["HTTP/1.1 \(status) Reason", "Content-Length: \(body.utf8.count)"] + fields).joined(separator: "\r\n")
            + "\r\n\r\n" + body
    }

    /// The port that it listens on.
    package var port: UInt16 { core.port }
    /// Where it answers, such as `http://127.0.0.1:49152`.
    package var url: URL {
        var parts = URLComponents()
        parts.scheme = "http"
        parts.host = "127.0.0.1"
        parts.port = Int(port)
        return parts.url ?? URL(fileURLWithPath: "/")
    }

    /// The requests that scripts have read so far, in the order that they were read.
    package var requests: [WireMessage] { core.state.withLock { $0.requests } }
    /// How many connections there have been.
    package var acceptedConnections: Int { core.state.withLock { $0.accepted } }
    /// How many connections are open now.
    package var openConnections: Int { core.state.withLock { $0.open.count } }
    /// What scripts threw of their own accord; a connection's end is not counted.
    package var scriptErrors: [any Error] { core.state.withLock { $0.errors } }

    /// Waits until so many requests have been read, or the server stops, or the task is cancelled.
    ///
    /// - Returns: The requests read so far.
    @discardableResult
    package func requests(atLeast count: Int) async -> [WireMessage] {
        let gate = Gate()
        core.state.withLock { state in
            if state.requests.count >= count || state.isStopping {
                gate.open()
            } else {
                state.watchers.append((count, gate))
            }
        }
        await gate.wait()
        return requests
    }

    /// Closes everything and waits for all threads to end, even when scripts are blocked reading, writing, pausing or
    /// waiting for a gate.
    package func stop() {
        core.stop()
    }
}
