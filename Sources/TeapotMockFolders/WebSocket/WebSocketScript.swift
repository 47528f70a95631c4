import Foundation
import Teapot
import TeapotMock
import TeapotMockWebSocket

/// A WebSocket script: the steps to play, one after another, for each connection.
///
/// ```json
/// [
///   {"send": "welcome"},
///   {"expect": {"jsonContains": {"type": "subscribe"}}},
///   {"wait": "500 ms"},
///   {"send": {"json": {"type": "price", "value": 4.5}}},
///   {"close": {"code": 4000, "reason": "done"}}
/// ]
/// ```
struct WebSocketScript: Sendable {
    /// A step.
    enum Step: Sendable {
        case send(WebSocket.Message)
        case expect(WebSocketExpectation)
        /// A pause, in seconds.
        case wait(Double)
        case close(WebSocket.CloseCode, String)
    }

    /// The supported subprotocols.
    let protocols: [String]
    let steps: [Step]

    /// The service that plays the script.
    ///
    /// After the last step, it closes the connection with code 1000.
    var service: WebSocket.Service {
        WebSocket.Service(protocols: protocols) { socket in try await play(on: socket) }
    }

    private func play(on socket: WebSocket) async throws {
        let messages = socket.messages.makeAsyncIterator()
        for (index, step) in steps.enumerated() {
            switch step {
            case .send(let message): try await socket.send(message)
            case .wait(let seconds): try await Task.sleep(nanoseconds: Uptime.nanoseconds(seconds))
            case .close(let code, let reason): return try await socket.close(code: code, reason: reason)
            case .expect(let expectation):
                // The client has closed the connection.
                guard let message = try await messages.next() else { return }
                guard let difference = expectation.difference(from: message) else { continue }
                let reason = "step \(index + 1): \(difference)".cut(toBytes: Self.longestReason)
                return try await socket.close(code: .policyViolation, reason: reason)
            }
        }
    }

    /// The maximum length of the close reason, in bytes (RFC 6455 §5.5).
    static let longestReason = 123
}

extension String {
    /// Returns the beginning of the text that fits into a number of UTF-8 bytes.
    fileprivate func cut(toBytes limit: Int) -> String {
        var (text, count) = ("", 0)
        for character in self {
            count += character.utf8.count
            if count > limit { break }
            text.append(character)
        }
        return text
    }
}
