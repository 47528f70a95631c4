package import Foundation
package import Teapot

/// A request or a response received over a socket, parsed leniently by code that is independent of the server.
package struct WireMessage: Sendable {
    /// The bytes from the first line to the empty line after the fields, inclusive.
    package var head: Data
    /// The body, with chunks joined.
    package var body = Data()

    /// The first line.
    package var startLine: String
    /// The headers in the order in which they arrived.
    package var headers: Teapot.HeaderFields

    init(head: Data) {
        self.head = head
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        startLine = lines.first ?? ""
        headers = Teapot.HeaderFields(
            lines.dropFirst().filter { !$0.isEmpty }.map { line in
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                let value = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
                return Teapot.HeaderFields.Field(name: String(parts.first ?? ""), value: value)
            }
        )
    }

    /// The body as text.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The method of a request; the first word of any message.
    package var method: String { word(0) }
    /// The target of a request as it was sent, such as `/users?page=2`.
    package var target: String { word(1) }
    /// The status of a response; 0 if its first line has none.
    package var status: Int { Int(word(1)) ?? 0 }

    private func word(_ index: Int) -> String {
        let words = startLine.split(separator: " ", omittingEmptySubsequences: false)
        return index < words.count ? String(words[index]) : ""
    }
}

/// An error on a test's socket.
package enum WireError: Error, Equatable, CustomStringConvertible {
    /// The peer ended its half of the stream within a message, or before one.
    case ended
    /// The connection was reset, or closed on this side.
    case broken(String)
    /// Nothing arrived for this number of seconds.
    case timedOut(Double)
    /// The bytes are malformed.
    case malformed(String)

    package var description: String {
        switch self {
        case .ended: "The peer ended the connection."
        case .broken(let reason): "The connection broke. \(reason)"
        case .timedOut(let seconds): "Nothing came for \(seconds) seconds."
        case .malformed(let text): "This makes no sense: \(text)"
        }
    }
}
