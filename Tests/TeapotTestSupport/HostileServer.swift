package import Foundation
import Teapot
import TeapotMockServer

/// A server whose behavior a script determines, byte by byte.
///
/// Each connection runs the script on a separate thread, with blocking calls:
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
/// When the script returns or throws an error, its connection is closed. The server listens on 127.0.0.1 as soon as the
/// initializer returns.
package final class HostileServer: Sendable {
    /// The behavior of a connection.
    package typealias Script = @Sendable (Connection) throws -> Void

    private let core: Core

    /// Creates a server that listens on a free port.
    ///
    /// - Parameter script: The behavior of each connection.
    /// - Throws: An error of the system if there are no more ports, descriptors or threads.
    package init(_ script: @escaping Script) throws {
        core = try Core(script)
        try core.start()
    }

    deinit {
        core.stop()
    }

    /// Returns a server that responds to every request with the same bytes, each piece in a separate write.
    package static func responding(_ pieces: String...) throws -> HostileServer {
        try HostileServer { connection in
            while true {
                _ = try connection.readRequest()
                for piece in pieces { try connection.send(piece) }
            }
        }
    }

    /// Returns a well-formed response with a status, fields, and a body with its length.
    package static func response(_ status: Int = 200, _ fields: [String] = [], body: String = "") -> String {
        (["HTTP/1.1 \(status) Reason", "Content-Length: \(body.utf8.count)"] + fields).joined(separator: "\r\n")
            + "\r\n\r\n" + body
    }

    /// The port that it listens on.
    package var port: UInt16 { core.port }
    /// The base URL, such as `http://127.0.0.1:49152`.
    package var url: URL {
        var parts = URLComponents()
        parts.scheme = "http"
        parts.host = "127.0.0.1"
        parts.port = Int(port)
        return parts.url ?? URL(fileURLWithPath: "/")
    }

    /// The requests that scripts have read so far, in the order in which they were read.
    package var requests: [WireMessage] { core.state.withLock { $0.requests } }
    /// The total number of connections.
    package var acceptedConnections: Int { core.state.withLock { $0.accepted } }
    /// The number of open connections.
    package var openConnections: Int { core.state.withLock { $0.open.count } }
    /// The errors thrown by scripts, except for the end of a connection.
    package var scriptErrors: [any Error] { core.state.withLock { $0.errors } }

    /// Waits until a number of requests have been read, the server stops, or the task is cancelled.
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

    /// Closes all connections and waits for all threads to end.
    ///
    /// This works even if scripts are blocked while reading, writing, pausing or waiting for a gate.
    package func stop() {
        core.stop()
    }
}
