import Teapot
package import TeapotMockServer

/// A client that writes arbitrary bytes, and reads responses with blocking calls.
package struct RawClient: Sendable {
    /// The connection.
    package let stream: WireStream

    /// Creates a client that is connected to a port of 127.0.0.1, or of another address of this machine.
    ///
    /// A read that waits longer than `timeout`, in seconds, throws an error.
    package init(port: UInt16, at address: Socket.Address = .loopback4, timeout: Double = 20) throws {
        stream = WireStream(try Socket.connected(to: port, at: address), timeout: timeout)
    }

    /// Connects and runs a conversation on a separate thread, because a blocked task would starve the handlers.
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

    /// Writes a text unchanged.
    package func send(_ text: String) throws {
        try stream.send(text)
    }

    /// Reads a whole response; the response to a `method` HEAD has no body, regardless of its headers.
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
