package import Foundation
import Teapot

extension HostileServer {
    /// A connection that the script reads and writes.
    ///
    /// Every call throws an error when the connection ends, which a script can propagate.
    package struct Connection: Sendable {
        /// The number of this connection of the server, counted from 0.
        package let number: Int
        /// The stream of bytes.
        package let stream: WireStream
        let core: Core

        /// Reads and records a request with its body.
        ///
        /// If the request has an `Expect: 100-continue`, it sends a 100 response unless `continuing` is false.
        package func readRequest(continuing: Bool = true) throws -> WireMessage {
            var request = try stream.readHead()
            if continuing, request.headers["Expect"]?.lowercased() == "100-continue" {
                try send("HTTP/1.1 100 Continue\r\n\r\n")
            }
            request.body = try stream.readBody(of: request) ?? Data()
            core.record(request)
            return request
        }

        /// Reads and records a request's head without its body.
        package func readHead() throws -> WireMessage {
            let request = try stream.readHead()
            core.record(request)
            return request
        }

        /// Writes a text unchanged.
        package func send(_ text: String) throws {
            try stream.send(text)
        }

        /// Writes bytes unchanged.
        package func send(bytes: Data) throws {
            try stream.send(bytes)
        }

        /// Writes a text in pieces of `size` bytes, each in a separate write, with a pause in seconds after each.
        package func dribble(_ text: String, size: Int = 1, every seconds: Double = 0) throws {
            var rest = Data(text.utf8)[...]
            while !rest.isEmpty {
                try stream.send(Data(rest.prefix(max(size, 1))))
                rest = rest.dropFirst(max(size, 1))
                if seconds > 0 { try pause(seconds) }
            }
        }

        /// Pauses for a time in seconds; throws an error if the server stops meanwhile.
        package func pause(_ seconds: Double) throws {
            if core.stopping.block(atMost: seconds) { throw WireError.broken("The server stops.") }
        }

        /// Waits until a gate opens; throws an error if the server stops first.
        package func wait(for gate: Gate) throws {
            Gate.block(until: [gate, core.stopping])
            if !gate.isOpen { throw WireError.broken("The server stops.") }
        }

        /// Waits until the client ends its half of the connection, dropping input.
        package func waitForEnd() throws {
            _ = try stream.readToEnd()
        }

        /// Ends the sending half of the connection, as a response without a length does.
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
