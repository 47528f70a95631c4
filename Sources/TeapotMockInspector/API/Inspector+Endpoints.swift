import Foundation
import Teapot
import TeapotMock
import TeapotMockServer

extension Inspector {
    /// An operation of the API.
    ///
    /// In its path, `:` matches any one segment, and `**` matches all that follow.
    private typealias Endpoint = (method: String, path: String, action: Action)
    private typealias Action = @Sendable (Inspector, Call) async throws -> Response

    /// A request to an endpoint.
    struct Call {
        let request: Request
        let peer: Server.Peer
        /// The value of the path's only variable, `:` or `**`, decoded.
        let value: String

        /// Returns the members of the body.
        func members() throws(Failure) -> [String: any Sendable] {
            do throws(JSON.ParsingError) {
                if let members = try JSON(parsing: request.body).dictionary { return members }
            } catch {
                throw Failure(400, "The body is not JSON: \(error).")
            }
            throw Failure(400, "The body must be a JSON object.")
        }
    }

    /// The maximum size of a displayed body, in bytes.
    private static let shownBytes = 2 << 20

    /// Returns an object with the members that have a value.
    static func object(_ members: [String: (any Sendable)?]) -> [String: any Sendable] {
        members.compactMapValues(\.self)
    }

    /// Returns headers, with credentials shortened unless they're those of a mock's own file.
    static func members(of headers: Teapot.HeaderFields, isWhole: Bool = false) -> [any Sendable] {
        headers.map { ["name": $0.name, "value": isWhole ? $0.value : $0.redactedValue(.init())] as [String: String] }
    }

    /// Returns a time since 1970 in milliseconds, as in JavaScript.
    static func milliseconds(_ date: Date) -> Int { Int((date.timeIntervalSince1970 * 1000).rounded()) }

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

    private static let endpoints: [Endpoint] = [
        ("GET", "state", { $0.state($1) }),
        ("PATCH", "state", { try $0.changeState($1) }),
        ("GET", "mocks", { $0.mocks($1) }),
        ("GET", "mocks/**", { try $0.mock($1) }),
        ("POST", "mocks", { try await $0.createMock($1) }),
        ("POST", "mocks/**", { try $0.writeMock($1) }),
        ("PUT", "mocks/**", { try $0.writeMock($1) }),
        ("DELETE", "mocks/**", { try $0.deleteMock($1) }),
        ("PUT", "settings", { try $0.changeSetting($1) }),
        ("GET", "scenarios", { inspector, _ in inspector.scenarios() }),
        ("PUT", "scenarios/:", { try $0.turnScenario($1) }),
        ("GET", "held/:", { try $0.heldRequest($1) }),
        ("POST", "held/:", { try $0.decide($1) }),
        ("GET", "journal", { try $0.journal($1) }),
        ("DELETE", "journal", { inspector, _ in inspector.clearJournal() }),
        ("GET", "journal/:", { try $0.entry($1) }),
        ("GET", "journal/:/curl", { try $0.curl($1) }),
        ("POST", "journal/:/mock", { try await $0.saveMock($1) }),
        ("GET", "journal.har", { try $0.har($1) }),
        ("GET", "events", { inspector, _ in inspector.events() }),
    ]

    /// Finds the endpoint for a request, and calls it.
    func respond(to request: Request, at path: Substring, _ peer: Server.Peer) async throws -> Response {
        // Decode each segment separately, so that a slash in a name doesn't separate segments.
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { Request.decode($0) }
        let found = Self.endpoints.compactMap { endpoint in
            Self.value(in: segments, of: endpoint.path).map { (endpoint.method, endpoint.action, $0) }
        }
        guard let (_, action, value) = found.first(where: { $0.0 == request.method }) else {
            throw found.isEmpty
                ? Failure(404, "The API has no such path; the article “The inspector” lists all paths.")
                : Failure(notAllowedBut: found.map(\.0))
        }
        return try await action(self, Call(request: request, peer: peer, value: value))
    }

    /// Returns the value of the variable in an endpoint's path, from the second segment on, or `nil` for another path.
    private static func value(in segments: [String], of path: String) -> String? {
        let (path, isOpen) = (path.split(separator: "/").map(String.init), path.hasSuffix("**"))
        let isAsLong = isOpen ? segments.count >= path.count : segments.count == path.count
        guard isAsLong, zip(path, segments).allSatisfy({ [":", "**", $1].contains($0) }) else { return nil }
        return segments.dropFirst().prefix(isOpen ? .max : 1).joined(separator: "/")
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
