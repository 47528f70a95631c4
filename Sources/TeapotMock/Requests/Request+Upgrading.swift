import Foundation
package import Teapot

extension Request {
    /// Whether the request asks to upgrade to a WebSocket (RFC 6455 §4.1).
    package var asksForWebSocket: Bool {
        hasField { $0.count == 7 && String(decoding: $0, as: UTF8.self).isSameHeaderName(as: "Upgrade") }
            && headers.askForWebSocket
    }
}

extension Teapot.HeaderFields {
    /// Whether the headers ask to upgrade to a WebSocket.
    package var askForWebSocket: Bool { members(of: "Upgrade").contains { $0.lowercased() == "websocket" } }

    /// Returns the members of a list header, from all of its lines (RFC 9110 §5.6.1).
    package func members(of name: String) -> [String] {
        values(for: name).flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }
}
