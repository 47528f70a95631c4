import Foundation
import Teapot
import TeapotMock
import TeapotMockWebSocket

/// A condition on a client's message in a WebSocket script.
enum WebSocketExpectation: Sendable {
    /// Any message.
    case any
    case text(String)
    case data(Data)
    /// A JSON document that equals this one. `REDACTED` stands for any value.
    case json(JSON)
    /// A JSON document that contains this one. `REDACTED` stands for any value.
    case jsonContaining(JSON)

    /// Returns how a message differs, or `nil` if it meets the condition.
    func difference(from message: WebSocket.Message) -> String? {
        switch (self, message) {
        case (.any, _): nil
        case (.text(let expected), .text(let text)):
            expected.utf8.elementsEqual(text.utf8) ? nil : "expected \(shown(expected)), received \(shown(text))"
        case (.text(let expected), .data(let data)): "expected \(shown(expected)), received \(shown(data))"
        case (.data(let expected), .data(let data)):
            expected == data ? nil : "expected \(shown(expected)), received others: \(shown(data))"
        case (.data(let expected), .text(let text)): "expected \(shown(expected)), received \(shown(text))"
        case (.json(let expected), let message): difference(.json(equals: expected), expected, message)
        case (.jsonContaining(let expected), let message): difference(.json(contains: expected), expected, message)
        }
    }

    private func difference(_ rule: Rule, _ expected: JSON, _ message: WebSocket.Message) -> String? {
        guard case .text(let text) = message else { return "expected JSON as text, received bytes" }
        let request = ExaminedRequest(Request(method: "GET", path: "/", body: Data(text.utf8)))
        return JSONBodyMatcher(expected, rule).explanations(of: request).compactMap(\.self).first
    }

    private func shown(_ text: String) -> String { "“\(text.shortened(to: 30))”" }
    private func shown(_ data: Data) -> String { String(counting: data.count, "byte") }
}
