import Teapot
import TeapotMockServer

/// A client that writes whatever bytes a test wants, and reads responses with blocking calls.
package struct RawClient: Sendable {
    /// The connection.
    package let stream: WireStream

    /// Connects to a port of 127.0.0.1; a read that waits for more than `patience`, in seconds, throws.
    package init(port: UInt16, patience: Double = 20) throws {
        stream = WireStream(try Socket.connected(to: port), patience: patience)
    }

    /// Connects, and talks on a thread of its own, since a blocked task would starve the server's handlers.
    package static func talking<Value: Sendable>(
        to port: UInt16,
        _ body: @escaping @Sendable (RawClient) throws -> Value
    ) async throws -> Value {
        try await onOwnThread {
            let client = try RawClient(port: port)
            defer { client.stream.close() }
            return try body(client)
        }
    }

    /// Writes a text as it is.
    package func send(_ text: String) throws {
        try stream.send(text)
    }

    /// Reads a response whole; the one to a `method` HEAD has no body whatever it announces.
    package func readResponse(to method: String = "GET") throws -> WireMessage {
        var message = try stream.readHead()
        if method == "HEAD" || message.status < 200 || [204, 304].contains(message.status) { return message }
        message.body = try stream.readBody(of: message) ?? stream.readToEnd()
        return message
    }

    /// Sends a text and reads one response.
    package func exchange(_ text: String, method: String = "GET") throws -> WireMessage {
        try send(text)
        return try readResponse(to: method)
    }
}
