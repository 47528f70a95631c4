package import Teapot

extension HostileServer {
    /// One connection, for the script to read and write.
    ///
    /// Every call throws when the connection ends, which a script may leave to its caller.
    package struct Connection: Sendable {
        /// Which connection of the server's this is, counted from 0.
        package let number: Int
        /// The bytes.
        package let stream: WireStream
        let core: Core

        /// Reads a request with its body, and records it; sends the 100 that an `Expect: 100-continue` asks for, unless
        /// `continuing` is false.
        package func readRequest(continuing: Bool = true) throws -> WireMessage {
            var request = try stream.readHead()
            if continuing, request.headerFields["Expect"]?.lowercased() == "100-continue" {
                try send("HTTP/1.1 100 Continue\r\n\r\n")
            }
            request.body = try stream.readBody(of: request) ?? Data()
            core.record(request)
            return request
        }

        /// Reads and records a request's head, and leaves its body where it is.
        package func readHead() throws -> WireMessage {
            let request = try stream.readHead()
            core.record(request)
            return request
        }

        /// Writes a text as it is.
        package func send(_ text: String) throws {
            try stream.send(text)
        }

        /// Writes bytes as they are.
        package func send(bytes: Data) throws {
            try stream.send(bytes)
        }

        /// Writes a text in pieces of `size` bytes, each a write of its own, with a pause in seconds behind each.
        package func dribble(_ text: String, size: Int = 1, every seconds: Double = 0) throws {
            var rest = Data(text.utf8)[...]
            while !rest.isEmpty {
                try stream.send(Data(rest.prefix(max(size, 1))))
                rest = rest.dropFirst(max(size, 1))
                if seconds > 0 { try pause(seconds) }
            }
        }

        /// Does nothing for a time in seconds; throws when the server stops meanwhile.
        package func pause(_ seconds: Double) throws {
            if core.stopping.block(atMost: seconds) { throw WireError.broken("The server stops.") }
        }

        /// Waits until a gate opens; throws when the server stops first.
        package func wait(for gate: Gate) throws {
            Gate.block(until: [gate, core.stopping])
            if !gate.isOpen { throw WireError.broken("The server stops.") }
        }

        /// Waits until the client ends its half of the connection, dropping what it sends.
        package func waitForEnd() throws {
            _ = try stream.readToEnd()
        }

        /// Ends our half of the connection, as a response without a length does.
        package func endOutput() {
            stream.endOutput()
        }

        /// Closes the connection with a reset (RST).
        package func reset() {
            stream.reset()
        }

        /// Closes the connection.
        package func close() {
            stream.close()
        }
    }
}
