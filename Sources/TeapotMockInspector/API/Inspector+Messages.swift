import Foundation
import Teapot
import TeapotMock
import TeapotMockServer

extension Inspector {
    /// The maximum size of a displayed body, in bytes.
    private static let shownBytes = 2 << 20

    /// Returns an object with the members that have a value.
    static func object(_ members: [String: (any Sendable)?]) -> [String: any Sendable] {
        members.compactMapValues(\.self)
    }

    /// Returns headers with credentials shortened.
    static func members(of headers: Teapot.HeaderFields) -> [any Sendable] {
        headers.map { field in
            ["name": field.name, "value": field.redactedValue(Teapot.Options())] as [String: any Sendable]
        }
    }

    /// Returns the `length` of a body, and its beginning as `text`, or as `base64` if it isn't text.
    ///
    /// - Parameters:
    ///   - body: The available part of the body.
    ///   - length: The length of the whole body.
    /// - Returns: The members.
    static func members(ofBody body: Data, of length: Int? = nil) -> [String: any Sendable] {
        let shown = body.prefix(shownBytes)
        let length = length ?? body.count
        let text = text(of: shown, isCut: shown.count < length)
        return object([
            "length": length, "isCut": shown.count < length, "text": text,
            "base64": text == nil ? shown.base64EncodedString() : nil,
        ])
    }

    private static func text(of body: Data, isCut: Bool) -> String? {
        // The last character may be incomplete.
        let texts = (0..<(isCut ? 4 : 1)).lazy.map { String(bytes: body.dropLast($0), encoding: .utf8) }
        guard let text = texts.compactMap(\.self).first, !text.utf8.contains(0) else { return nil }
        return text
    }
}

extension Request {
    /// The path and the query as they were sent.
    var target: String { path + (queryText.isEmpty ? "" : "?" + queryText) }

    /// Returns the URL of the request: below its origin or, if that isn't known, below the server's.
    func url(at peer: Server.Peer) -> URL? {
        URL(string: (origin ?? "http://" + host(at: peer)) + target)
    }

    /// Returns the name of the server that the request was sent to, with the port.
    func host(at peer: Server.Peer) -> String { headers["Host"] ?? "127.0.0.1:\(peer.port)" }
}

extension Date {
    /// The time since 1970, in milliseconds, as in JavaScript.
    var milliseconds: Int { Int((timeIntervalSince1970 * 1000).rounded()) }
}
